import { EngineError } from '../contract/errors.ts';
import type { RunChange } from '../execution/state/run-change.ts';
import type { OwnLogs } from '../execution/keep/own-folders.ts';
import type { Runner } from '../execution/runner.ts';
import type { Snapshots } from '../execution/state/load-run.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import type { Database } from '../storage/database.ts';
import {
  firstQueueItem,
  moveQueueItem,
  waitingQueues,
  type QueueItem,
} from '../storage/queue-items.ts';
import { enterQueue, isPlanned } from '../storage/planned-runs.ts';
import { runningCount } from '../storage/queue-load.ts';
import { queuedRunsOfFile, runById, updateRun, type RunRecord } from '../storage/runs.ts';
import type { WriteQueue } from '../storage/write-queue.ts';
import { beginQueued, deletedWhileQueued, isPassingTrouble } from './begin-queued.ts';
import type { QueueExit } from './queue-exit.ts';
import type { QueueLimits } from './queue-limits.ts';
import { queueRetry, takeOut } from './queue-moves.ts';

export interface RunQueuesOptions {
  readonly db: Database;
  readonly snapshots: Snapshots;
  readonly writes: WriteQueue;
  readonly clock: Clock;
  readonly log: Logger;
  readonly limits: QueueLimits;
  readonly runner: Pick<Runner, 'begin' | 'discard'>;
  /** Whether the DAG of this file is there. */
  readonly hasFile: (fileName: string) => boolean;
  readonly logDir: string;
  readonly ownLogs: OwnLogs;
  /** Why nothing new can begin now; null while all is well. */
  readonly problem: () => string | null;
  /** Called after a change of a run was committed. */
  readonly changed: (change: RunChange) => void;
  /** Called after a run has ended without having begun. */
  readonly ended: (run: RunRecord) => void;
  /** Called within the transaction in which a run leaves its queue; what it returns, when that is committed. */
  readonly left: (db: Database, run: RunRecord, exit: QueueExit) => () => void;
  /** Called after what waits in a queue has changed. */
  readonly queueChanged: (queue: string) => void;
}

/** Pause before a queue is looked at again whose next run the machine could not begin. */
const TROUBLE_MS = 1000;

/**
 * Begins queued runs in the order of their places as soon as their queue has room. What waits stands in the store
 * alone; a queue is looked at when something about it changes, so nothing is ever polled. Looking and beginning are
 * one transaction, so two looks never begin a run twice and never exceed a limit.
 */
export class RunQueues {
  readonly #options: RunQueuesOptions;
  /** Queues that the next commit looks at. */
  readonly #due = new Set<string>();
  readonly #troubled = new Map<string, () => void>();
  /** Queues whose next run has a definition that is read aside. */
  readonly #reading = new Set<string>();
  #isOpen = false;

  constructor(options: RunQueuesOptions) {
    this.#options = options;
  }

  get limits(): QueueLimits {
    return this.#options.limits;
  }

  /**
   * Whether runs that go on, or are started again by hand, wait in that queue: global ones do, while somebody looks
   * after them.
   */
  takes(queue: string): boolean {
    return this.#isOpen && this.limits.areEnabled && this.limits.isGlobal(queue);
  }

  /**
   * Whether runs that are enqueued begin at once: where queues are switched off. The engine of a single command lets them
   * wait all the same, for the next one.
   */
  get areBypassed(): boolean {
    return this.#isOpen && !this.limits.areEnabled;
  }

  /** Whether queued runs begin by themselves: not with the engine of a single command, nor with one that ends. */
  get areServed(): boolean {
    return this.#isOpen;
  }

  /** From now on queued runs begin. */
  start(): void {
    this.#isOpen = true;
    this.wakeAll();
  }

