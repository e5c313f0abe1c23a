import { memo } from 'react';
import { isSameList } from '../../components/use-same-items.ts';
import type { RunNode } from './run-nodes.ts';
import { StepRow, type BranchContext } from './StepRow.tsx';

interface StepBlockProps extends BranchContext {
  readonly entries: readonly RunNode[];
  /** For each of them why what became of it did not hold up the others; empty when there is nothing to say. */
  readonly wentOn: readonly string[];
  /** The selected step, if it is one of them. */
  readonly selected: string | undefined;
  /** The one row of the tree that the Tab key reaches, if it is one of them. */
  readonly tabStop: string | undefined;
}

const ROW = 28;

/** Some rows of the tree: most changes concern one or two blocks, and the others cost one look; out of sight they are not drawn. */
export const StepBlock = memo(function StepBlock(props: StepBlockProps) {
  const { entries, wentOn, selected, tabStop, ...shared } = props;
  return (
    <div
      className="step-block"
      role="presentation"
      // How high it probably is, until it was in sight.
      style={{ containIntrinsicBlockSize: `auto ${entries.length * ROW}px` }}
    >
      {entries.map((entry, index) => (
        <StepRow
          key={`${index} ${entry.key}`}
          entry={entry}
          wentOn={wentOn[index] ?? ''}
          isSelected={entry.key === selected}
          isTabStop={entry.key === tabStop}
          {...shared}
        />
      ))}
    </div>
  );
}, isSame);

function isSame(one: StepBlockProps, other: StepBlockProps): boolean {
  return (
    isSameList(one.entries, other.entries) &&
    isSameList(one.wentOn, other.wentOn) &&
    one.selected === other.selected &&
    one.tabStop === other.tabStop &&
    one.root === other.root &&
    one.steps === other.steps &&
    one.acts === other.acts
  );
}
