import { useStore } from 'zustand';
import { useEngine } from '../client/engine-context.ts';
import { Coded } from '../components/Coded.tsx';
import { Icon } from '../components/Icon.tsx';
import { texts } from './texts.ts';
import { useUnreachable } from './use-unreachable.ts';

interface EngineBannerProps {
  /** Why the engine takes no new work. */
  readonly problem: string | null;
  /** What it has to say although it takes work. */
  readonly notice: string | null;
}

/** Says above the view what keeps it from being current, or the engine from taking work, and what happens about it. */
export function EngineBanner({ problem, notice }: EngineBannerProps) {
  const engine = useStore(useEngine().state, (state) => state.engine);
  const unreachable = useUnreachable();
  if (unreachable !== undefined)
    return <Banner tone="failed" says={`${unreachable} ${texts.engine.unreachableAdvice}`} />;
  if (engine.phase === 'ready') {
    if (problem !== null) return <Banner tone="failed" says={problem} />;
    return notice && <Banner tone="warning" says={notice} />;
  }
  if (engine.phase === 'starting' || !engine.detail) return null;
  return <Banner tone={engine.phase === 'failed' ? 'failed' : 'warning'} says={engine.detail} />;
}

function Banner({ tone, says }: { readonly tone: 'failed' | 'warning'; readonly says: string }) {
  return (
    <div className="engine-banner" role="alert">
      <Icon name="warning" className={`tone-${tone}`} />
      <span className="grow">
        <Coded text={says} />
      </span>
    </div>
  );
}
