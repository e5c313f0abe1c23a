import { useStore } from 'zustand';
import { useEngine } from '../client/engine-context.ts';
import { Icon } from '../components/Icon.tsx';

/** Says above the view what keeps it from being current, and what happens about it. */
export function EngineBanner() {
  const engine = useStore(useEngine().state, (state) => state.engine);
  if (engine.phase === 'ready' || engine.phase === 'starting' || !engine.detail) return null;
  return (
    <div className="engine-banner" role="alert">
      <Icon name="warning" className={engine.phase === 'failed' ? 'tone-failed' : 'tone-warning'} />
      {engine.detail}
    </div>
  );
}
