import type { Database } from './database.ts';
import { prepared } from './prepared.ts';

/** How far the ledger of slots is complete. Times are milliseconds since the epoch. */
export interface SchedulerMark {
  /** Every slot until then has its fate. */
  readonly decidedUntil: number;
  /** When the scheduler last looked, give or take a minute. */
  readonly seenAt: number;
}

/** A schedule that the scheduler knows. */
export interface KnownSchedule {
  readonly fileName: string;
  /** JSON of `Schedules`. */
  readonly schedule: string;
  /** Slots count that are due after this. */
  readonly since: number;
}

/** One that another has replaced, while slots of it may have no fate. */
export interface ReplacedSchedule extends KnownSchedule {
  /** Slots count that are due until and with this. */
  readonly until: number;
}

/** A time during which no slot could be acted on. */
export interface Downtime {
  readonly from: number;
  readonly to: number;
  readonly cause: 'engine_off' | 'asleep' | 'engine_held' | 'clock_forward';
}

/** How far the last engine had come; undefined before the first decision. */
export function schedulerMark(db: Database): SchedulerMark | undefined {
  return prepared(
    db,
    'SELECT decided_until AS decidedUntil, seen_at AS seenAt FROM scheduler_mark WHERE id = 1',
  ).get() as SchedulerMark | undefined;
}

/** Replaces the mark; what is before `decidedUntil` is never looked at again. */
export function saveSchedulerMark(db: Database, mark: SchedulerMark): void {
  prepared(
    db,
    `INSERT INTO scheduler_mark (id, decided_until, seen_at) VALUES (1, :decidedUntil, :seenAt)
     ON CONFLICT DO UPDATE SET decided_until = excluded.decided_until, seen_at = excluded.seen_at`,
  ).run(mark);
}

/** The schedules by which files are due, with since when, in no order. */
export function knownSchedules(db: Database): readonly KnownSchedule[] {
  return prepared(
    db,
    'SELECT file_name AS fileName, schedule, since FROM scheduled_dag',
  ).all() as KnownSchedule[];
}

/** Adds the schedule of a file or replaces it; `keepReplacedSchedule` comes first. */
export function saveKnownSchedule(db: Database, known: KnownSchedule): void {
  prepared(
    db,
    `INSERT INTO scheduled_dag (file_name, schedule, since) VALUES (:fileName, :schedule, :since)
     ON CONFLICT DO UPDATE SET schedule = excluded.schedule, since = excluded.since`,
  ).run(known);
}

/** Forgets a file that is not due any more. */
export function dropKnownSchedule(db: Database, fileName: string): void {
  prepared(db, 'DELETE FROM scheduled_dag WHERE file_name = ?').run(fileName);
}

/** Schedules that counted for a time and may not be decided yet, those that ended first before the others. */
export function replacedSchedules(db: Database): readonly ReplacedSchedule[] {
  return prepared(
    db,
    'SELECT file_name AS fileName, schedule, since, until FROM replaced_schedule ORDER BY until',
  ).all() as ReplacedSchedule[];
}

/** The schedule of a DAG is about to be replaced: an engine that comes may have to decide what was due by it. */
export function keepReplacedSchedule(db: Database, fileName: string, until: number): void {
  prepared(
    db,
    `INSERT INTO replaced_schedule (file_name, schedule, since, until)
     SELECT file_name, schedule, since, :until FROM scheduled_dag
     WHERE file_name = :fileName AND since < :until`,
  ).run({ fileName, until });
}

/** Forgets those of which each slot has its fate. */
export function dropReplacedSchedules(db: Database, decidedUntil: number): void {
  prepared(db, 'DELETE FROM replaced_schedule WHERE until <= ?').run(decidedUntil);
}

/** Notes that no slot could be acted on; a later end of the same gap replaces the earlier one. */
export function insertDowntime(db: Database, downtime: Downtime): void {
  prepared(
    db,
    'INSERT OR REPLACE INTO downtime (from_at, to_at, cause) VALUES (:from, :to, :cause)',
  ).run(downtime);
}

/** Downtimes that touch a time between two points, oldest first. */
export function downtimesBetween(db: Database, from: number, to: number): readonly Downtime[] {
  return prepared(
    db,
    `SELECT from_at AS "from", to_at AS "to", cause FROM downtime
     WHERE to_at >= ? AND from_at <= ? ORDER BY from_at`,
  ).all(from, to) as Downtime[];
}

/** A clock that was set back: nothing has been decided, nor an engine seen, at a time that is still to come. */
export function lowerSchedulerMark(db: Database, now: number): void {
  prepared(
    db,
    `UPDATE scheduler_mark
     SET decided_until = min(decided_until, :now), seen_at = min(seen_at, :now)`,
  ).run({ now });
}

/** A clock that was set back: no schedule is known only from a time on that is still to come. */
export function lowerKnownSince(db: Database, now: number): void {
  prepared(db, 'UPDATE scheduled_dag SET since = ? WHERE since > ?').run(now, now);
  prepared(db, 'UPDATE replaced_schedule SET until = ? WHERE until > ?').run(now, now);
}

/** A DAG that got a new file name keeps its schedule. */
export function renameKnownSchedule(db: Database, from: string, to: string): void {
  prepared(db, 'UPDATE OR REPLACE scheduled_dag SET file_name = ? WHERE file_name = ?').run(
    to,
    from,
  );
}

/** Follows the rename of a file. */
export function renameReplacedSchedule(db: Database, from: string, to: string): void {
  prepared(db, 'UPDATE replaced_schedule SET file_name = ? WHERE file_name = ?').run(to, from);
}
