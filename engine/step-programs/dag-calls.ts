import { join } from 'node:path';

// A program and the engine share a folder. The program asks by files that count from 0, one by one or several at once;
// the engine puts an answer beside each. Both sides write a file as a whole, and either may be absent for a while.

/** A run of another DAG that a program asks for. */
export interface DagCall {
  /** Which of the DAGs that its work names, from 0. */
  readonly target: number;
  /** As a start takes them: JSON, or empty. */
  readonly params: string;
}

/** What came of it, without secrets. */
export interface DagAnswer {
  readonly name: string;
  /** Empty when no run came of it. */
  readonly dagRunId: string;
  readonly status: string;
  /** Why no run came of it, or why it ended badly. */
  readonly error: string;
  /** Variables that the steps of the run put out. */
  readonly outputs: Readonly<Record<string, string>>;
  /** Where it put out none: the last lines that its last step printed. */
  readonly printed: string;
}

/** What a program asks for. */
export const callFile = (folder: string, item: number): string => join(folder, `${item}.call`);
/** What it is answered. */
export const answerFile = (folder: string, item: number): string => join(folder, `${item}.answer`);
