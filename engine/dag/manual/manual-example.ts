import type { RunStatus } from '../../contract/status.ts';

/** A whole definition that the manual shows and that a test runs. */
export interface ManualExample {
  readonly spec: string;
  /** Status of its run; `succeeded` when left out. */
  readonly ends?: RunStatus;
  /** Code of the one warning that it gets. */
  readonly warns?: string;
  /** A text that one of its steps prints. */
  readonly prints?: string;
  /** Text of files that lie in its working directory, by path. */
  readonly files?: Readonly<Record<string, string>>;
}

/** By the path of a field: `timeout_sec` of a DAG, `steps.timeout_sec` of a step. */
export type ManualExamples = Readonly<Record<string, readonly ManualExample[]>>;
