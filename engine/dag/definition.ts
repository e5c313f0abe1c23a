/**
 * A DAG as it was written and checked, before anything is expanded: the result of `loadDag`, the input of everything
 * else. Field names follow the specification ("DAG definition root fields", "Step fields"), in camel case.
 */
export interface Dag {
  readonly name: string;
  readonly description: string;
  readonly group: string;
  /** Normalised: lower case, `key` or `key=value`. */
  readonly tags: readonly string[];
  readonly type: 'chain' | 'graph';
  readonly schedule: Schedules;
  readonly params: readonly ParamDefinition[];
  readonly env: readonly EnvEntry[];
  /** Null: the folder of the DAG file, or a private one for an inline run. */
  readonly workingDir: string | null;
  /** Program and arguments; null: the default shell. `['direct']` runs commands without a shell. */
  readonly shell: readonly string[] | null;
  readonly logDir: string | null;
  readonly logOutput: 'separate' | 'merged';
  /** Days; 0 deletes a run as soon as it ends, -1 keeps for ever. */
  readonly histRetentionDays: number;
  readonly maxActiveSteps: number;
  /** Seconds; 0: none. */
  readonly timeoutSec: number;
  /** Seconds to wait after each step's start. */
  readonly delaySec: number;
  /** Seconds between the stop signal and SIGKILL. */
  readonly maxCleanUpTimeSec: number;
  /** Bytes that one captured output may have. */
  readonly maxOutputSize: number;
  readonly steps: readonly Step[];
}

export interface Schedules {
  readonly start: readonly ScheduleEntry[];
  readonly stop: readonly ScheduleEntry[];
  readonly restart: readonly ScheduleEntry[];
}

export interface ScheduleEntry {
  /** As written, zone prefix included. */
  readonly expression: string;
  /** Five fields. */
  readonly cron: string;
  /** IANA zone of a `CRON_TZ=` prefix; null: the zone of the engine. */
  readonly timezone: string | null;
}

export interface ParamDefinition {
  /** For a positional parameter its position from 1, as text. */
  readonly name: string;
  readonly positional: boolean;
  /** Unexpanded. */
  readonly defaultValue: string;
}

export interface EnvEntry {
  readonly name: string;
  /** Unexpanded. */
  readonly value: string;
}

export interface Step {
  readonly name: string;
  readonly id: string | null;
  readonly description: string;
  readonly type: 'shell';
  /** Run one after another; empty when there is only a script. */
  readonly commands: readonly string[];
  readonly script: string | null;
  /** Names of the steps that must end first: `depends` of a graph, the neighbours before it in a chain. */
  readonly depends: readonly string[];
  readonly workingDir: string | null;
  readonly shell: readonly string[] | null;
  /** Files that get a copy of the stream, appended. */
  readonly stdout: string | null;
  readonly stderr: string | null;
  readonly output: OutputDefinition | null;
  readonly env: readonly EnvEntry[];
  /** Null: as the DAG says. */
  readonly logOutput: 'separate' | 'merged' | null;
  /** Like `SIGTERM`; null: SIGTERM. */
  readonly signalOnStop: string | null;
  readonly timeoutSec: number;
}

export interface OutputDefinition {
  readonly name: string;
  /** Key at the outputs endpoint; null: the name in camel case. */
  readonly key: string | null;
  readonly omit: boolean;
}

/** A finding of the loader. Lines and columns are 1-based, the end exclusive. */
export interface LoadIssue {
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  /** Text that would mend it in place of the marked range. */
  readonly suggestion?: string;
}

export interface LoadResult {
  /** The first document; null when it has errors or cannot be read. */
  readonly dag: Dag | null;
  /** Documents after a `---`. */
  readonly localDags: readonly Dag[];
  /** What could be read although there are errors: every valid field, defaults for the rest. */
  readonly partial: Dag;
  /** All of them, in the order of the text. */
  readonly issues: readonly LoadIssue[];
}

/** `[4:7] message`: the form in which load errors appear in answers and on the command line. */
export function issueText(issue: LoadIssue): string {
  return `[${issue.line}:${issue.column}] ${issue.message}`;
}
