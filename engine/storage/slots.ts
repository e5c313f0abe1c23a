import type { SlotFate, SlotKind, SlotReason } from '../contract/schedule.ts';
import type { DagRenaming } from './dag-names.ts';
import type { Database } from './database.ts';
import { prepared } from './prepared.ts';

/** A slot and its fate. Times are milliseconds since the epoch. */
export interface SlotRecord {
  readonly fileName: string;
  readonly kind: SlotKind;
  readonly at: number;
  readonly dagName: string;
  readonly fate: SlotFate;
  readonly reason: SlotReason;
  /** The reason as one sentence. */
  readonly detail: string;
  /** Empty for none. */
  readonly dagRunId: string;
  readonly decidedAt: number;
  /** When its run was to start, where `jitter_sec` put that off; null: at its time. */
  readonly startsAt: number | null;
}

type Key = Pick<SlotRecord, 'fileName' | 'kind' | 'at'>;

const columns = `file_name AS fileName, kind, at, dag_name AS dagName, fate, reason, detail,
  dag_run_id AS dagRunId, decided_at AS decidedAt, starts_at AS startsAt`;

/** Writes the fate of a slot that has none. Throws where it has one: no slot is decided twice. */
export function insertSlot(db: Database, slot: SlotRecord): void {
  prepared(
    db,
    `INSERT INTO slot (file_name, kind, at, dag_name, fate, reason, detail, dag_run_id, decided_at, starts_at)
     VALUES (:fileName, :kind, :at, :dagName, :fate, :reason, :detail, :dagRunId, :decidedAt, :startsAt)`,
  ).run(slot);
}

/** Gives a pending slot its fate. Throws where it is not pending. */
export function settleSlot(db: Database, slot: SlotRecord): void {
  const { changes } = prepared(
    db,
    `UPDATE slot SET dag_name = :dagName, fate = :fate, reason = :reason, detail = :detail,
       dag_run_id = :dagRunId, decided_at = :decidedAt, starts_at = :startsAt
     WHERE file_name = :fileName AND kind = :kind AND at = :at AND fate = 'pending'`,
  ).run(slot);
  if (changes === 0) {
    throw new Error(`The slot of ${slot.fileName} at ${slot.at} (${slot.kind}) is not pending`);
  }
}

/** The fate of one slot; undefined while it has none. */
export function slotOf(db: Database, { fileName, kind, at }: Key): SlotRecord | undefined {
  return prepared(
    db,
    `SELECT ${columns} FROM slot WHERE file_name = ? AND kind = ? AND at = ?`,
  ).get(fileName, kind, at) as SlotRecord | undefined;
}

/** The slot whose run waits in a queue; undefined for a run that no slot asked for, or whose slot has its last fate. */
export function waitingSlotOf(
  db: Database,
  { fileName, runId }: { readonly fileName: string | null; readonly runId: string },
): SlotRecord | undefined {
  if (fileName === null) return undefined;
  return prepared(
    db,
    `SELECT ${columns} FROM slot
     WHERE file_name = ? AND fate = 'pending' AND reason = 'queued' AND dag_run_id = ?`,
  ).get(fileName, runId) as SlotRecord | undefined;
}

/** Pending slots of all DAGs, oldest first. */
export function pendingSlots(db: Database): readonly SlotRecord[] {
  return prepared(
    db,
    `SELECT ${columns} FROM slot WHERE fate = 'pending' ORDER BY at`,
  ).all() as SlotRecord[];
}

/** When the runs of a file start that `jitter_sec` has put off, soonest first. */
export function putOffStarts(db: Database, fileName: string): readonly number[] {
  return prepared(
    db,
    `SELECT starts_at FROM slot WHERE file_name = ? AND fate = 'pending' AND reason = 'jitter' ORDER BY starts_at`,
  )
    .pluck()
    .all(fileName) as number[];
}

/** A clock that was set back: what lies in the future now cannot have been missed, nor wait to be caught up. */
export function reopenSlots(db: Database, after: number): void {
  prepared(
    db,
    `DELETE FROM slot WHERE at > ? AND (fate = 'missed' OR (fate = 'pending' AND reason = 'to_catch_up'))`,
  ).run(after);
}

