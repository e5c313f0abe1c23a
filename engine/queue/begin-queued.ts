import { dirname } from 'node:path';
import { EngineError } from '../contract/errors.ts';
import { checkRunMove } from '../dag/transitions.ts';
import { loadRun } from '../execution/state/load-run.ts';
import { rerun } from '../execution/prepare/rerun.ts';
import type { OwnLogs } from '../execution/keep/own-folders.ts';
import type { Runner } from '../execution/runner.ts';
import type { LoadedRun } from '../execution/state/run-state.ts';
import type { Database } from '../storage/database.ts';
import { removeQueueItem, type QueueItem } from '../storage/queue-items.ts';
import { runById, updateRun, type RunRecord } from '../storage/runs.ts';

export interface BeginOptions {
  readonly runner: Pick<Runner, 'begin'>;
  /** Whether the DAG of this file is there. */
  readonly hasFile: (fileName: string) => boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly ownLogs: OwnLogs;
}

/**
 * Takes an item out of its queue and begins its run, within the transaction of the caller. Returns the run as it waited.
 *
 * @throws EngineError in words for a person when it cannot begin; what was written is then to be undone.
 */
export function beginQueued(db: Database, item: QueueItem, options: BeginOptions): RunRecord {
  const record = runById(db, item.runId);
  if (record === undefined) throw new Error(`Run ${item.runId} is queued and not stored`);
  const run = loadRun(db, record);
  if (run === null) {
    throw new EngineError('bad_request', 'this version cannot read the definition of this run');
  }
  const { fileName } = record;
  if (fileName !== null && !options.hasFile(fileName)) {
    throw deletedWhileQueued(fileName);
  }
  removeQueueItem(db, record.id);
  if (item.isRetry === 1) resume(db, run, { ...options, position: item.retryPosition });
  else beginFirst(db, run, options);
  return record;
}

/** Why a run of a DAG that is gone does not begin, be it for the first time or again. */
export function deletedWhileQueued(fileName: string): EngineError {
  return new EngineError('not_found', `DAG ${fileName} was deleted while this run was queued`);
}

function beginFirst(db: Database, run: LoadedRun, { runner, now }: BeginOptions): void {
  const { record } = run;
  const patch = { status: 'running', startedAt: now } as const;
  checkRunMove(record.status, patch.status);
  updateRun(db, record.id, patch);
  runner.begin({ ...run, record: { ...record, ...patch } });
}

function resume(
  db: Database,
  run: LoadedRun,
  { runner, position, ...options }: BeginOptions & { readonly position: number | null },
): void {
  const again = rerun(run, { ...options, position });
  again.save(db);
  if (again.run !== null) runner.begin(again.run);
}

const passing = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'ENOMEM', 'EMFILE', 'ENFILE']);

/**
 * Whether an error of `beginQueued` lies in the state of the machine, which will pass, and not in the run: the store
 * takes no writes, or the engine's own folders are on a full disk. A `log_dir` of the DAG's own is the DAG's business.
 */
export function isPassingTrouble(error: unknown, run: RunRecord, logDir: string): boolean {
  if (!(error instanceof EngineError)) return passing.has(codeOf(error));
  if (error.code === 'service_unavailable') return true;
  return dirname(run.logFolder) === logDir && passing.has(codeOf(error.cause));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
