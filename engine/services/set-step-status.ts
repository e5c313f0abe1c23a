import { EngineError } from '../contract/errors.ts';
import { isActiveRun } from '../contract/status.ts';
import type { Dag } from '../dag/definition.ts';
import { rollUp } from '../dag/roll-up.ts';
import { checkNodeMove, mayRunBecome } from '../dag/transitions.ts';
import { reasonOf } from '../execution/run-end.ts';
import { nodesOf, updateNode, type NodeRecord } from '../storage/nodes.ts';
import { runById, updateRun, type RunRecord } from '../storage/runs.ts';
import { requireStep } from './find.ts';
import type { Parts } from './parts.ts';
import type { Database } from '../storage/database.ts';

/** Sets the status of a step of an ended run by hand, and makes that of the run what follows from it (decisions 8). */
export async function setStepStatus(
  parts: Parts,
  run: RunRecord,
  { stepName, status: code }: { readonly stepName: string; readonly status: 2 | 4 },
): Promise<void> {
  requireEnded(run);
  const { position } = requireStep(parts, run, stepName);
  const dag = parts.definitions.of(run);
  const status = code === 4 ? 'succeeded' : 'failed';
  await parts.writes.accept((db) => store(db, run, { position, status, dag }));
  parts.announce({ kind: 'run', id: run.id });
}

function store(
  db: Database,
  run: RunRecord,
  { position, status, dag }: { position: number; status: 'succeeded' | 'failed'; dag: Dag },
): void {
  // A retry may have begun since it was asked for.
  const now = requireEnded(runById(db, run.id) ?? run);
  const nodes = nodesOf(db, run.id).map((node) =>
    node.position === position ? byHand(node, status) : node,
  );
  const changed = nodes[position];
  if (changed !== undefined) updateNode(db, run.id, changed);
  const steps = nodes.slice(0, dag.steps.length);
  const facts = steps.map((node) => ({ status: node.status, continued: node.continued === 1 }));
  const next = rollUp(facts, now.cutShort);
  // Steps that never began keep a run from having succeeded; it stays what it was.
  if (next === now.status || next === 'running' || !mayRunBecome(now.status, next)) return;
  const error = next === 'succeeded' ? '' : reasonOf({ dag, run: now, nodes });
  updateRun(db, run.id, { status: next, error });
}

function requireEnded(run: RunRecord): RunRecord {
  if (!isActiveRun(run.status)) return run;
  throw new EngineError('bad_request', `Run ${run.runId} of ${run.dagName} is still ${run.status}`);
}

function byHand(node: NodeRecord, status: 'succeeded' | 'failed'): NodeRecord {
  if (node.status === status) return node;
  checkNodeMove(node.name, node.status, status);
  const error = status === 'succeeded' ? '' : 'set to failed by hand';
  return { ...node, status, error, continued: 0 };
}
