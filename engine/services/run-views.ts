import type { RunDetail } from '../contract/run.ts';
import type { EngineEvent } from '../contract/events.ts';
import type { Dag, Step } from '../dag/definition.ts';
import { runSteps } from '../dag/run-steps.ts';
import { showSealed } from '../dag/sealed-text.ts';
import { unpackContext } from '../execution/state/run-context.ts';
import type { RunChange } from '../execution/state/run-change.ts';
import { stepTypeOf } from '../steps/registry.ts';
import { callRows, type CallRow } from '../storage/calls.ts';
import type { Database } from '../storage/database.ts';
import { mailsOf } from '../storage/mails.ts';
import { nodesOf } from '../storage/nodes.ts';
import { runCommit } from '../storage/run-commits.ts';
import { runById, type RunRecord } from '../storage/runs.ts';
import { storedPathsOf } from '../storage/stored-paths.ts';
import type { Definitions } from './definitions.ts';
import type { EngineServices } from './engine-services.ts';
import { toDetail, toNodeObject, toSummary, type Lineage } from './present-run.ts';

/** A run with its nodes, as it is stored when its definition was read. */
export function readDetail(
  { db, definitions, snapshots }: Pick<EngineServices, 'db' | 'definitions' | 'snapshots'>,
  run: RunRecord,
): Promise<RunDetail> {
  return snapshots.holding(run, () => detailOf(db, definitions, runById(db, run.id) ?? run));
}

/** A run with its nodes, as it is stored now. */
export function detailOf(db: Database, definitions: Definitions, run: RunRecord): RunDetail {
  const dag = definitions.of(run);
  const nodes = nodesOf(db, run.id);
  const [lineage, calls] = [lineageOf(db, run), callsOf(db, dag, run)];
  const [mails, commit] = [mailsOf(db, run.id), runCommit(db, run.id)];
  const warnings = warningsOf(db, run);
  return toDetail({ run, lineage, dag, nodes, calls, mails, commit, warnings });
}

/** Most runs have none, and their context may be large. */
function warningsOf(db: Database, { context }: RunRecord): readonly string[] {
  if (!context.includes('"warnings":')) return [];
  return unpackContext(context, storedPathsOf(db)).warnings ?? [];
}

const callsRuns = (step: Step, dag: Dag): boolean =>
  (stepTypeOf(step.type).calls?.(step, dag) ?? []).length > 0;

/** Most DAGs call none. */
function callsOf(db: Database, dag: Dag, { id }: RunRecord): readonly CallRow[] {
  return runSteps(dag).some((step) => callsRuns(step, dag)) ? callRows(db, id) : [];
}

function lineageOf(db: Database, { rootId, parentId }: RunRecord): Lineage | null {
  const root = rootId === null ? undefined : runById(db, rootId);
  const parent = parentId === null ? undefined : runById(db, parentId);
  return root === undefined || parent === undefined ? null : { root, parent };
}

/** The event of a change; null when the run is gone meanwhile. */
export function eventOf(
  db: Database,
  definitions: Definitions,
  change: RunChange,
): EngineEvent | null {
  const run = runById(db, change.id);
  if (run === undefined) return null;
  if (change.kind === 'run') {
    const warnings = warningsOf(db, run).map(showSealed);
    const summary = toSummary(run, lineageOf(db, run));
    return { type: 'run.changed', run: { ...summary, ...(warnings.length > 0 && { warnings }) } };
  }
  const { position } = change.node;
  const dag = definitions.of(run);
  const step = runSteps(dag)[position];
  const calls =
    step !== undefined && callsRuns(step, dag)
      ? callRows(db, run.id).filter((call) => call.position === position)
      : [];
  return {
    type: 'node.changed',
    name: run.dagName,
    dagRunId: run.runId,
    index: position,
    node: toNodeObject(change.node, step, calls),
  };
}
