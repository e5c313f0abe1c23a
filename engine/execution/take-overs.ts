import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import type { RunRecord } from '../storage/runs.ts';
import type { Snapshots } from './state/load-run.ts';

export interface TakeOversOptions {
  readonly snapshots: Snapshots;
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Logger;
  /** Whether the run is under way here, so that nobody has to go on with it. */
  readonly isKnown: (id: number) => boolean;
  readonly resume: (record: RunRecord) => void;
  readonly stop: (id: number) => void;
}

/** A run whose definition, or that of a run before it, is read aside. */
interface Waiting {
  readonly resumed: Promise<void>;
  isStopped: boolean;
}

const AGAIN_MS = 1000;

/**
 * Goes on with runs that an earlier engine left, callers before those that they called, which need them. Those that can be
 * read at once go on in the same turn; one that is too large for that is read aside, and those behind it wait for it.
 */
export class TakeOvers {
  readonly #options: TakeOversOptions;
  readonly #waiting = new Map<number, Waiting>();
  readonly #again = new Set<() => void>();
  #isClosed = false;

  constructor(options: TakeOversOptions) {
    this.#options = options;
  }

  /** Whether the run is about to go on. */
  has(id: number): boolean {
    return this.#waiting.has(id);
  }

  /** Runs of one root, in the order of their ids. */
  resume(records: readonly RunRecord[]): void {
    const { snapshots, isKnown, resume } = this.#options;
    const open = records.filter(({ id }) => !isKnown(id) && !this.has(id));
    const cold = open.findIndex(snapshots.isCold);
    for (const record of cold === -1 ? open : open.slice(0, cold)) resume(record);
    if (cold !== -1) this.#resumeAside(open.slice(cold));
  }

  /**
   * Resolves when the run goes on, or needs nobody for that.
   *
   * @throws EngineError of `Snapshots.holding`; it is tried again in a moment.
   */
  async resumed(id: number): Promise<void> {
    await this.#waiting.get(id)?.resumed;
  }

  /** Stops a run as soon as it can be. False when it does not wait here. */
  stop(id: number): boolean {
    const waiting = this.#waiting.get(id);
    if (waiting !== undefined) waiting.isStopped = true;
    return waiting !== undefined;
  }

  close(): void {
    this.#isClosed = true;
    for (const cancel of this.#again) cancel();
    this.#again.clear();
  }

  #resumeAside(records: readonly RunRecord[]): void {
    const resumed = this.#inOrder(records);
    for (const { id } of records) this.#waiting.set(id, { resumed, isStopped: false });
    resumed.catch((error: unknown) => this.#resumeLater(records, error));
  }

  async #inOrder(records: readonly RunRecord[]): Promise<void> {
    const { snapshots } = this.#options;
    for (const record of records) {
      await snapshots.holding(record, () => this.#resumeOne(record));
    }
  }

  #resumeOne(record: RunRecord): void {
    const { isKnown, resume, stop } = this.#options;
    const { id } = record;
    if (this.#isClosed || isKnown(id)) return;
    resume(record);
    const isStopped = this.#waiting.get(id)?.isStopped;
    this.#waiting.delete(id);
    if (isStopped === true) stop(id);
  }

  #resumeLater(records: readonly RunRecord[], error: unknown): void {
    if (this.#isClosed) return;
    const left = records.filter(({ id }) => this.has(id));
    const [first] = left;
    this.#options.log.warn('Cannot take over a run yet', {
      dag: first?.dagName,
      run: first?.runId,
      error,
    });
    const cancel = this.#options.clock.after(AGAIN_MS, () => {
      this.#again.delete(cancel);
      const stopped = left.filter(({ id }) => this.#waiting.get(id)?.isStopped);
      for (const { id } of left) this.#waiting.delete(id);
      this.resume(left);
      for (const { id } of stopped) if (!this.stop(id)) this.#options.stop(id);
    });
    this.#again.add(cancel);
  }
}
