import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { follow } from '../client/engine-connection.ts';
import { useEngine } from '../client/engine-context.ts';
import { Icon } from '../components/Icon.tsx';

/** Says above the view what keeps it from being current, or the engine from taking work, and what happens about it. */
export function EngineBanner() {
  const engine = useStore(useEngine().state, (state) => state.engine);
  const problem = useHealthProblem();
  if (engine.phase === 'ready') return problem && <Banner tone="failed" says={problem} />;
  if (engine.phase === 'starting' || !engine.detail) return null;
  return <Banner tone={engine.phase === 'failed' ? 'failed' : 'warning'} says={engine.detail} />;
}

function Banner({ tone, says }: { readonly tone: 'failed' | 'warning'; readonly says: string }) {
  return (
    <div className="engine-banner" role="alert">
      <Icon name="warning" className={`tone-${tone}`} />
      <span className="grow">{says}</span>
    </div>
  );
}

/** Why this engine takes no new work; null while all is well, and for whoever may not listen. */
function useHealthProblem(): string | null {
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
