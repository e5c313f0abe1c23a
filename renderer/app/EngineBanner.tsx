import { useStore } from 'zustand';
import { useEngine } from '../client/engine-context.ts';
import { Icon } from '../components/Icon.tsx';

interface EngineBannerProps {
  /** Why the engine takes no new work. */
  readonly problem: string | null;
}

/** Says above the view what keeps it from being current, or the engine from taking work, and what happens about it. */
export function EngineBanner({ problem }: EngineBannerProps) {
  const engine = useStore(useEngine().state, (state) => state.engine);
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
