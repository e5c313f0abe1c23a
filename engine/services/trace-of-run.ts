import { runTrace, type RunTrace } from '../execution/state/run-trace.ts';
import { callerPosition } from '../storage/calls.ts';
import { runById, type RunRecord } from '../storage/runs.ts';
import type { EngineServices } from './engine-services.ts';

/** The place of a stored run in a trace; null: nobody wants one. */
export async function traceOfRun(
  services: Pick<EngineServices, 'db' | 'definitions' | 'snapshots'>,
  run: RunRecord,
): Promise<RunTrace | null> {
  const { db, definitions, snapshots } = services;
  const { otel } = await snapshots.holding(run, () => definitions.of(run));
  if (otel?.enabled !== true) return null;
  const caller = run.parentId === null ? undefined : runById(db, run.parentId);
  const trace = caller === undefined ? null : await traceOfRun(services, caller);
  const position = trace === null ? null : callerPosition(db, run.id);
  if (caller === undefined || trace === null || position === null) return runTrace(run, null);
  return runTrace(run, { trace, run: caller, position });
}
