import { useStore } from 'zustand';
import type { EngineState as State } from '#contract/ipc.ts';
import { useEngine } from '../client/engine-context.ts';

const words: Readonly<Record<State['phase'], string>> = {
  starting: 'Engine starting',
  ready: 'Engine ready',
  draining: 'Engine draining',
  restarting: 'Engine restarting',
  failed: 'Engine stopped',
};

/** How the engine is, always in sight. */
export function EngineState() {
  const engine = useStore(useEngine().state, (state) => state.engine);
  const port = engine.phase === 'ready' ? portOf(engine.url) : '';
  const detail = port && ` · ${port}`;
  return (
    <div className="engine-state" role="status" title={`${words[engine.phase]}${detail}`}>
      <span className={`dot dot-${engine.phase}`} />
      <span>
        <b>{words[engine.phase]}</b>
        {detail}
      </span>
    </div>
  );
}

function portOf(url: string): string {
  const port = URL.canParse(url) ? new URL(url).port : '';
  return port === '' ? '' : `:${port}`;
}
