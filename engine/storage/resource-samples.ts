import type { Database } from './database.ts';
import { prepared } from './prepared.ts';

/** What the machine was used for at one time: percent, and the load. */
export interface ResourceSample {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly cpu: number;
  readonly memory: number;
  readonly disk: number;
  readonly load: number;
}

/** The samples of one span of time, each column added up. */
export interface ResourceSums extends ResourceSample {
  /** Number of the span: its start divided by its width. */
  readonly span: number;
  readonly count: number;
}

/** A clock that was set back may give a time twice; the newer sample stays. */
export function saveSamples(db: Database, samples: readonly ResourceSample[]): void {
  const save = prepared(
    db,
    `INSERT OR REPLACE INTO resource_sample (at, cpu, memory, disk, load)
     VALUES (:at, :cpu, :memory, :disk, :load)`,
  );
  for (const sample of samples) save.run(sample);
}

/** `before` in milliseconds since the epoch; what is exactly as old stays. */
export function dropSamplesBefore(db: Database, before: number): void {
  prepared(db, 'DELETE FROM resource_sample WHERE at < ?').run(before);
}

/** Sums of the samples from `from` to before `to`, by spans of `widthMs`, in their order. */
export function sampleSums(
  db: Database,
  range: { readonly from: number; readonly to: number; readonly widthMs: number },
): readonly ResourceSums[] {
  return prepared(
    db,
    // Numbers are bound as fractions.
    `SELECT CAST(at / :widthMs AS INTEGER) AS span, count(*) AS count, sum(at) AS at, sum(cpu) AS cpu, sum(memory) AS memory,
       sum(disk) AS disk, sum(load) AS load
     FROM resource_sample WHERE at >= :from AND at < :to GROUP BY span ORDER BY span`,
  ).all(range) as ResourceSums[];
}
