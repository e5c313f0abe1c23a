import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { runTaskProgram } from '../execution/work/task-program.ts';
import { runLogFile } from '../execution/keep/run-folders.ts';
import { createRunLog } from '../execution/state/run-log.ts';
import type { TracedRun } from '../execution/state/traced-run.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { batchOf, isSameTarget, type RunBatch } from './run-batch.ts';

export interface TracesOptions {
  readonly clock: Clock;
  readonly log: Logger;
  readonly dataDir: string;
  readonly defaultShell: readonly string[];
}

/** Spans that wait for a collector; what a run adds beyond them is given up, so that a dead one costs no memory. */
const MAX_SPANS = 20_000;
/** Spans of one message. */
const MESSAGE_SPANS = 2000;
/** How long the end of the engine waits for what is on its way. */
const END_MS = 5000;
/** What the program needs beside the time that the collector has. */
const START_MS = 30_000;

/**
 * Sends the traces of runs that have ended, by a program of ours: while nobody asks for traces nothing of it is loaded.
 * Runs never wait for a collector. What it does not take is given up, and the log of each run says so.
 */
export class Traces {
  readonly #options: TracesOptions;
  readonly #end = new AbortController();
  #waiting: RunBatch[] = [];
  #work: Promise<void> | null = null;
  #isClosed = false;

  constructor(options: TracesOptions) {
    this.#options = options;
  }

  /** What an engine that was killed left may hold a token. */
  start(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  add(ended: TracedRun): void {
    void this.#add(ended);
  }

  async #add(ended: TracedRun): Promise<void> {
    const { vault, state, spans } = ended;
    const before = this.#waiting.reduce((sum, one) => sum + one.batch.spans.length, 0);
    if (this.#isClosed || before + spans.length > MAX_SPANS) {
      this.#note(state.run, 'the collector is slow, and too many other traces wait for it');
      return;
    }
    try {
      const signal = this.#end.signal;
      this.#waiting.push(await batchOf(ended, { ...this.#options, signal }));
    } catch (error) {
      this.#note(state.run, vault.mask((error as Error).message));
      return;
    }
    this.#work ??= this.#sendAll();
  }

  /** Waits a moment for what is on its way, and gives up the rest. */
  async stop(): Promise<void> {
    this.#isClosed = true;
    const cancel = this.#options.clock.after(END_MS, () => this.#end.abort());
    await this.#work;
    cancel();
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const together = this.#takeTogether();
      const error = await this.#send(together);
      if (error !== null) for (const { run, vault } of together) this.#note(run, vault.mask(error));
    }
    this.#work = null;
  }

  /** The first that waits, and others for the same collector. */
  #takeTogether(): readonly RunBatch[] {
    const [first] = this.#waiting;
    const taken: RunBatch[] = [];
    let spans = 0;
    this.#waiting = this.#waiting.filter((one) => {
      spans += one.batch.spans.length;
      const isTaken =
        one === first ||
        (spans <= MESSAGE_SPANS && first !== undefined && isSameTarget(one, first));
      if (isTaken) taken.push(one);
      return !isTaken;
    });
    return taken;
  }

  async #send(together: readonly RunBatch[]): Promise<string | null> {
    const [first] = together;
    if (first === undefined) return null;
    const { batch, env } = first;
    const spans = together.flatMap((one) => one.batch.spans);
    const task = { program: 'otel', input: { ...batch, spans } } as const;
    try {
      const { isFine, error } = await runTaskProgram(task, {
        folder: this.#folder,
        name: 'batch',
        env,
        timeoutMs: batch.collector.timeoutMs + START_MS,
        signal: this.#end.signal,
      });
      return isFine ? null : (error ?? 'the program that sends traces ended before it was done');
    } catch (error) {
      return (error as Error).message;
    }
  }

  #note({ logFolder }: { readonly logFolder: string }, error: string): void {
    const { clock, log: logger } = this.#options;
    const mask = (text: string): string => text;
    createRunLog(runLogFile(logFolder), { clock, logger, mask })('trace not sent', { error });
  }

  get #folder(): string {
    return join(this.#options.dataDir, 'traces');
  }
}
