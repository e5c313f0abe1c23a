import { join, sep } from 'node:path';
import type { Dag } from '../../dag/definition.ts';
import { stepAt } from '../../dag/run-steps.ts';
import type { RunRecord } from '../../storage/runs.ts';

/** Where a run keeps its files. Every folder is named by the run's own key, never by a name that a user gave. */
export interface RunFolders {
  /** Logs; kept until retention. */
  readonly logs: string;
  /** Exit records and scripts; removed when the run has ended. */
  readonly work: string;
  /** Working directory of a run without a file and without `working_dir`. */
  readonly private: string;
}

/** Folders of a run in the data folder. `key` names it there, never its run id. */
export function workFolders(dataDir: string, key: string): Pick<RunFolders, 'work' | 'private'> {
  const work = join(dataDir, 'work', key);
  return { work, private: join(work, 'cwd') };
}

/** Names one attempt of a run, for what lives as long as that. */
export function runName({ key, attempt }: Pick<RunRecord, 'key' | 'attempt'>): string {
  return `${key}.${attempt}`;
}

/** The engine's own log of a run, beside those of its steps. */
export const runLogFile = (logFolder: string): string => `${logFolder}${sep}run.log`;

/**
 * The log files of a node: one for each stream, or the same one twice. All attempts within a run append to them; a
 * retry of the run begins new ones.
 */
export function stepLogFiles(
  { logFolder, attempt }: { readonly logFolder: string; readonly attempt: number },
  dag: Dag,
  position: number,
): { readonly stdout: string; readonly stderr: string } {
  const step = stepAt(dag, position);
  const again = attempt === 1 ? '' : `.${attempt}`;
  const base = join(logFolder, `${position + 1}-${fileNamePart(step.name)}${again}`);
  if ((step.logOutput ?? dag.logOutput) === 'merged') {
    return { stdout: `${base}.log`, stderr: `${base}.log` };
  }
  return { stdout: `${base}.out`, stderr: `${base}.err` };
}

/** What one attempt leaves behind until its run has ended. */
export interface AttemptFiles {
  readonly record: string;
  readonly script: string;
  /** What `output` takes, where the log does not hold that alone; sealed where there are secrets. */
  readonly capture: string;
  /** What a step program is to do. It takes the file away as it begins. */
  readonly input: string;
  /** What a step program tells the engine. */
  readonly report: string;
  /** A folder: what a step program asks the engine for while it works, and what it is answered. */
  readonly calls: string;
  /** What a step program said to a language model and was answered, as JSON. */
  readonly messages: string;
  /** Standard output as the log shows it, for `continue_on`, where the log holds both streams. */
  readonly printed: string;
}

/** Files of one attempt in the work folder of its run. */
export function attemptFiles(workFolder: string, position: number, number: number): AttemptFiles {
  const base = join(workFolder, `${position}-${number}`);
  return {
    record: `${base}.exit`,
    script: `${base}.script`,
    capture: `${base}.out`,
    input: `${base}.input`,
    report: `${base}.report`,
    calls: `${base}.calls`,
    messages: `${base}.messages`,
    printed: `${base}.printed`,
  };
}

// For people who look into the folder; the position before it makes it unique.
function fileNamePart(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, 40);
}
