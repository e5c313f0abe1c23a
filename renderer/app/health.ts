import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { follow } from '../client/engine-connection.ts';
import { useEngine } from '../client/engine-context.ts';

export interface Health {
  /** Why this engine takes no new work; null while all is well, and for whoever may not listen. */
  readonly problem: string | null;
  /** What else it has to say, such as that nothing is deleted; null: nothing. */
  readonly notice: string | null;
}

/** What this engine says of itself. */
export function useHealth(): Health {
  const engine = useEngine();
  const isAsking = useStore(engine.session.state, ({ phase }) => phase === 'asking');
  const [health, setHealth] = useState<Health>({ problem: null, notice: null });
  useEffect(() => {
    if (isAsking) return;
    const refresh = () =>
      engine.call('system.health', {}).then(
        ({ error, notice }) => setHealth({ problem: error ?? null, notice: notice ?? null }),
        // That it does not answer is said by its state.
        () => undefined,
      );
    return follow(
      engine,
      {},
      {
        refresh,
        listener: ({ type }) => {
          if (type === 'health.changed') void refresh();
        },
      },
    );
  }, [engine, isAsking]);
  return health;
}
