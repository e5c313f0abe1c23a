import type { Config } from '../config/config.ts';
import type { Schedules } from '../dag/definition.ts';
import type { Database } from '../storage/database.ts';
import {
  dropKnownSchedule,
  keepReplacedSchedule,
  knownSchedules,
  lowerKnownSince,
  saveKnownSchedule,
} from '../storage/schedule-marks.ts';
import type { WriteQueue } from '../storage/write-queue.ts';
import { hasLines, nextDue } from './due.ts';
import type { ScheduledDag } from './ports.ts';

/** A schedule with how far it has been dealt with. */
export interface Known {
  readonly fileName: string;
  readonly schedule: Schedules;
  /** JSON of it, to tell whether it changed. */
  readonly text: string;
  /** Slots until then have been taken on. */
  cursor: number;
  /** When it is due next; null for never, undefined while nobody has asked. */
  nextAt: number | null | undefined;
}

export interface KnownOptions {
  readonly db: Database;
  readonly writes: WriteQueue;
  /** Its `timezone` is that of lines that name none. */
  readonly config: Pick<Config, 'timezone'>;
  readonly bootAt: () => number | null;
}

/** The schedules that slots are made from. They are stored, for the times at which no engine runs. */
export class KnownSchedules {
  readonly #options: KnownOptions;
  readonly #byFile = new Map<string, Known>();
  /** Those of which the next time is not known. */
  readonly #unplanned = new Set<Known>();
  /** The least `nextAt`, so that not every change asks all schedules; null for never, undefined where it is not known. */
  #nextAt: number | null | undefined = null;

  constructor(options: KnownOptions) {
    this.#options = options;
  }

  /** Reads what an earlier engine knew; slots until `decidedUntil` have their fates. */
  load(decidedUntil: number): void {
    for (const { fileName, schedule: text, since } of knownSchedules(this.#options.db)) {
      const schedule = JSON.parse(text) as Schedules;
      this.#put({ fileName, schedule, text, cursor: Math.max(decidedUntil, since) });
    }
  }

  get size(): number {
    return this.#byFile.size;
  }

  fileNames(): readonly string[] {
    return [...this.#byFile.keys()];
  }

  /** Whether a definition says something else than what is known. One with errors says nothing. */
  differs(fileName: string, dag: ScheduledDag | null): boolean {
    const known = this.#byFile.get(fileName);
    if (dag === null) return known !== undefined;
    if (known === undefined) return hasLines(dag.schedule);
    return dag.problem === null && JSON.stringify(dag.schedule) !== known.text;
  }

  /** The schedule of a DAG when what it is due by has not been looked for since its cursor. */
  unplannedOf(fileName: string): Known | null {
    const known = this.#byFile.get(fileName);
    return known !== undefined && this.#unplanned.has(known) ? known : null;
  }

  /** Takes over what the definition says: it counts from now. */
  take(fileName: string, dag: ScheduledDag | null, now: number): void {
    const { writes } = this.#options;
    if (this.#byFile.has(fileName)) {
      this.#remove(fileName);
      writes.commit((db) => {
        keepReplacedSchedule(db, fileName, now);
        dropKnownSchedule(db, fileName);
      });
    }
    if (dag === null || !hasLines(dag.schedule)) return;
    const { schedule } = dag;
    const text = JSON.stringify(schedule);
    this.#put({ fileName, schedule, text, cursor: now });
    writes.commit((db) => saveKnownSchedule(db, { fileName, schedule: text, since: now }));
  }

  rename(from: string, to: string): void {
    const known = this.#byFile.get(from);
    if (known === undefined) return;
    this.#remove(from);
    this.#put({ ...known, fileName: to });
  }

  /** Whether the next time of all schedules is known. */
  get isPlanned(): boolean {
    return this.#unplanned.size === 0;
  }

  /** Until when every slot has been taken on; null: until now. */
  get doneUntil(): number | null {
    return this.isPlanned ? null : Math.min(...[...this.#unplanned].map(({ cursor }) => cursor));
  }

  /** Looks for the next times of so many schedules. */
  plan(most: number): void {
    let left = most;
    for (const known of this.#unplanned) {
      if (left-- <= 0) return;
      this.#plan(known);
    }
  }

  /** Schedules that are due at a time, which are then dealt with until then. Calls back with where each had come. */
  takeDue(now: number, due: (known: Known, after: number) => void): void {
    if (this.nextAt === null || this.nextAt > now) return;
    for (const known of this.#byFile.values()) {
      if (known.nextAt === null || known.nextAt === undefined || known.nextAt > now) continue;
      const after = known.cursor;
      known.cursor = now;
      this.#plan(known);
      due(known, after);
    }
  }

  /** Names of those that are due until a time, and were not due until another. */
  dueWithin(after: number, until: number): readonly string[] {
    if (this.nextAt === null || this.nextAt > until) return [];
    return [...this.#byFile.values()].flatMap(({ fileName, nextAt }) =>
      typeof nextAt === 'number' && nextAt > after && nextAt <= until ? [fileName] : [],
    );
  }

  /** When the first of them is due next; null for never. */
  get nextAt(): number | null {
    if (this.#nextAt !== undefined) return this.#nextAt;
    let first: number | null = null;
    for (const { nextAt } of this.#byFile.values()) first = earlier(first, nextAt);
    this.#nextAt = first;
    return first;
  }

  /** The clock was set back: times that have passed come again, and find their slots decided. */
  setBack(now: number): void {
    for (const known of this.#byFile.values()) {
      known.cursor = Math.min(known.cursor, now);
      known.nextAt = undefined;
      this.#unplanned.add(known);
    }
    this.#nextAt = null;
    this.#options.writes.commit((db) => lowerKnownSince(db, now));
  }

  #plan(known: Known): void {
    this.#unplanned.delete(known);
    this.#forgetFirst(known);
    const { config, bootAt } = this.#options;
    const { timezone } = config;
    known.nextAt = nextDue(known.schedule, known.cursor, { timezone, bootAt: bootAt() });
    if (this.#nextAt !== undefined) this.#nextAt = earlier(this.#nextAt, known.nextAt);
  }

  /** Before the next time of a schedule becomes another: it may have been the first of all. */
  #forgetFirst({ nextAt }: Known): void {
    if (typeof nextAt === 'number' && nextAt === this.#nextAt) this.#nextAt = undefined;
  }

  #put(entry: Omit<Known, 'nextAt'>): void {
    const known: Known = { ...entry, nextAt: undefined };
    this.#byFile.set(entry.fileName, known);
    this.#unplanned.add(known);
  }

  #remove(fileName: string): void {
    const known = this.#byFile.get(fileName);
    if (known === undefined) return;
    this.#unplanned.delete(known);
    this.#forgetFirst(known);
    this.#byFile.delete(fileName);
  }
}

function earlier(first: number | null, other: number | null | undefined): number | null {
  if (other === null || other === undefined) return first;
  return first === null ? other : Math.min(first, other);
}
