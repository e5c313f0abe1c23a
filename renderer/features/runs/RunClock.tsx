import type { ReactNode } from 'react';
import type { RunStatus } from '#contract/status.ts';
import { isActiveRun } from '#contract/status.ts';
import { Clock } from '../../components/Clock.tsx';

interface RunClockProps {
  readonly status: RunStatus;
  readonly children: ReactNode;
}

/** The time for all that is said of a run, to the second while it goes on. */
export function RunClock({ status, children }: RunClockProps) {
  return <Clock everyMs={isActiveRun(status) ? 1000 : 60_000}>{children}</Clock>;
}