export interface SlotQuery {
  readonly fileName: string;
  /** Inclusive. */
  readonly from: number;
  /** Inclusive. */
  readonly to: number;
  readonly fate?: SlotFate | undefined;
  readonly kind?: SlotKind | undefined;
}

const matching = `FROM slot WHERE file_name = :fileName AND at BETWEEN :from AND :to
  AND (:fate IS NULL OR fate = :fate) AND (:kind IS NULL OR kind = :kind)`;

const bound = (query: SlotQuery) => ({
  ...query,
  fate: query.fate ?? null,
  kind: query.kind ?? null,
});

/** Slots of a DAG, newest first. */
export function findSlots(
  db: Database,
  query: SlotQuery,
  page: { readonly limit: number; readonly offset: number },
): readonly SlotRecord[] {
  return prepared(
    db,
    `SELECT ${columns} ${matching} ORDER BY at DESC, kind LIMIT :limit OFFSET :offset`,
  ).all({ ...bound(query), ...page }) as SlotRecord[];
}

/** How many slots match, over all pages. */
export function countSlots(db: Database, query: SlotQuery): number {
  return prepared(db, `SELECT count(*) ${matching}`).pluck().get(bound(query)) as number;
}

/** How many slots of each DAG were due between two times, both inclusive. */
export function slotCountsBetween(
  db: Database,
  from: number,
  to: number,
): readonly { readonly fileName: string; readonly slots: number }[] {
  return prepared(
    db,
    `SELECT file_name AS fileName, count(*) AS slots FROM slot WHERE at BETWEEN ? AND ? GROUP BY file_name`,
  ).all(from, to) as { fileName: string; slots: number }[];
}

/** The ledger of a DAG follows its new names; what the new file name had before stays where both have a slot. */
export function renameSlots(db: Database, { from, to }: DagRenaming): void {
  prepared(
    db,
    `UPDATE OR IGNORE slot SET file_name = :file, dag_name = CASE dag_name WHEN :oldDag THEN :dag ELSE dag_name END
     WHERE file_name = :oldFile`,
  ).run({ file: to.fileName, dag: to.dagName, oldFile: from.fileName, oldDag: from.dagName });
  prepared(db, 'DELETE FROM slot WHERE file_name = ?').run(from.fileName);
}

/** How many slots of a DAG got which fate between two times, both inclusive. */
export function fatesBetween(
  db: Database,
  fileName: string,
  { from, to }: { readonly from: number; readonly to: number },
): readonly { readonly fate: SlotFate; readonly slots: number }[] {
  return prepared(
    db,
    'SELECT fate, count(*) AS slots FROM slot WHERE file_name = ? AND at BETWEEN ? AND ? GROUP BY fate',
  ).all(fileName, from, to) as { fate: SlotFate; slots: number }[];
}

/** A time, and the starts of a file of which the runs are to be left aside. */
export interface SucceededQuery {
  readonly fileName: string;
  readonly dagName: string;
  readonly since: number;
  /** Those due at or after this, until and with `since`. */
  readonly asideFrom: number;
}

/**
 * Id of the newest run of a DAG that began at or after a time and succeeded; undefined where there is none. A run of another
 * file that was given the name of this one did not do its work.
 */
export function succeededRunSince(db: Database, query: SucceededQuery): string | undefined {
  // The last starts come first, since what they made is what is found most often.
  return prepared(
    db,
    `SELECT run_id FROM run WHERE dag_name = :dagName AND started_at >= :since AND status = 'succeeded' AND parent_id IS NULL
       AND run.file_name = :fileName
       AND (SELECT at FROM slot WHERE run.trigger_type IN ('scheduler', 'catchup', 'retry') AND file_name = :fileName
         AND kind = 'start' AND at BETWEEN :asideFrom AND :since AND fate = 'ran' AND dag_run_id = run.run_id
         ORDER BY at DESC LIMIT 1) IS NULL
     ORDER BY started_at DESC LIMIT 1`,
  )
    .pluck()
    .get(query) as string | undefined;
}
