import type { RunStatus } from '../contract/status.ts';
import type { Database } from './database.ts';
import { prepared } from './prepared.ts';

/** Upper bounds of the buckets in seconds. They stand in the store with what is counted: other ones need a migration. */
export const timeBounds = {
  duration: [1, 5, 15, 30, 60, 120, 300, 600, 1800, 3600],
  wait: [1, 5, 10, 30, 60, 120, 300, 600],
} as const;

export type Measure = keyof typeof timeBounds;

const QUARTER_MS = 900_000;

interface EndedAttempt {
  readonly dagName: string;
  readonly status: RunStatus;
  /** Null where this attempt did not queue. */
  readonly queuedAt: number | null;
  readonly startedAt: number | null;
  readonly finishedAt: number;
}

/** A status that a run of a DAG came to, and when. */
interface Arrival {
  readonly dagName: string;
  readonly status: RunStatus;
  readonly at: number;
}

/**
 * Counts an attempt of a root run that has ended; those that go on are counted where they stand. It belongs to the
 * transaction of the end: no crash can count it twice or not at all.
 */
export function tallyEnd(db: Database, id: number): void {
  const ended = prepared(
    db,
    `SELECT dag_name AS dagName, status, iif(queued_this_attempt, queued_at, NULL) AS queuedAt, started_at AS startedAt,
       finished_at AS finishedAt
     FROM run WHERE id = ? AND parent_id IS NULL`,
  ).get(id) as EndedAttempt | undefined;
  if (ended === undefined) return;
  const { dagName, status, queuedAt, startedAt, finishedAt } = ended;
  tallyStatus(db, { dagName, status, at: finishedAt });
  if (queuedAt !== null) tallyStatus(db, { dagName, status: 'queued', at: queuedAt });
  if (startedAt === null) return;
  tallyStatus(db, { dagName, status: 'running', at: startedAt });
  tallyTime(db, dagName, {
    measure: 'duration',
    seconds: secondsBetween(startedAt, finishedAt),
  });
  if (queuedAt !== null)
    tallyTime(db, dagName, { measure: 'wait', seconds: secondsBetween(queuedAt, startedAt) });
}

/** Counts that a root run came to wait: at its end no time of its row tells of it. */
export function tallyWait(db: Database, id: number, at: number): void {
  const name = prepared(db, 'SELECT dag_name FROM run WHERE id = ? AND parent_id IS NULL')
    .pluck()
    .get(id) as string | undefined;
  if (name !== undefined) tallyStatus(db, { dagName: name, status: 'waiting', at });
}

function tallyStatus(db: Database, { dagName, status, at }: Arrival): void {
  prepared(
    db,
    `INSERT INTO status_tally (dag_name, status, count) VALUES (?, ?, 1)
     ON CONFLICT DO UPDATE SET count = count + 1`,
  ).run(dagName, status);
  prepared(
    db,
    `INSERT INTO quarter_tally (quarter, status, count) VALUES (?, ?, 1)
     ON CONFLICT DO UPDATE SET count = count + 1`,
  ).run(quarterOf(at), status);
}

function tallyTime(
  db: Database,
  dagName: string,
  { measure, seconds }: { readonly measure: Measure; readonly seconds: number },
): void {
  const bound = timeBounds[measure].find((each) => seconds <= each) ?? Infinity;
  prepared(
    db,
    `INSERT INTO time_tally (dag_name, measure, bound, count, sum) VALUES (?, ?, ?, 1, ?)
     ON CONFLICT DO UPDATE SET count = count + 1, sum = sum + excluded.sum`,
  ).run(dagName, measure, bound, seconds);
}

/** The clock may have been set back in between. */
export function secondsBetween(from: number, to: number): number {
  return Math.max(0, to - from) / 1000;
}

const quarterOf = (at: number): number => Math.floor(at / QUARTER_MS);

/** What was counted follows the history to its new name, and joins what is there. */
export function renameStatusTally(db: Database, from: string, to: string): void {
  prepared(
    db,
    `INSERT INTO status_tally SELECT :to, status, count FROM status_tally WHERE dag_name = :from
     ON CONFLICT DO UPDATE SET count = count + excluded.count`,
  ).run({ from, to });
  prepared(db, 'DELETE FROM status_tally WHERE dag_name = ?').run(from);
}

/** The same for how long its runs took, and waited. */
export function renameTimeTally(db: Database, from: string, to: string): void {
  prepared(
    db,
    `INSERT INTO time_tally SELECT :to, measure, bound, count, sum FROM time_tally WHERE dag_name = :from
     ON CONFLICT DO UPDATE SET count = count + excluded.count, sum = sum + excluded.sum`,
  ).run({ from, to });
  prepared(db, 'DELETE FROM time_tally WHERE dag_name = ?').run(from);
}

/** Forgets the days before a time, and names that have neither a definition nor a run: inline runs may have any. */
export function dropOldTallies(db: Database, before: number): void {
  prepared(db, 'DELETE FROM quarter_tally WHERE quarter < ?').run(quarterOf(before));
  for (const table of ['status_tally', 'time_tally']) {
    prepared(
      db,
      `DELETE FROM ${table} WHERE dag_name NOT IN (SELECT name FROM dag_index)
         AND NOT EXISTS (SELECT 1 FROM run WHERE run.dag_name = ${table}.dag_name)`,
    ).run();
  }
}

/** How often runs came to wait, and ended attempts to each other status, since a time. */
export function statusesSince(db: Database, from: number): ReadonlyMap<RunStatus, number> {
  return new Map(
    prepared(db, 'SELECT status, sum(count) FROM quarter_tally WHERE quarter >= ? GROUP BY status')
      .raw()
      .all(quarterOf(from)) as [RunStatus, number][],
  );
}

/** How often runs of a DAG came to a status, ever. */
export type StatusTally = readonly [dagName: string, status: RunStatus, count: number];

/** All of them, in no order. */
export function statusTallies(db: Database): readonly StatusTally[] {
  return prepared(db, 'SELECT dag_name, status, count FROM status_tally')
    .raw()
    .all() as StatusTally[];
}

export type TimeTally = readonly [
  dagName: string,
  measure: Measure,
  bound: number,
  count: number,
  sum: number,
];

/** The same for times: how many of a DAG stand in each bucket. */
export function timeTallies(db: Database): readonly TimeTally[] {
  return prepared(db, 'SELECT dag_name, measure, bound, count, sum FROM time_tally')
    .raw()
    .all() as TimeTally[];
}
