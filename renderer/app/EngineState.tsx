import { useStore } from 'zustand';
import { useEngine } from '../client/engine-context.ts';
import { texts } from './texts.ts';
import { useUnreachable } from './use-unreachable.ts';

interface EngineStateProps {
  /** Why the engine takes no new work. */
  readonly problem: string | null;
}

/** How the engine is, or the node that is shown in its place; always in sight. */
export function EngineState({ problem }: EngineStateProps) {
  const { state, nodes } = useEngine();
  const engine = useStore(state, (known) => known.engine);
  const isNodeLost = useStore(nodes.state, ({ problem }) => problem !== undefined);
  const isLost = engine.phase === 'ready' && isNodeLost;
  const port = engine.phase === 'ready' && !isLost ? portOf(engine.url) : '';
  const detail = port && ` · ${port}`;
  const isTroubled = engine.phase === 'ready' && problem !== null;
  const unreachable = useUnreachable();
  const words = texts.engine;
  const phase = unreachable === undefined ? engine.phase : 'unreachable';
  const says = isLost ? words.nodeLost : isTroubled ? words.refusing : words[phase];
  const hasFailed = isLost || isTroubled || phase === 'unreachable';
  return (
    <div className="engine-state" role="status" title={`${says}${detail}`}>
      <span className={`dot dot-${hasFailed ? 'failed' : phase}`} />
      <span>
        <b>{says}</b>
        {detail && <span className="engine-detail">{detail}</span>}
      </span>
    </div>
  );
}

function portOf(url: string): string {
  const port = URL.canParse(url) ? new URL(url).port : '';
  return port === '' ? '' : `:${port}`;
}
