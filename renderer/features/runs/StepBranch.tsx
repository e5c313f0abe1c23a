import type { BranchContext } from './StepRow.tsx';
import { useState } from 'react';
import { AttemptRows } from './AttemptRows.tsx';
import type { RunNode } from './run-nodes.ts';
import { StepRow } from './StepRow.tsx';
import { SubRunRows } from './SubRunRows.tsx';

interface StepBranchProps extends BranchContext {
  readonly entry: RunNode;
}

/** A step and what nests in it. Sub-runs show by themselves, attempts on demand. */
export function StepBranch({ entry, ...context }: StepBranchProps) {
  const { node } = entry;
  const { run, steps, now } = context;
  const [wanted, setOpen] = useState<boolean>();
  const hasCalls = node.subRuns.length > 0 || node.subRunsRepeated.length > 0;
  const hasAttempts = !hasCalls && node.attempts > 1;
  const isOpen = wanted ?? node.subRuns.length > 0;
  return (
    <>
      <StepRow
        entry={entry}
        {...context}
        isOpen={hasCalls || hasAttempts ? isOpen : undefined}
        onOpen={setOpen}
      />
      {isOpen && hasCalls && <SubRunRows run={run} node={node} now={now} />}
      {isOpen && hasAttempts && <AttemptRows entry={entry} steps={steps} now={now} />}
    </>
  );
}
