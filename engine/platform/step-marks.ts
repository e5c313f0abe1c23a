import { readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pipesOf } from './launcher-pipes.ts';
import type { LaunchOptions } from './step-process.ts';

/** By what the processes of a step are known. */
export interface StepMarks {
  /** In the variables of all that it starts. */
  readonly cookie: string;
  /** Number of its launcher, and of the group of that. */
  readonly launcher: number;
  /** Where its commands write to: what carries no cookie at all, and writes there, has been started by them too. */
  readonly logs: readonly string[];
  readonly recordFile: string;
  /** Whether programs of its launcher may write to the logs, which are in its group. */
  readonly hasHelpers: boolean;
}

/** Of a step that this engine launches. */
export function marksOf(options: LaunchOptions, launcher: number): StepMarks {
  const { nonce, recordFile, stdoutFile, stderrFile, mask, copyStdoutTo, copyStderrTo } = options;
  const hasHelpers = mask !== null || copyStdoutTo.length + copyStderrTo.length > 0;
  return { cookie: nonce, launcher, logs: [stdoutFile, stderrFile], recordFile, hasHelpers };
}

/** Of a command that writes to no log. */
export function cookieAlone(cookie: string): StepMarks {
  return { cookie, launcher: 0, logs: [], recordFile: '', hasHelpers: false };
}

/** The step to whose logs something writes. */
interface Owner {
  readonly step: StepMarks;
  readonly isLog: boolean;
}

/** Knows the steps to whose logs processes without a cookie write. */
export class StreamOwners {
  readonly #steps: readonly StepMarks[];
  /** What was there before the first of them has been started by none. */
  readonly #oldest: number;
  #owners: ReadonlyMap<string, Owner> | undefined;

  /** `last`: the last number that was given to a process. */
  constructor(steps: readonly StepMarks[], last: number) {
    this.#steps = steps;
    const oldest = Math.min(...steps.map(({ launcher }) => launcher));
    // Numbers begin anew when all have been given.
    this.#oldest = last >= oldest ? oldest : 0;
  }

  /** By what a process has as standard output or error. */
  ownerOf(number: number): Owner | null {
    if (number < this.#oldest) return null;
    for (const stream of [1, 2]) {
      const target = targetOf(number, stream);
      // Most are terminals and sockets.
      const owner = target.startsWith('/') ? this.#ownersOf().get(target) : undefined;
      if (owner !== undefined) return owner;
    }
    return null;
  }

  #ownersOf(): ReadonlyMap<string, Owner> {
    this.#owners ??= new Map(this.#steps.flatMap(ownersBy));
    return this.#owners;
  }
}

/** Whether such a process comes of the commands of the step, and is not its launcher or what helps that. */
export function isOfCommands(
  { step: { launcher, hasHelpers }, isLog }: Owner,
  { pid, group }: { readonly pid: number; readonly group: number },
): boolean {
  return pid !== launcher && !(isLog && hasHelpers && group === launcher);
}

function ownersBy(step: StepMarks): readonly (readonly [string, Owner])[] {
  const pipes = step.recordFile === '' ? [] : pipesOf(step.recordFile);
  return [
    ...step.logs.map((file) => [realFile(file), { step, isLog: true }] as const),
    ...pipes.map((file) => [realFile(file), { step, isLog: false }] as const),
  ];
}

/** As the system names an open file: without links on the way. Pipes have no name any more once they are open. */
function realFile(file: string): string {
  try {
    return join(realpathSync(dirname(file)), basename(file));
  } catch {
    return file;
  }
}

const GONE = ' (deleted)';

function targetOf(pid: number, stream: number): string {
  try {
    const target = readlinkSync(`/proc/${pid}/fd/${stream}`);
    return target.endsWith(GONE) ? target.slice(0, -GONE.length) : target;
  } catch {
    // Closed, gone, or of another user.
    return '';
  }
}
