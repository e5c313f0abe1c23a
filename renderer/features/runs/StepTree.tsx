import './step-tree.css';
import { useMemo } from 'react';
import type { RunDetail } from '#contract/run.ts';
import { Status } from '../../components/Status.tsx';
import { handlerNodes, runNodes, type RunNode } from './run-nodes.ts';
import { statusCounts } from './format-run.ts';
import { placeWords } from './format-place.ts';
import { formatWentOn } from './format-went-on.ts';
import { StepBlock } from './StepBlock.tsx';
import type { BranchContext } from './StepRow.tsx';
import { moveInTree } from './move-in-tree.ts';
import { texts } from './texts.ts';
import { useBlocksShown } from './use-blocks-shown.ts';

interface StepTreeProps extends Omit<BranchContext, 'root'> {
  readonly run: RunDetail;
  readonly selected: string | undefined;
}

/** So many rows are drawn anew together where one of them changes, and passed over together where none does. */
const BLOCK = 20;

/** The steps of a run in their order, their sub-runs and attempts below them, and the handlers at the end. */
export function StepTree({ run, selected, ...shared }: StepTreeProps) {
  const { rootDAGRunName: name, rootDAGRunId: dagRunId } = run;
  const root = useMemo(() => ({ name, dagRunId }), [name, dagRunId]);
  const entries = runNodes(run);
  const steps = entries.slice(0, run.nodes.length);
  const handlers = handlerNodes(run);
  const tabStop = entries.find(({ key }) => key === selected)?.key ?? entries[0]?.key;
  const waits = placeWords(run);
  const block = (some: readonly RunNode[]) => ({
    ...shared,
    root,
    entries: some,
    wentOn: some.map(({ key, node }) => formatWentOn(node, run) || (waits.get(key) ?? '')),
    selected: some.find(({ key }) => key === selected)?.key,
    tabStop: some.find(({ key }) => key === tabStop)?.key,
  });
  const blocks = Math.ceil(steps.length / BLOCK);
  const shown = useBlocksShown(blocks);
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
        {Array.from({ length: shown }, (_, index) => (
          <StepBlock key={index} {...block(steps.slice(index * BLOCK, (index + 1) * BLOCK))} />
        ))}
        {steps.length === 0 && <p className="pane-note secondary">{texts.steps.none}</p>}
        {shown === blocks && handlers.length > 0 && (
          <div role="group" aria-label={texts.steps.handlers}>
            <div className="tree-heading small secondary" role="presentation">
              {texts.steps.handlers}
            </div>
            <StepBlock {...block(handlers)} />
          </div>
        )}
      </div>
    </>
  );
}
