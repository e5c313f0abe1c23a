import type { NodeStatus } from '../contract/status.ts';
import type { Database } from './database.ts';
import { prepared } from './prepared.ts';

/** A step within a run, by its position among the steps of the definition. */
export interface NodeRecord {
  readonly position: number;
  readonly name: string;
  readonly status: NodeStatus;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
  readonly retryCount: number;
  readonly doneCount: number;
  readonly error: string;
}

const columns = `position, name, status, started_at AS startedAt, finished_at AS finishedAt, stdout, stderr,
  exit_code AS exitCode, retry_count AS retryCount, done_count AS doneCount, error`;

export function insertNodes(db: Database, runId: number, names: readonly string[]): void {
  const insert = prepared(
    db,
    "INSERT INTO node (run_id, position, name, status) VALUES (?, ?, ?, 'not_started')",
  );
  names.forEach((name, position) => insert.run(runId, position, name));
}

export function updateNode(db: Database, runId: number, node: NodeRecord): void {
  prepared(
    db,
    `UPDATE node SET status = :status, started_at = :startedAt, finished_at = :finishedAt, stdout = :stdout,
       stderr = :stderr, exit_code = :exitCode, retry_count = :retryCount, done_count = :doneCount, error = :error
     WHERE run_id = :runId AND position = :position`,
  ).run({ ...node, runId });
}

export function nodesOf(db: Database, runId: number): readonly NodeRecord[] {
  return prepared(db, `SELECT ${columns} FROM node WHERE run_id = ? ORDER BY position`).all(
    runId,
  ) as NodeRecord[];
}

/** An output of a step: a variable of the steps behind it. */
export interface OutputRecord {
  readonly position: number;
  readonly name: string;
  readonly value: string;
}

export function saveOutput(db: Database, runId: number, output: OutputRecord): void {
  prepared(
    db,
    `INSERT INTO output (run_id, position, name, value) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET value = excluded.value`,
  ).run(runId, output.position, output.name, output.value);
}

export function outputsOf(db: Database, runId: number): readonly OutputRecord[] {
  return prepared(
    db,
    'SELECT position, name, value FROM output WHERE run_id = ? ORDER BY position',
  ).all(runId) as OutputRecord[];
}
