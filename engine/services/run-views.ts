import type { RunDetail } from '../contract/run.ts';
import type { EngineEvent } from '../contract/events.ts';
import type { Database } from '../storage/database.ts';
import { nodesOf } from '../storage/nodes.ts';
import { runById, type RunRecord } from '../storage/runs.ts';
import type { RunChange } from '../execution/run-driver.ts';
import type { Definitions } from './definitions.ts';
import { toDetail, toNodeObject, toSummary } from './present-run.ts';

/** A run with its nodes, as it is stored now. */
export function detailOf(db: Database, definitions: Definitions, run: RunRecord): RunDetail {
  return toDetail(run, definitions.of(run), nodesOf(db, run.id));
}

/** The event of a change; null when the run is gone meanwhile. */
export function eventOf(
  db: Database,
  definitions: Definitions,
  change: RunChange,
): EngineEvent | null {
  const run = runById(db, change.id);
  if (run === undefined) return null;
  if (change.kind === 'run') return { type: 'run.changed', run: toSummary(run) };
  const { position } = change.node;
  return {
    type: 'node.changed',
    name: run.dagName,
    dagRunId: run.runId,
    index: position,
    node: toNodeObject(change.node, definitions.of(run).steps[position]),
  };
}
