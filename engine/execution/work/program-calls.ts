import { lstatSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { makeRunFolder } from '../../lib/folders.ts';
import { readText } from '../../lib/regular-file.ts';
import { replaceText } from '../../lib/write-file.ts';
import { watchNames } from '../../platform/watch-folder.ts';
import {
  answerFile,
  callFile,
  type DagAnswer,
  type DagCall,
} from '../../step-programs/dag-calls.ts';
import { namesOfValues } from '../../dag/call-names.ts';
import type { Database } from '../../storage/database.ts';
import type { RunRecord } from '../../storage/runs.ts';
import { CalledRuns, type CalledRunsOptions, type OpenCall } from './called-runs.ts';

export interface ProgramCallsOptions extends Omit<CalledRunsOptions, 'changed' | 'names'> {
  /** What program and engine share (`step-programs/dag-calls`). */
  readonly folder: string;
  /** Told when all runs that are open wait for a person, and when one goes on. */
  readonly waiting: (isWaiting: boolean) => void;
  /** Told after a stop, when nothing is under way any more; more than once if it is stopped more than once. */
  readonly idle: () => void;
}

/** What a program may ask for. */
export interface AllowedCalls {
  /** DAGs, as a step calls them. */
  readonly targets: readonly string[];
  /** Where their runs begin when they name no directory. */
  readonly workingDir: string;
}

/** That stands beside the calls, sealed, so that another engine knows it too. */
const allowedFile = (folder: string): string => join(folder, 'allowed');
const allowedCalls = z.object({ targets: z.array(z.string()), workingDir: z.string() });
const asked = z.object({ target: z.int().min(0), params: z.string() });

/** More than any program needs; a longer call is cut off, and so refused. */
const MAX_CALL_BYTES = 1024 * 1024;
/** A full disk takes no answer. */
const AGAIN_MS = 5000;

/** Whether an earlier engine let a program ask for runs: that is written down before the program begins. */
export function mayCall(folder: string): boolean {
  return lstatSync(allowedFile(folder), { throwIfNoEntry: false }) !== undefined;
}

/**
 * The runs of other DAGs that a program asks for while it works. Files say what it asks, and the database what came of
 * it, so another engine goes on from both.
 */
export class ProgramCalls {
  readonly #options: ProgramCallsOptions;
  readonly #runs: CalledRuns;
  readonly #answered = new Set<number>();
  #allowed: AllowedCalls = { targets: [], workingDir: '' };
  #isStopped = false;
  #isDetached = false;
  #isWaiting = false;
  #endWatch: () => void = () => undefined;
  #cancelAgain: () => void = () => undefined;

  constructor(options: ProgramCallsOptions) {
    this.#options = options;
    this.#runs = new CalledRuns({
      ...options,
      names: namesOfValues,
      changed: () => this.#proceed(),
    });
  }

  /** Listens to a program that is about to begin. */
  begin(allowed: AllowedCalls): void {
    const { folder, run } = this.#options;
    makeRunFolder(folder);
    replaceText(allowedFile(folder), JSON.stringify(mapTexts(allowed, run.vault().seal)));
    this.#listen(allowed);
  }

  /** Goes on listening to one that an earlier engine started. */
  resume(db: Database): void {
    const { run, position } = this.#options;
    this.#isWaiting = run.state.nodes[position]?.status === 'waiting';
    this.#runs.resume(db);
    this.#listen(this.#readAllowed());
    for (const call of this.#runs.all) if (call.state === 'pending') void this.#start(call);
  }

  childChanged(child: RunRecord): void {
    if (!this.#isDetached && this.#runs.childChanged(child)) this.#proceed();
  }

  /** Stops what is under way, and begins no more. */
  stop(): void {
    this.#isStopped = true;
    this.#runs.stop();
    this.#proceed();
  }

  detach(): void {
    this.#isDetached = true;
    this.#runs.detach();
    this.#endWatch();
    this.#cancelAgain();
  }

  /** What stands in place of the file that was written allows nothing. */
  #readAllowed(): AllowedCalls {
    const { folder, run } = this.#options;
    try {
      const written = readText(allowedFile(folder), { links: 'refuse' });
      return mapTexts(allowedCalls.parse(JSON.parse(written)), run.vault().unseal);
    } catch (error) {
      run.log('cannot read what the step may call', { error: (error as Error).message });
      return { targets: [], workingDir: '' };
    }
  }

  #listen(allowed: AllowedCalls): void {
    this.#allowed = allowed;
    this.#endWatch = watchNames(this.#options.folder, () => this.#look());
    this.#look();
  }

  #look(): void {
    if (this.#isDetached || this.#isStopped) return;
    for (;;) {
      const item = this.#runs.all.length;
      const call = this.#read(item);
      if (call === null) break;
      this.#take(item, call);
    }
    this.#proceed();
  }

  /** What is asked next; null: nothing yet. What cannot be read is a call of nothing. */
  #read(item: number): DagCall | null {
    try {
      const text = readText(callFile(this.#options.folder, item), {
        links: 'refuse',
        mostBytes: MAX_CALL_BYTES,
      });
      return asked.parse(JSON.parse(text));
    } catch (error) {
      const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
      return isMissing ? null : { target: -1, params: '' };
    }
  }

  #take(item: number, { target, params }: DagCall): void {
    const { folder, run } = this.#options;
    const { seal } = run.vault();
    const name = this.#allowed.targets[target];
    const row = { item, target: seal(name ?? ''), params: seal(params), childId: null, error: '' };
    this.#runs.add([row], () => rmSync(callFile(folder, item), { recursive: true, force: true }));
    if (name === undefined) this.#runs.refuse(item, 'the step names no such DAG');
    else void this.#start({ ...row, state: 'pending' });
  }

  async #start(call: OpenCall): Promise<void> {
    const { run } = this.#options;
    const { unseal } = run.vault();
    try {
      const workingDir = unseal(run.state.context.workingDir);
      const called = await run.subRuns.find(run.state.run, unseal(call.target), workingDir);
      if (!this.#isDetached && !this.#isStopped)
        await this.#runs.start(call, called, this.#allowed.workingDir);
    } catch (error) {
      if (this.#isDetached) return;
      this.#runs.refuse(call.item, (error as Error).message);
      this.#proceed();
    }
  }

  #proceed(): void {
    if (this.#isDetached) return;
    const { idle, waiting } = this.#options;
    if (this.#isStopped) {
      if (this.#runs.open.length === 0) idle();
      return;
    }
    for (const call of this.#runs.all) if (call.state === 'ended') this.#answer(call);
    const { areWaiting } = this.#runs;
    if (areWaiting === this.#isWaiting) return;
    this.#isWaiting = areWaiting;
    waiting(areWaiting);
  }

  #answer(call: OpenCall): void {
    if (this.#answered.has(call.item)) return;
    const { folder, run } = this.#options;
    try {
      replaceText(answerFile(folder, call.item), JSON.stringify(this.#answerTo(call)));
      this.#answered.add(call.item);
    } catch (error) {
      run.log('cannot answer the step', { error: (error as Error).message });
      this.#cancelAgain();
      this.#cancelAgain = run.clock.after(AGAIN_MS, () => this.#proceed());
    }
  }

  /** What a program is told may leave this computer, so it has no secrets. */
  #answerTo(call: OpenCall): DagAnswer {
    const { subRuns, vault } = this.#options.run;
    const { mask } = vault();
    const { name, dagRunId, status, error, outputs } = this.#runs.endOf(call);
    const given = Object.entries(outputs).map(([key, value]) => [key, mask(value)] as const);
    const hasPrinted = given.length === 0 && call.childId !== null;
    return {
      name,
      dagRunId,
      status,
      error: mask(error),
      outputs: Object.fromEntries(given),
      printed: hasPrinted ? mask(subRuns.printedBy(call.childId)) : '',
    };
  }
}

function mapTexts(
  { targets, workingDir }: AllowedCalls,
  map: (text: string) => string,
): AllowedCalls {
  return { targets: targets.map(map), workingDir: map(workingDir) };
}
