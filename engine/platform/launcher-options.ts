export interface LauncherOptions {
  /** Programs with arguments, run one after another until one fails. */
  readonly commands: readonly (readonly string[])[];
  /** Where the launcher notes its start and its end. */
  readonly recordFile: string;
  readonly nonce: string;
  /** Signal that will stop the step, so that the launcher outlives it and can note the exit code. */
  readonly stopSignal: NodeJS.Signals;
  /** Files that get a copy of the stream, appended. */
  readonly copyStdoutTo: readonly string[];
  readonly copyStderrTo: readonly string[];
}

/** The program between the step and its logs, for steps whose output may hold secrets or must keep its order. */
export interface LauncherFilter {
  /**
   * Reads the streams as 0 and 3, has the logs as 1 and 2, and writes the line `0` to 5 when `endMark` has come from each
   * stream and all before it is written. What a step left in the background may go on writing: then it goes on reading.
   * Only SIGKILL may end it once it reads.
   */
  readonly command: readonly string[];
  /** What nobody else writes. */
  readonly endMark: string;
  /** Whether both streams come as one, because they go to one file. */
  readonly oneStream: boolean;
  /** Whether it writes the line `ready` to 5 before it reads, and the commands wait for it. */
  readonly saysReady: boolean;
  /** Variables of the launcher that only the filter gets. */
  readonly ownVariables: readonly string[];
  /** Variables of the step that the filter must not get. */
  readonly foreignVariables: readonly string[];
}
