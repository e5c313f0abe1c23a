import { EngineError } from '../../../contract/errors.ts';
import { isActiveRun } from '../../../contract/status.ts';
import { continuationOf } from '../../../dag/continue-on.ts';
import type { Dag } from '../../../dag/definition.ts';
import { stepAt } from '../../../dag/run-steps.ts';
import { checkNodeMove, checkRunMove } from '../../../dag/transitions.ts';
import { hadMatched } from '../../../execution/node/judge-node.ts';
import { printedIn } from '../../../steps/printed-in.ts';
import { reasonOf } from '../../../execution/run/run-end.ts';
import { outcomeOf } from '../../../execution/run/run-handlers.ts';
import { nodesOf, updateNode, type NodeRecord } from '../../../storage/nodes.ts';
import { runById, updateRun, type RunRecord } from '../../../storage/runs.ts';
import { requireStep } from '../../find.ts';
import type { EngineServices } from '../../engine-services.ts';
import type { Database } from '../../../storage/database.ts';

/** Sets the status of a step of an ended run by hand, and makes that of the run what follows from it. */
export function setStepStatus(
  services: EngineServices,
  run: RunRecord,
  asked: Asked,
): Promise<void> {
  requireEnded(run);
  return services.snapshots.holding(run, () => setStatus(services, run, asked));
}

interface Asked {
  readonly stepName: string;
  readonly status: 2 | 4;
}

async function setStatus(
  services: EngineServices,
  run: RunRecord,
  { stepName, status: code }: Asked,
): Promise<void> {
  const { position } = requireStep(services, run, stepName);
  const dag = services.definitions.of(run);
  const status = code === 4 ? 'succeeded' : 'failed';
  const continued = status === 'failed' && (await goesOn(services, run, { dag, position }));
  await services.writes.commitSynced((db) => store(db, run, { position, status, continued, dag }));
  services.announce({ kind: 'run', id: run.id });
}

/** Whether the rest goes on from a failure of the step, by what its last attempt has left. */
async function goesOn(
  { db }: EngineServices,
  run: RunRecord,
  { dag, position }: Pick<Change, 'dag' | 'position'>,
) {
  const step = stepAt(dag, position);
  const { continueOn } = step;
  const node = nodesOf(db, run.id)[position];
  if (node === undefined) return false;
  const { exitCode } = node;
  const { signal } = new AbortController();
  const wanted = { output: continueOn.output, encoding: printedIn(step, dag) };
  const outputMatched = await hadMatched({ db, runId: run.id, node }, wanted, signal);
  return continuationOf(continueOn, { status: 'failed', exitCode, outputMatched }).continued;
}

interface Change {
  readonly position: number;
  readonly status: 'succeeded' | 'failed';
  /** Whether the rest goes on from a failure. */
  readonly continued: boolean;
  readonly dag: Dag;
}

function store(db: Database, run: RunRecord, { dag, ...change }: Change): void {
  // A retry may have begun since it was asked for.
  const now = requireEnded(runById(db, run.id) ?? run);
  const nodes = nodesOf(db, run.id).map((node) =>
    node.position === change.position ? byHand(node, change) : node,
  );
  const changed = nodes[change.position];
  if (changed !== undefined) updateNode(db, run.id, changed);
  const next = outcomeOf({ dag, run: now, nodes });
  // Steps that never began keep a run from having succeeded; it stays what it was.
  if (next === 'running') return;
  if (next !== now.status) checkRunMove(now.status, next);
  const error = next === 'succeeded' ? '' : reasonOf({ dag, run: now, nodes });
  updateRun(db, run.id, { status: next, error });
}

function requireEnded(run: RunRecord): RunRecord {
  if (!isActiveRun(run.status)) return run;
  throw new EngineError('bad_request', `Run ${run.runId} of ${run.dagName} is still ${run.status}`);
}

function byHand(
  node: NodeRecord,
  { status, continued }: Pick<Change, 'status' | 'continued'>,
): NodeRecord {
  if (node.status === status) return node;
  checkNodeMove(node.name, node.status, status);
  const error = status === 'succeeded' ? '' : 'set to failed manually';
  return { ...node, status, error, continued: continued ? 1 : 0 };
}
