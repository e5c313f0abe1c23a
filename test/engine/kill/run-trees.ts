import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import type { Config } from '../../../engine/config/config.ts';

/** What a run came to, without anything that two executions of the same definition may differ in. */
export interface RunTree {
  readonly dag: string;
  readonly status: string;
  readonly error: string;
  readonly params: string;
  readonly nodes: readonly NodeTree[];
  readonly called: readonly RunTree[];
}

interface NodeTree {
  readonly name: string;
  readonly status: string;
  readonly error: string;
  readonly exitCode: number | null;
  readonly retryCount: number;
  readonly doneCount: number;
  /** Exit codes of its executions. */
  readonly attempts: readonly (number | null)[];
  readonly outputs: readonly string[];
  /** Standard output of a step with a process. */
  readonly log: string | null;
  /** What its commands noted in the journal. */
  readonly noted: readonly string[];
}

interface RunRow {
  readonly id: number;
  readonly dag: string;
  readonly runId: string;
  readonly status: string;
  readonly error: string;
  readonly params: string;
  readonly parentId: number | null;
}

type NodeRow = Omit<NodeTree, 'attempts' | 'outputs' | 'log' | 'noted'> & {
  readonly position: number;
  readonly stdout: string;
};

/** The root runs of a home by their ids, read from the store while no engine runs. */
export function runTrees(config: Config, journal: string): ReadonlyMap<string, RunTree> {
  const db = openStore(config);
  const noted = readJournal(journal);
  const rows = db
    .prepare(
      `SELECT id, dag_name AS dag, run_id AS runId, status, error, params, parent_id AS parentId
       FROM run ORDER BY id`,
    )
    .all() as RunRow[];
  const treeOf = (row: RunRow): RunTree => ({
    dag: row.dag,
    status: row.status,
    error: withoutIds(row.error),
    params: row.params,
    nodes: nodeRows(db, row.id).map((node) => nodeTree(db, row, node, noted)),
    called: calledBy(db, row.id).flatMap((id) => rows.filter((each) => each.id === id).map(treeOf)),
  });
  const roots = rows.filter(({ parentId }) => parentId === null);
  const trees = new Map(roots.map((row) => [row.runId, treeOf(row)]));
  db.close();
  return trees;
}

/** The store of an engine that does not run. */
export function openStore({ paths }: Config): SQLite.Database {
  return new SQLite(join(paths.dataDir, 'engine.db'), { readonly: true });
}

function nodeTree(
  db: SQLite.Database,
  run: RunRow,
  { position, stdout, ...node }: NodeRow,
  journal: ReadonlyMap<string, readonly string[]>,
): NodeTree {
  const pluck = (sql: string): unknown[] => db.prepare(sql).pluck().all(run.id, position);
  const noted = journal.get(`${run.runId} ${node.name}`) ?? [];
  return {
    ...node,
    error: withoutIds(node.error),
    attempts: pluck(
      'SELECT exit_code FROM attempt WHERE run_id = ? AND position = ? ORDER BY number',
    ) as (number | null)[],
    outputs: pluck(
      "SELECT name || '=' || value FROM output WHERE run_id = ? AND position = ? ORDER BY name",
    ).map((text) => withoutIds(String(text))),
    // Steps without a process may print again what a killed engine had printed.
    log: noted.length > 0 && existsSync(stdout) ? readFileSync(stdout, 'utf8') : null,
    noted,
  };
}

function nodeRows(db: SQLite.Database, runId: number): NodeRow[] {
  return db
    .prepare(
      `SELECT position, name, status, error, stdout, exit_code AS exitCode, retry_count AS retryCount,
         done_count AS doneCount
       FROM node WHERE run_id = ? ORDER BY position`,
    )
    .all(runId) as NodeRow[];
}

/** In the order of the items; a run that several attempts of its caller share is there once. */
function calledBy(db: SQLite.Database, runId: number): readonly number[] {
  const ids = db
    .prepare('SELECT child_id FROM call WHERE run_id = ? ORDER BY position, attempt, item')
    .pluck()
    .all(runId) as number[];
  const lost = db.prepare('SELECT id FROM run WHERE parent_id = ?').pluck().all(runId) as number[];
  return [...new Set([...ids, ...lost])];
}

function readJournal(file: string): ReadonlyMap<string, readonly string[]> {
  const words = new Map<string, string[]>();
  for (const line of existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []) {
    const [runId, step, word = ''] = line.split(' ');
    const key = `${runId} ${step}`;
    words.set(key, [...(words.get(key) ?? []), word]);
  }
  return words;
}

function withoutIds(text: string): string {
  return text.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>');
}
