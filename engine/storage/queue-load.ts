import type { Database } from './database.ts';
import { prepared } from './prepared.ts';
import { rowColumns, toRow, type RunRow } from './run-search.ts';

/** Root runs that go on in a queue. One that waits for a person is not among them. */
export function runningCount(db: Database, queue: string): number {
  return prepared(
    db,
    `SELECT count(*) FROM run WHERE queue = ? AND status = 'running' AND parent_id IS NULL`,
  )
    .pluck()
    .get(queue) as number;
}

/** Runs by queue, for queues that have any. */
export type CountByQueue = ReadonlyMap<string, number>;

/** How many runs of each queue are under way, without those that other runs called. Waiting ones do not count. */
export function runningCounts(db: Database): CountByQueue {
  return countsOf(
    prepared(
      db,
      `SELECT queue, count(*) FROM run WHERE status = 'running' AND parent_id IS NULL GROUP BY queue`,
    )
      .raw()
      .all(),
  );
}

/** How many runs wait in each queue. */
export function queuedCounts(db: Database): CountByQueue {
  return countsOf(
    prepared(db, 'SELECT queue, count(*) FROM queue_item GROUP BY queue').raw().all(),
  );
}

function countsOf(rows: readonly unknown[]): CountByQueue {
  return new Map(rows as readonly [string, number][]);
}

interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** Those that go on, in the order in which they began. */
export function* runningRows(
  db: Database,
  queue: string,
  { limit, offset }: Page,
): IterableIterator<RunRow> {
  const rows = prepared(
    db,
    `SELECT ${rowColumns} FROM run WHERE queue = ? AND status = 'running' AND parent_id IS NULL
     ORDER BY started_at, id LIMIT ? OFFSET ?`,
  ).iterate(queue, limit, offset);
  const row = toRow(db);
  for (const stored of rows) yield row(stored);
}

/** Those that wait, in the order in which they will begin. */
export function* queuedRows(
  db: Database,
  queue: string,
  { limit, offset }: Page,
): IterableIterator<RunRow> {
  const rows = prepared(
    db,
    `SELECT ${rowColumns} FROM queue_item JOIN run ON run.id = queue_item.run_id
     WHERE queue_item.queue = ? ORDER BY due_at IS NOT NULL, due_at, place LIMIT ? OFFSET ?`,
  ).iterate(queue, limit, offset);
  const row = toRow(db);
  for (const stored of rows) yield row(stored);
}
