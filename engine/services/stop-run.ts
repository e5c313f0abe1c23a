import { isActiveRun } from '../contract/status.ts';
import { plannedRunsOf } from '../storage/planned-runs.ts';
import { activeRunsOf, type RunRecord } from '../storage/runs.ts';
import type { EngineServices } from './engine-services.ts';

/**
 * Stops a run; a queued one leaves its queue. False when it was not under way. Resolves when a crash cannot take the
 * order back.
 */
export async function stopRun(services: EngineServices, run: RunRecord): Promise<boolean> {
  const { queues, runner, writes } = services;
  if (run.status === 'queued' && (await queues.leave(run, STOPPED))) return true;
  if (!isActiveRun(run.status)) return false;
  await runner.takeOver(run);
  if (!runner.stop(run.id)) return false;
  await writes.synced();
  return true;
}

/** Stops all runs of a DAG. Returns those that could not be. */
export async function stopAllRuns(
  services: EngineServices,
  dagName: string,
): Promise<readonly RunRecord[]> {
  const { db, queues, runner, writes } = services;
  const waiting = activeRunsOf(db, dagName).filter(({ status }) => status === 'queued');
  const queued = [...waiting, ...plannedRunsOf(db, dagName)];
  // Before the others: the end of one of those would let the next one begin.
  await Promise.all(queued.map((run) => queues.leave(run, STOPPED)));
  const active = activeRunsOf(db, dagName);
  for (const run of active) await runner.takeOver(run);
  const missed = active.filter((run) => !runner.stop(run.id));
  await writes.synced();
  return missed;
}

const STOPPED = 'stopped while it was queued';
