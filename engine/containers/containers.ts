import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isActiveRun } from '../contract/status.ts';
import { runTaskProgram } from '../execution/work/task-program.ts';
import type { Clock } from '../lib/clock.ts';
import { homeInKey } from '../lib/home-in-name.ts';
import type { Logger } from '../lib/logger.ts';
import { holderIn, isLease, leaseFolder } from '../step-programs/docker/lease.ts';
import { isRunning } from '../step-programs/docker/process-name.ts';
import type { Database } from '../storage/database.ts';
import { runOfKey } from '../storage/runs.ts';

export interface ContainersOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly homeId: string;
  readonly dataDir: string;
}

/** A container engine that does not respond must not keep the program for ever. */
const SWEEP_MS = 600_000;
const RETRY_MS = 600_000;
/** How long the end of the engine waits for containers that are being ended; the next one goes on. */
const END_MS = 10_000;

/**
 * Ends the containers of runs that have ended, and those that programs left which were killed. Each of them has a lease in a
 * folder of the home: while that is empty nothing is asked of anybody. A program of ours does it, with the library.
 */
export class Containers {
  readonly #options: ContainersOptions;
  readonly #end = new AbortController();
  #work: Promise<void> | null = null;
  #isDue = false;
  #isClosed = false;
  /** Leases that could not be ended. They wait for the next try, so that no run starts a program in vain. */
  readonly #held = new Set<string>();
  #cancelRetry: () => void = () => undefined;

  constructor(options: ContainersOptions) {
    this.#options = options;
  }

  /** Ends what has no run and no program any more: what earlier engines left, or a run that has ended. */
  wake(): void {
    this.#isDue ||= !this.#isClosed && this.#dueLeases().length > 0;
    if (this.#isDue) this.#work ??= this.#sweepAll();
  }

  /** Waits a moment for what is under way, and leaves the rest to the next engine. */
  async stop(): Promise<void> {
    this.#isClosed = true;
    this.#cancelRetry();
    const cancel = this.#options.clock.after(END_MS, () => this.#end.abort());
    await this.#work;
    cancel();
  }

  async #sweepAll(): Promise<void> {
    while (this.#isDue && !this.#end.signal.aborted) {
      this.#isDue = false;
      const due = this.#dueLeases();
      const error = await this.#sweep(due);
      if (error !== null && !this.#isClosed) this.#hold(due, error);
    }
    this.#work = null;
  }

  #hold(due: readonly string[], error: string): void {
    const { log, clock } = this.#options;
    log.warn('Cannot end containers', { error });
    for (const file of due) this.#held.add(file);
    this.#cancelRetry();
    this.#cancelRetry = clock.after(RETRY_MS, () => {
      this.#held.clear();
      this.wake();
    });
  }

  async #sweep(files: readonly string[]): Promise<string | null> {
    try {
      const task = { program: 'containers', input: { files } } as const;
      const { isFine, error } = await runTaskProgram(task, {
        folder: this.#folder,
        name: 'sweep',
        env: {},
        timeoutMs: SWEEP_MS,
        signal: this.#end.signal,
      });
      return isFine ? null : (error ?? 'the program that ends containers ended before it was done');
    } catch (error) {
      return (error as Error).message;
    }
  }

  #dueLeases(): readonly string[] {
    return this.#names()
      .filter((name) => isLease(name) && this.#isDueNow(name))
      .map((name) => join(this.#folder, name))
      .filter((file) => !this.#held.has(file));
  }

  #isDueNow(name: string): boolean {
    const { db, homeId } = this.#options;
    const holder = holderIn(name);
    if ('owner' in holder) return !isRunning(holder.owner);
    const [key = '', attempt] = holder.run.split('.');
    // In a copied home: its original ends it.
    if (![null, homeId].includes(homeInKey(key))) return false;
    const run = runOfKey(db, key);
    return run === undefined || !isActiveRun(run.status) || run.attempt !== Number(attempt);
  }

  get #folder(): string {
    return leaseFolder(this.#options.dataDir);
  }

  /** Asked at the end of each run; most homes have no such folder. */
  #names(): readonly string[] {
    return existsSync(this.#folder) ? readdirSync(this.#folder) : [];
  }
}
