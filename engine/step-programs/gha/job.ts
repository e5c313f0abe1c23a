import type { ActionEnd, Call } from './call.ts';
import { commandFiles, type CommandFiles } from './command-files.ts';
import type { Contexts } from './expressions.ts';
import type { ContainerSettings } from './gha-request.ts';
import { lineWriter, type LineWriter } from './lines.ts';
import { writeAll } from '../print.ts';
import { commandReader } from './workflow-commands.ts';

/** What all programs of one step of ours share. */
export interface Job {
  /** Absolute; the working directory of the step. */
  readonly workspace: string;
  /** For scripts, checkouts and command files; goes with the step. */
  readonly folder: string;
  /** The variables of the step, with what programs added by now. */
  readonly env: Record<string, string>;
  /** Descriptor for what the action says. */
  readonly log: 1 | 2;
  readonly masks: Set<string>;
  /** What is to be done when all else is done, last first. */
  readonly after: (() => Promise<void>)[];
  hasFailed: boolean;
  readonly containers: ContainerSettings;
  /** What to do at a stop, beside the end of all programs. */
  readonly onStop: (cancel: () => Promise<void>) => void;
  /** Runs another action, which one of this step uses. */
  readonly run: (call: Call) => Promise<ActionEnd>;
}

/** The contexts that every expression can read. */
export function contextsOf({ env, workspace }: Job, actionFolder: string): Contexts {
  const names = Object.entries(env).filter(([name]) => name.startsWith('GITHUB_'));
  const github = names.map(([name, value]) => [name.slice('GITHUB_'.length).toLowerCase(), value]);
  return {
    github: { ...Object.fromEntries(github), action_path: actionFolder, workspace },
    runner: {
      os: env['RUNNER_OS'],
      arch: env['RUNNER_ARCH'],
      temp: env['RUNNER_TEMP'],
      tool_cache: env['RUNNER_TOOL_CACHE'],
      name: env['RUNNER_NAME'],
      environment: env['RUNNER_ENVIRONMENT'],
    },
    job: { status: 'success' },
    env,
  };
}

/** One program of an action, from what it is given to what it leaves. */
export interface Visit {
  readonly files: CommandFiles;
  readonly outputs: Record<string, string>;
  readonly state: Record<string, string>;
  /** Takes what the program prints. */
  readonly writer: (descriptor: 1 | 2) => LineWriter;
  /** Takes what it left in files. */
  readonly end: () => void;
}

/** Makes the files into which a program of an action may write, and takes what it prints as commands. */
export function beginVisit(job: Job): Visit {
  const files = commandFiles(job.folder);
  const outputs: Record<string, string> = {};
  const state: Record<string, string> = {};
  const writer = (descriptor: 1 | 2): LineWriter => {
    const target = descriptor === 1 ? job.log : 2;
    let said = '';
    const say = (line: string): void => void (said += `${masked(job, line)}\n`);
    const reader = commandReader({
      mask: (value) => addMask(job, value),
      output: (name, value) => (outputs[name] = value),
      state: (name, value) => (state[name] = value),
      say,
    });
    const lines = lineWriter(reader);
    // What comes together is written together: a write for each line would take most of the time.
    const thenWrite = (): void => {
      writeAll(target, Buffer.from(said));
      said = '';
    };
    return {
      write: (bytes) => {
        lines.write(bytes);
        thenWrite();
      },
      end: () => {
        lines.end();
        thenWrite();
      },
    };
  };
  const end = (): void => {
    const told = files.read();
    Object.assign(outputs, Object.fromEntries(told.outputs));
    Object.assign(state, Object.fromEntries(told.state));
    Object.assign(job.env, Object.fromEntries(told.env));
    const path = [...told.path.toReversed(), job.env['PATH'] ?? ''];
    job.env['PATH'] = path.filter(Boolean).join(':');
    const summary = told.summary.trimEnd();
    if (summary !== '') writeAll(job.log, Buffer.from(`${masked(job, summary)}\n`));
  };
  return { files, outputs, state, writer, end };
}

/** Each line of a value of several is hidden by itself as well. */
function addMask({ masks }: Job, value: string): void {
  for (const part of [value, ...value.split(/\r?\n/)]) if (part.trim() !== '') masks.add(part);
}

/** A text without what is to be hidden; the longest first, as one may hold another. */
export function masked({ masks }: Job, text: string): string {
  if (masks.size === 0) return text;
  const longestFirst = [...masks].sort((one, other) => other.length - one.length);
  return longestFirst.reduce((known, mask) => known.replaceAll(mask, '***'), text);
}
