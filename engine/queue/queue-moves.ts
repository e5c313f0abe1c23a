import { EngineError } from '../contract/errors.ts';
import { isActiveRun } from '../contract/status.ts';
import { checkRunMove } from '../dag/transitions.ts';
import { loadRun } from '../execution/state/load-run.ts';
import { rerun, type RerunOptions } from '../execution/prepare/rerun.ts';
import type { Database } from '../storage/database.ts';
import { insertQueueItem, removeQueueItem } from '../storage/queue-items.ts';
import { runById, updateRun, type RunPatch, type RunRecord } from '../storage/runs.ts';

/** Takes a queued run out of its queue as what it has become. False when it was not queued. */
export function takeOut(
  db: Database,
  id: number,
  patch: RunPatch & Pick<RunRecord, 'status'>,
): boolean {
  if (!removeQueueItem(db, id)) return false;
  checkRunMove('queued', patch.status);
  updateRun(db, id, patch);
  return true;
}

/**
 * Gives an ended run the last place in its queue; a retry with nothing to do is carried out in place of that.
 *
 * @throws EngineError `already_running` when the run goes on or waits already.
 */
export function queueRetry(db: Database, id: number, options: RerunOptions): void {
  const record = runById(db, id);
  const run = record === undefined ? null : loadRun(db, record);
  if (run === null) throw new Error(`Run ${id} cannot be read`);
  const { status, queue, runId, dagName } = run.record;
  if (isActiveRun(status)) {
    throw new EngineError('already_running', `Run ${runId} of ${dagName} is ${status}`);
  }
  const { position, now } = options;
  const again = rerun(run, options);
  if (again.run === null) {
    again.save(db);
    return;
  }
  checkRunMove(status, 'queued');
  updateRun(db, id, {
    status: 'queued',
    triggerType: 'retry',
    queuedAt: now,
    queuedThisAttempt: 1,
    startedAt: null,
    finishedAt: null,
    stopRequestedAt: null,
    error: '',
  });
  insertQueueItem(db, { runId: id, queue, isRetry: 1, retryPosition: position });
}
