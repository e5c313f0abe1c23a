import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { nextTurn } from '../lib/next-turn.ts';
import {
  busyPercent,
  machineUsage,
  processorTimes,
  type MachineUsage,
} from '../platform/machine-usage.ts';
import type { Database } from '../storage/database.ts';
import {
  dropSamplesBefore,
  sampleSums,
  saveSamples,
  type ResourceSample,
} from '../storage/resource-samples.ts';
import type { WriteQueue } from '../storage/write-queue.ts';
import type { OldAge } from '../storage/old-age.ts';
import { pointsOf, widthFor } from './resource-points.ts';

export interface ResourceHistoryOptions {
  readonly db: Database;
  readonly writes: WriteQueue;
  readonly clock: Clock;
  readonly log: Logger;
  readonly ages: Pick<OldAge, 'before'>;
  /** Its disk is the one that is looked at. */
  readonly folder: string;
  readonly intervalMs: number;
  readonly retentionMs: number;
}

/** A write wakes a sleeping disk; samples that a crash takes are no loss. */
const WRITE_EVERY_MS = 60_000;
/** Rows that are read before others get their turn. */
const ROWS_A_TURN = 20_000;

/** What the machine was used for, sampled while the engine runs. */
export class ResourceHistory {
  readonly #options: ResourceHistoryOptions;
  #unsaved: readonly ResourceSample[] = [];
  #times = processorTimes();
  #wroteAt: number;
  #isWriting = false;
  #cancel: () => void = () => undefined;

  constructor(options: ResourceHistoryOptions) {
    this.#options = options;
    this.#wroteAt = options.clock.elapsed();
  }

  start(): void {
    const { clock, log, intervalMs } = this.#options;
    this.#cancel = clock.after(intervalMs, () => {
      this.start();
      try {
        this.#sample();
      } catch (error) {
        log.debug('Cannot read the resource usage of the machine', { error });
      }
    });
  }

  /** Samples no more, and hands what is not stored yet to the last commit. Safe twice. */
  stop(): void {
    this.#cancel();
    this.#write();
  }

  /** Averages over the time until now, at most 1,000 of them, oldest first. */
  async since(durationMs: number): Promise<readonly ResourceSample[]> {
    const { db, clock, intervalMs, retentionMs } = this.#options;
    const to = clock.now() + 1;
    const from = to - Math.min(durationMs, retentionMs);
    const widthMs = widthFor(to - from);
    const stored = [];
    const turnMs = ROWS_A_TURN * intervalMs;
    for (let start = from; start < to; start += turnMs) {
      if (start > from) await nextTurn();
      stored.push(...sampleSums(db, { from: start, to: Math.min(to, start + turnMs), widthMs }));
    }
    const unsaved = this.#unsaved.filter(({ at }) => at >= from && at < to);
    return pointsOf(stored, unsaved, widthMs);
  }

  now(): MachineUsage {
    return machineUsage(this.#options.folder);
  }

  #sample(): void {
    const { clock, ages, folder, retentionMs } = this.#options;
    const before = this.#times;
    this.#times = processorTimes();
    const cpu = busyPercent(before, this.#times);
    const { memoryUsedBytes, memoryTotalBytes, diskPercent: disk, load } = machineUsage(folder);
    const at = clock.now();
    const memory = (100 * memoryUsedBytes) / memoryTotalBytes;
    // While the disk takes no writes they gather here, as long as they would be kept.
    const oldest = ages.before(retentionMs) ?? -Infinity;
    const young = this.#unsaved.filter((each) => each.at >= oldest);
    this.#unsaved = [...young, { at, cpu, memory, disk, load }];
    if (clock.elapsed() - this.#wroteAt >= WRITE_EVERY_MS) this.#write();
  }

  // One write at a time: a disk that takes none must not find a heap of them when it does again.
  #write(): void {
    const { writes, clock, ages, retentionMs } = this.#options;
    if (this.#isWriting || this.#unsaved.length === 0) return;
    this.#isWriting = true;
    this.#wroteAt = clock.elapsed();
    let saved = this.#unsaved;
    writes.commit(
      (db) => {
        saved = this.#unsaved;
        saveSamples(db, saved);
        const before = ages.before(retentionMs);
        if (before !== null) dropSamplesBefore(db, before);
      },
      () => {
        this.#isWriting = false;
        const known = new Set(saved);
        this.#unsaved = this.#unsaved.filter((each) => !known.has(each));
      },
    );
  }
}
