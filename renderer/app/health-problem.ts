import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { follow } from '../client/engine-connection.ts';
import { useEngine } from '../client/engine-context.ts';

/** Why this engine takes no new work; null while all is well, and for whoever may not listen. */
export function useHealthProblem(): string | null {
  const engine = useEngine();
  const isAsking = useStore(engine.session.state, ({ phase }) => phase === 'asking');
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    if (isAsking) return;
    const refresh = () =>
      engine.call('system.health', {}).then(
        ({ error }) => setProblem(error ?? null),
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
  return problem;
}
