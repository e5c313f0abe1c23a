import type { NodeObject } from '../../contract/run.ts';

export type LogStream = 'stdout' | 'stderr';

/** Somebody who watches a run. */
export interface RunView {
  /** All steps of the run, before anything else is shown. */
  readonly steps: (names: readonly string[]) => void;
  /** A step changed its status, or runs again. `before` is null for the first that is known of it. */
  readonly stepChanged: (node: NodeObject, before: NodeObject | null) => void;
  readonly logLine: (stepName: string, stream: LogStream, line: string) => void;
  /** Whether log lines are wanted: they cost requests. */
  readonly showsLogs: boolean;
}

/** Waits and shows nothing. */
export const silentView: RunView = {
  steps: () => undefined,
  stepChanged: () => undefined,
  logLine: () => undefined,
  showsLogs: false,
};
