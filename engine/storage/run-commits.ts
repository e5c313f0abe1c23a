import type { Database } from './database.ts';
import { prepared } from './prepared.ts';

/** Where the definition of a run stands in Git. */
export interface RunCommit {
  /** The commit in which the file was the same here and on the remote. */
  readonly commit: string;
  /** 1: the text of the run is another one. */
  readonly changed: 0 | 1;
}

/** Part of the transaction that stores a run. Nothing is noted of a file that Git Sync has never synced. */
export function noteRunCommit(
  db: Database,
  run: { readonly id: number; readonly fileName: string; readonly definitionId: number },
): void {
  prepared(
    db,
    `INSERT INTO run_commit (run_id, commit_id, changed)
     SELECT :id, base_commit, base_hash <> (SELECT lower(hex(hash)) FROM definition WHERE id = :definitionId)
     FROM sync_item WHERE item_id = :fileName AND base_commit <> ''`,
  ).run(run);
}

/** The commit that a run's definition came with; undefined where Git Sync did not bring it. */
export function runCommit(db: Database, runId: number): RunCommit | undefined {
  const row = prepared(
    db,
    'SELECT commit_id AS "commit", changed FROM run_commit WHERE run_id = ?',
  );
  return row.get(runId) as RunCommit | undefined;
}
