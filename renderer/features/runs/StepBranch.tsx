import { memo, useState } from 'react';
import { AttemptRows } from './AttemptRows.tsx';
import type { BranchContext, RowPlace } from './StepRow.tsx';
import { StepRow } from './StepRow.tsx';
import { SubRunRows } from './SubRunRows.tsx';

/** A step and what nests in it. Sub-runs show by themselves, attempts on demand. Drawn again only when it changes. */
export const StepBranch = memo(function StepBranch(props: BranchContext & RowPlace) {
  const { entry, root, steps } = props;
  const { node } = entry;
  const [wanted, setOpen] = useState<boolean>();
  const hasCalls = node.subRuns.length > 0 || node.subRunsRepeated.length > 0;
  const hasAttempts = !hasCalls && node.attempts > 1;
  const isOpen = wanted ?? node.subRuns.length > 0;
  return (
    <>
      <StepRow {...props} isOpen={hasCalls || hasAttempts ? isOpen : undefined} onOpen={setOpen} />
      {isOpen && hasCalls && <SubRunRows root={root} node={node} />}
      {isOpen && hasAttempts && <AttemptRows entry={entry} steps={steps} />}
    </>
  );
});
