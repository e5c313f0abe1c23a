import type { Config } from '../../config/config.ts';
import type { Finding } from '../../contract/operations/maintenance.ts';
import type { SyncTest } from '../../contract/sync.ts';
import type { Clock } from '../../lib/clock.ts';
import type { HomeRow } from '../../storage/home.ts';

/** What the doctor looks at. */
export interface DoctorContext {
  readonly config: Config;
  /** Environment of the process that looks: an engine's is what its steps get. */
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  readonly clock: Clock;
  /** The engine that looks at itself; null: none runs for this home. */
  readonly engine: {
    /** What health complains of; null while all is well. */
    readonly problem: string | null;
    /** Why nothing is deleted for its age, and what to do; null while all is well. */
    readonly notice: string | null;
    readonly home: HomeRow;
  } | null;
  /** Tries the way to the remote of Git Sync; null: no engine runs that could. */
  readonly testSync: (() => Promise<SyncTest>) | null;
  /** How many definitions there are, and the names of those with errors. */
  readonly dags: () => Promise<{
    readonly files: number;
    readonly broken: readonly string[];
    /** What is wrong with files and folders beyond their content: those that are ignored, and why. */
    readonly ignored?: readonly string[];
    /** Why none of them can be read; null where they can, or left out where there are none. */
    readonly folderProblem?: string | null;
  }>;
  /** Secrets of the definitions whose values are too short to be hidden. */
  readonly shortSecrets: () => Promise<readonly ShortSecret[]>;
}

/** A secret of one or two characters. */
export interface ShortSecret {
  readonly dag: string;
  readonly secret: string;
}

/** One look, in its own file. What it throws is a problem of that check. */
export interface Check {
  readonly name: string;
  readonly look: (context: DoctorContext) => Promise<readonly Verdict[]> | readonly Verdict[];
}

export type Verdict = Omit<Finding, 'check'>;

/** Nothing is to be done. */
export const ok = (message: string): Verdict => ({ level: 'ok', message, fix: '' });
/** Something may go wrong later; `fix` says what to do. */
export const warning = (message: string, fix: string): Verdict => ({
  level: 'warning',
  message,
  fix,
});
/** Something does not work; `fix` says what to do. */
export const problem = (message: string, fix: string): Verdict => ({
  level: 'problem',
  message,
  fix,
});