  /** From now on none does; those that wait go on waiting in the store. */
  stop(): void {
    this.#isOpen = false;
    for (const cancel of this.#troubled.values()) cancel();
    this.#troubled.clear();
  }

  wakeAll(): void {
    for (const queue of waitingQueues(this.#options.db)) this.wake(queue);
  }

  /** Looks whether the next run of a queue may begin. */
  wake(queue: string): void {
    const { db } = this.#options;
    if (!this.#isOpen || this.#due.has(queue) || firstQueueItem(db, queue) === undefined) return;
    this.#due.add(queue);
    void this.#look(queue);
  }

  async #look(queue: string): Promise<void> {
    let next: QueueItem | undefined;
    let told = (): void => undefined;
    const look = this.#options.writes.commitSynced((database) => {
      this.#due.delete(queue);
      next = this.#next(database, queue);
      if (next === undefined) return;
      told = this.#begin(database, next);
      // Within the same commit, but each on its own: one that cannot begin takes back nothing of the others.
      this.wake(queue);
    });
    await look.then(
      () => this.#taken(next, told),
      (error: unknown) => this.#notTaken(queue, next, error),
    );
  }

  /** A run was given a place. */
  added({ id, queue }: Pick<RunRecord, 'id' | 'queue'>): void {
    this.#options.changed({ kind: 'run', id });
    this.#options.queueChanged(queue);
    this.wake(queue);
  }

  /**
   * Queues an ended run that is to go on by a retry: of one node, or of all that failed.
   *
   * @throws EngineError `already_running` when it goes on already.
   */
  async retry(run: RunRecord, position: number | null): Promise<void> {
    const { writes, clock, ownLogs } = this.#options;
    const options = { position, now: clock.now(), ownLogs };
    await writes.commitSynced((db) => queueRetry(db, run.id, options));
    this.added(run);
  }

  /** Ends a queued run that will not begin. False when it was not queued, or begins in this moment. */
  async leave(run: RunRecord, error: string): Promise<boolean> {
    const { writes, clock } = this.#options;
    const now = clock.now();
    const patch = { status: 'aborted', finishedAt: now, stopRequestedAt: now, error } as const;
    const exit = { kind: 'removed', why: error } as const;
    const left = await writes.commitSynced((db) => this.#takeOut(db, run, { patch, exit }));
    left?.();
    return left !== null;
  }

  /**
   * Ends a queued run whose place a newer one takes, within the transaction of the caller, who calls what is returned when
   * that is committed.
   */
  replace(db: Database, run: RunRecord): () => void {
    const error = `a newer run of its schedule replaced it while it waited in queue ${run.queue}`;
    const patch = { status: 'aborted', finishedAt: this.#options.clock.now(), error } as const;
    return this.#takeOut(db, run, { patch, exit: { kind: 'replaced' } }) ?? (() => undefined);
  }

  /** The time of a planned run has come: it takes the last place in its queue. */
  async enter(run: RunRecord): Promise<void> {
    const { writes, clock } = this.#options;
    const queuedAt = clock.now();
    const entered = await writes.commitSynced((db) => {
      if (!enterQueue(db, run.id)) return false;
      updateRun(db, run.id, { queuedAt });
      return true;
    });
    if (entered) this.added(run);
  }

  /** The time of a planned run has come: it begins, whatever its queue is at. */
  async beginPlanned(run: RunRecord): Promise<void> {
    const { writes, clock, queueChanged, runner } = this.#options;
    const item = { runId: run.id, queue: run.queue, isRetry: 0, retryPosition: null } as const;
    const begin = writes.commitSynced((db) => {
      if (!isPlanned(db, run.id)) return false;
      updateRun(db, run.id, { queuedAt: clock.now() });
      this.#begin(db, item);
      return true;
    });
    await begin.then(
      (begun) => {
        if (begun) queueChanged(run.queue);
      },
      (error: unknown) => {
        runner.discard(run.id);
        // What will pass is met again when the time is looked at again.
        if (!isPassingTrouble(error, run, this.#options.logDir)) this.fail(run, error);
      },
    );
  }

  /** Ends what waits of a DAG whose file was deleted: under its name there may soon be another one. */
  dagDeleted(fileName: string): void {
    for (const run of queuedRunsOfFile(this.#options.db, fileName)) {
      this.fail(run, deletedWhileQueued(fileName));
    }
  }

  /** Gives a queued run another place: 1 is next. False when it does not wait in that queue. */
  async move(runId: number, queue: string, position: number): Promise<boolean> {
    const { writes, queueChanged } = this.#options;
    const moved = await writes.commitSynced((db) => moveQueueItem(db, { runId, queue, position }));
    if (moved) queueChanged(queue);
    return moved;
  }

  #next(db: Database, queue: string): QueueItem | undefined {
    if (!this.#isOpen || runningCount(db, queue) >= this.limits.of(queue)) return undefined;
    const item = firstQueueItem(db, queue);
    const problem = item === undefined ? null : this.#options.problem();
    if (problem !== null) throw new EngineError('service_unavailable', problem);
    const run = item === undefined ? undefined : runById(db, item.runId);
    if (run === undefined || !this.#options.snapshots.isCold(run)) return item;
    this.#readAside(queue, run);
    return undefined;
  }

  /** The queue is looked at again when the definition of its next run can be read at once. */
  #readAside(queue: string, run: RunRecord): void {
    if (this.#reading.has(queue)) return;
    this.#reading.add(queue);
    const look = (): Promise<void> | undefined => {
      this.#reading.delete(queue);
      return this.#isOpen ? this.#look(queue) : undefined;
    };
    this.#options.snapshots.holding(run, look).catch((error: unknown) => {
      this.#reading.delete(queue);
      if (this.#isOpen) this.#wakeLater(queue, error);
    });
  }

  #begin(db: Database, item: QueueItem): () => void {
    const { clock, left } = this.#options;
    const run = beginQueued(db, item, { ...this.#options, now: clock.now() });
    return left(db, run, { kind: 'begun' });
  }

  #taken(item: QueueItem | undefined, told: () => void): void {
    if (item !== undefined) this.#options.queueChanged(item.queue);
    told();
  }

  #notTaken(queue: string, item: QueueItem | undefined, error: unknown): void {
    const { db, runner, logDir } = this.#options;
    this.#due.delete(queue);
    if (item !== undefined) runner.discard(item.runId);
    if (!this.#isOpen) return;
    const run = item === undefined ? undefined : runById(db, item.runId);
    if (run === undefined || isPassingTrouble(error, run, logDir)) this.#wakeLater(queue, error);
    else this.fail(run, error);
  }

  #wakeLater(queue: string, error: unknown): void {
    if (this.#troubled.has(queue)) return;
    this.#options.log.warn('Cannot continue a queue yet', { queue, error });
    const look = (): void => {
      this.#troubled.delete(queue);
      this.wake(queue);
    };
    this.#troubled.set(queue, this.#options.clock.after(TROUBLE_MS, look));
  }

  /** Ends a queued run as failed: one that cannot begin holds up no other. */
  fail(run: RunRecord, error: unknown): void {
    const { writes, clock, log } = this.#options;
    const reason = error instanceof Error ? error.message : String(error);
    log.warn('Cannot start a queued run', { dag: run.dagName, run: run.runId, error: reason });
    const patch = { status: 'failed', finishedAt: clock.now(), error: reason } as const;
    const exit = { kind: 'failed', why: reason } as const;
    let failed: (() => void) | null = null;
    writes.commit(
      (db) => {
        failed = this.#takeOut(db, run, { patch, exit });
      },
      () => {
        failed?.();
        this.wake(run.queue);
      },
    );
  }

  /** Null when it was not queued; else what is to be called when that is committed. */
  #takeOut(
    db: Database,
    run: RunRecord,
    { patch, exit }: { readonly patch: Parameters<typeof takeOut>[2]; readonly exit: QueueExit },
  ): (() => void) | null {
    if (!takeOut(db, run.id, patch)) return null;
    const told = this.#options.left(db, run, exit);
    return () => {
      this.#over(run);
      told();
    };
  }

  #over({ id, queue }: RunRecord): void {
    const { db, changed, ended, queueChanged } = this.#options;
    changed({ kind: 'run', id });
    queueChanged(queue);
    const run = runById(db, id);
    if (run !== undefined) ended(run);
  }
}
