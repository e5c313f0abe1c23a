import type { Database } from './database.ts';
import { giveUpMails } from './mails.ts';
import { prepared } from './prepared.ts';
import { removeQueueItem } from './queue-items.ts';
import { openRuns, updateRun } from './runs.ts';

/** What is written of work that another home goes on with, as sentences; `now` in milliseconds since the epoch. */
export interface ForeignWords {
  readonly now: number;
  readonly running: string;
  readonly queued: string;
  readonly slot: string;
  readonly mail: string;
}

export interface ForeignWork {
  readonly running: number;
  readonly queued: number;
}

/**
 * Ends in a copied database what its original goes on with: runs that are under way, runs that wait for their turn, mails
 * and slots that are still to be dealt with. Schedules count from now on. Part of the caller's transaction.
 */
export function endForeignWork(db: Database, words: ForeignWords): ForeignWork {
  const runs = openRuns(db);
  for (const { id } of runs) endRun(db, id, words);
  const queued = prepared(db, "SELECT id FROM run WHERE status = 'queued'")
    .pluck()
    .all() as number[];
  for (const id of queued) leaveQueue(db, id, words);
  giveUpMails(db, words.mail);
  beginSchedulesAnew(db, words);
  return { running: runs.length, queued: queued.length };
}

function endRun(db: Database, id: number, { now, running }: ForeignWords): void {
  prepared(
    db,
    `UPDATE node SET status = CASE status WHEN 'waiting' THEN 'aborted' ELSE 'failed' END, stage = '', due_at = NULL,
       finished_at = :now, error = :running
     WHERE run_id = :id AND status IN ('running', 'waiting')`,
  ).run({ id, now, running });
  prepared(db, 'UPDATE attempt SET finished_at = ? WHERE run_id = ? AND finished_at IS NULL').run(
    now,
    id,
  );
  updateRun(db, id, { status: 'failed', finishedAt: now, error: running });
}

function leaveQueue(db: Database, id: number, { now, queued }: ForeignWords): void {
  removeQueueItem(db, id);
  updateRun(db, id, { status: 'aborted', finishedAt: now, error: queued });
}

/** A slot counts from when its schedule was read, and this home reads it now. */
function beginSchedulesAnew(db: Database, { now, slot }: ForeignWords): void {
  prepared(
    db,
    `UPDATE slot SET fate = 'missed', reason = 'engine_off', detail = :slot, decided_at = :now
     WHERE fate = 'pending'`,
  ).run({ now, slot });
  prepared(db, 'UPDATE scheduled_dag SET since = ?').run(now);
  prepared(db, 'DELETE FROM replaced_schedule').run();
  prepared(db, 'UPDATE scheduler_mark SET decided_until = :now, seen_at = :now').run({ now });
}
