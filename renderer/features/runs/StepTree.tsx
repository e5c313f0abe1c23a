import './step-tree.css';
import type { RunDetail } from '#contract/run.ts';
import { Status } from '../../components/Status.tsx';
import { handlerNodes, type RunNode } from './run-nodes.ts';
import { statusCounts } from './format-run.ts';
import { StepBranch } from './StepBranch.tsx';
import type { BranchContext } from './StepRow.tsx';
import { moveInTree } from './move-in-tree.ts';
import { texts } from './texts.ts';

interface StepTreeProps extends Omit<BranchContext, 'tabStop'> {
  readonly run: RunDetail;
}

/** The steps of a run in their order, their sub-runs and attempts below them, and the handlers at the end. */
export function StepTree(props: StepTreeProps) {
  const { run, selected } = props;
  const steps = run.nodes.map((node) => ({ key: node.step.name, node, isHandler: false }));
  const handlers = handlerNodes(run);
  const isKnown = [...steps, ...handlers].some(({ key }) => key === selected);
  const tabStop = isKnown ? selected : steps[0]?.key;
  const branch = (entry: RunNode, index: number) => (
    <StepBranch key={`${index} ${entry.key}`} entry={entry} {...props} tabStop={tabStop} />
  );
  return (
    <>
      <div className="bar step-bar">
        <span className="strong">{texts.steps.title}</span>
        <span className="grow" />
        <span className="small counts">
          {statusCounts(run.nodes).map(([status, count]) => (
            <Status key={status} status={status} label={String(count)} />
          ))}
        </span>
      </div>
      <div className="step-tree" role="tree" aria-label={texts.steps.title} onKeyDown={moveInTree}>
        {steps.map(branch)}
        {steps.length === 0 && <p className="pane-note secondary">{texts.steps.none}</p>}
        {handlers.length > 0 && (
          <div role="group" aria-label={texts.steps.handlers}>
            <div className="tree-heading small secondary" role="presentation">
              {texts.steps.handlers}
            </div>
            {handlers.map(branch)}
          </div>
        )}
      </div>
    </>
  );
}
