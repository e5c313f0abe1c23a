import { useStore } from 'zustand';
import { useEngine } from '../client/engine-context.ts';
import { THIS_ENGINE } from '../client/node-choice.ts';
import { Button } from '../components/Button.tsx';
import { Icon } from '../components/Icon.tsx';
import { texts } from './texts.ts';
import { Sentence } from '../components/Sentence.tsx';
import { useUnreachable } from './use-unreachable.ts';

/** Says above the view that it shows another engine, and whether that one can be asked. */
export function NodeBand() {
  const { nodes: choice, reload } = useEngine();
  const { node, nodes, problem: nodeProblem } = useStore(choice.state);
  // While this engine is away, no node can be asked; the banner says why.
  const problem = useUnreachable() === undefined ? nodeProblem : undefined;
  if (node === THIS_ENGINE) return null;
  const address = nodes.find(({ name }) => name === node)?.baseUrl;
  return (
    <div className="engine-banner node-band" role="status">
      <Icon
        name={problem ? 'warning' : 'node'}
        className={problem ? 'tone-failed' : 'tone-warning'}
      />
      <span className="grow">
        {problem ?? (
          <>
            <Sentence text={texts.node.shown} parts={{ node: <b className="strong">{node}</b> }} />
            {address && <span className="secondary"> · {address}</span>}
          </>
        )}
      </span>
      {problem && (
        <Button size="small" onPress={reload}>
          {texts.node.retry}
        </Button>
      )}
      <Button size="small" onPress={() => choice.choose(THIS_ENGINE)}>
        {texts.node.back}
      </Button>
    </div>
  );
}
