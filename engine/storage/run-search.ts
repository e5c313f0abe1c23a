import type { RunStatus } from '../contract/status.ts';
import type { Database } from './database.ts';
import { storedPathsOf } from './stored-paths.ts';
import { prepared } from './prepared.ts';

/** A run as lists show it: everything of the record that no list needs is left in the store. */
export interface RunRow {
  readonly id: number;
  readonly dagName: string;
  readonly runId: string;
  readonly status: RunStatus;
  readonly triggerType: 'scheduler' | 'manual' | 'webhook' | 'subdag' | 'retry' | 'catchup';
  readonly attemptId: string;
  readonly params: string;
  readonly tags: string;
  readonly queuedAt: number | null;
  readonly plannedAt: number | null;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  readonly logFolder: string;
  readonly error: string;
}

/** Named by their table where another one has a column of that name. */
export const rowColumns = `id, dag_name AS dagName, run.run_id AS runId, status, trigger_type AS triggerType,
  attempt_id AS attemptId, params, tags, queued_at AS queuedAt, planned_at AS plannedAt, started_at AS startedAt, finished_at AS finishedAt,
  log_folder AS logFolder, error`;

/**
 * Makes rows of what a statement with these columns gave. The folder is made absolute here and not by the statement: lists
 * are long, and SQLite calling us for each row takes longer than the rest of it.
 */
export function toRow(db: Database): (stored: unknown) => RunRow {
  const { toAbsolute } = storedPathsOf(db);
  return (stored) => {
    // Made for us alone, so there is no need of another one.
    const row = stored as { -readonly [Key in keyof RunRow]: RunRow[Key] };
    row.logFolder = toAbsolute(row.logFolder);
    return row;
  };
}

export interface RunFilter {
  readonly name?: string | undefined;
  readonly status?: RunStatus | undefined;
  /** Milliseconds since the epoch, inclusive. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Part of the run id. */
  readonly runIdPart?: string | undefined;
  /** Only rows below this id. */
  readonly before?: number | undefined;
}

interface SearchPart extends RunFilter {
  /** Only rows from this id on. */
  readonly since?: number | undefined;
}

/**
 * Rows that are read at once. One by one they take twice as long; many are many megabytes, since each has the parameters of
 * its run.
 */
const ROWS_AT_ONCE = 50;

/**
 * Root runs that match, newest first, a few at once and sometimes none: however long the history, each takes no time that
 * anybody feels, so that whoever reads many lets others go first in between.
 */
export function* searchRuns(db: Database, filter: RunFilter): IterableIterator<readonly RunRow[]> {
  for (const part of partsOf(db, filter)) yield* rowsOf(db, part);
}

function* rowsOf(db: Database, part: SearchPart): IterableIterator<readonly RunRow[]> {
  const { conditions, values } = conditionsOf(part);
  const where = ['parent_id IS NULL', 'id < ?', ...conditions].join(' AND ');
  const sql = `SELECT ${rowColumns} FROM run WHERE ${where} ORDER BY id DESC LIMIT ${ROWS_AT_ONCE}`;
  const rows = prepared(db, sql);
  const row = toRow(db);
  let before = part.before ?? Number.MAX_SAFE_INTEGER;
  let some: readonly RunRow[];
  do {
    some = rows.all(before, ...values).map(row);
    yield some;
    before = some.at(-1)?.id ?? before;
  } while (some.length === ROWS_AT_ONCE);
}

function conditionsOf(filter: SearchPart): { conditions: string[]; values: (string | number)[] } {
  const conditions: string[] = [];
  const values: (string | number)[] = [];
  const add = (condition: string, value: string | number | undefined): void => {
    if (value === undefined) return;
    conditions.push(condition);
    values.push(value);
  };
  add('dag_name = ?', filter.name);
  add('status = ?', filter.status);
  add('created_at >= ?', filter.from);
  add('created_at <= ?', filter.to);
  add('instr(run_id, ?) > 0', filter.runIdPart);
  add('id >= ?', filter.since);
  return { conditions, values };
}

/** Ids of runs that are looked through at once. */
const IDS_AT_ONCE = 2000;

/** What no index finds is looked for in a few runs after the others, from the newest on. */
function* partsOf(db: Database, filter: RunFilter): IterableIterator<SearchPart> {
  const { runIdPart, from, to } = filter;
  if (runIdPart === undefined && from === undefined && to === undefined) {
    yield filter;
    return;
  }
  // Asked for together, SQLite would look at all runs to find the two.
  const sql = 'SELECT (SELECT min(id) FROM run), (SELECT max(id) FROM run)';
  const [oldest, newest] = prepared(db, sql).raw().get() as [number | null, number | null];
  if (oldest === null || newest === null) return;
  let before = Math.min(filter.before ?? Infinity, newest + 1);
  for (; before > oldest; before -= IDS_AT_ONCE) {
    yield { ...filter, before, since: before - IDS_AT_ONCE };
  }
}

/** The newest run of each DAG that has one. One question for all: most of the time of a question is its own. */
export function* newestOfEach(db: Database, dagNames: readonly string[]): IterableIterator<RunRow> {
  const rows = prepared(
    db,
    `SELECT ${rowColumns} FROM run WHERE id IN (
       SELECT (SELECT max(id) FROM run AS own WHERE own.dag_name = asked.value AND own.parent_id IS NULL)
       FROM json_each(?) AS asked)`,
  ).iterate(JSON.stringify(dagNames));
  const row = toRow(db);
  for (const stored of rows) yield row(stored);
}

/** The newest runs of a DAG, newest first, as lists show them. */
export function newestRows(db: Database, dagName: string, limit: number): readonly RunRow[] {
  const rows = prepared(
    db,
    `SELECT ${rowColumns} FROM run WHERE dag_name = ? AND parent_id IS NULL ORDER BY id DESC LIMIT ?`,
  ).all(dagName, limit);
  return rows.map(toRow(db));
}
