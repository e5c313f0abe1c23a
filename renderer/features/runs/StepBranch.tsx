import { useState } from 'react';
import type { RunDetail } from '#contract/run.ts';
import { AttemptRows } from './AttemptRows.tsx';
import type { RunNode } from './run-nodes.ts';
import type { StepStore } from './step-store.ts';
import { StepRow } from './StepRow.tsx';
import { SubRunRows } from './SubRunRows.tsx';

/** What the rows of a tree share. */
export interface BranchContext {
  readonly run: RunDetail;
  readonly steps: StepStore;
  readonly selected: string | undefined;
  /** The one row that the Tab key reaches. */
  readonly tabStop: string | undefined;
  readonly now: number;
  readonly onSelect: (step: string) => void;
  /** A right click, or the menu key. */
  readonly onMenu: (step: string, x: number, y: number) => void;
}

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
