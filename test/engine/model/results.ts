import { handlerNames } from '../../../engine/dag/definition.ts';
import type { Database } from '../../../engine/storage/database.ts';
import { nodesOf } from '../../../engine/storage/nodes.ts';
import { stepName } from './case.ts';
import { EPOCH_MS } from './machine.ts';
import { newModelNode, type Begun, type ModelNode, type ModelRun } from './model-run.ts';
import type { Prediction } from './model.ts';
import type { Simulation } from './simulation.ts';

/** What came of a case, in the same words whoever says it. */
export interface Result {
  readonly begun: readonly string[];
  /** By path, and for each path in the order of the runs. */
  readonly runs: Readonly<Record<string, readonly string[]>>;
}

interface NodeFacts extends Pick<ModelNode, 'status' | 'retryCount' | 'doneCount'> {
  readonly name: string;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
}

interface RunFacts {
  readonly path: string;
  readonly status: string;
  readonly cut: string | null;
  readonly finishedAt: number | null;
  readonly nodes: readonly NodeFacts[];
}

export function predicted({ runs, begun }: Prediction): Result {
  return resultOf(
    begun,
    runs.map((run) => ({ ...run, nodes: modelNodes(run) })),
  );
}

export function simulated({ db, machine, whichRun }: Simulation): Result {
  const runs = runRows(db).map(({ id, status, cut, finishedAt }) => ({
    path: whichRun(id).path,
    status,
    cut,
    finishedAt: sinceStart(finishedAt),
    nodes: nodesOf(db, id).map((node) => ({
      ...node,
      startedAt: sinceStart(node.startedAt),
      finishedAt: sinceStart(node.finishedAt),
    })),
  }));
  return resultOf(machine.begun, runs);
}

function runRows(
  db: Database,
): { id: number; status: string; cut: string | null; finishedAt: number | null }[] {
  // The columns are those of the select.
  return db
    .prepare('SELECT id, status, cut_short AS cut, finished_at AS finishedAt FROM run ORDER BY id')
    .all() as ReturnType<typeof runRows>;
}

const sinceStart = (at: number | null): number | null => (at === null ? null : at - EPOCH_MS);

/** Steps first, then the handlers that the DAG has. */
function modelNodes({ dag, nodes, handlers }: ModelRun): NodeFacts[] {
  const named = handlerNames.filter((name) => dag.handlers[name] !== undefined);
  return [
    ...nodes.map((node, index) => ({ ...node, name: stepName(index) })),
    ...named.map((name) => ({
      ...(handlers.get(name) ?? newModelNode()),
      name: `on${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    })),
  ];
}

function resultOf(begun: readonly Begun[], runs: readonly RunFacts[]): Result {
  const byPath: Record<string, string[]> = {};
  for (const run of runs) (byPath[run.path] ??= []).push(runText(run));
  const sorted = Object.entries(byPath).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { begun: begun.map(begunText).toSorted(), runs: Object.fromEntries(sorted) };
}

function begunText({ at, path, step, count, runStatus = '' }: Begun): string {
  return `${String(at).padStart(10)} ${path} ${step} #${count} ${runStatus}`.trimEnd();
}

function runText({ status, cut, finishedAt, nodes }: RunFacts): string {
  return [`${status} (${cut ?? ''}) ${finishedAt}`, ...nodes.map(nodeText)].join('\n');
}

function nodeText({ name, status, retryCount, doneCount, startedAt, finishedAt }: NodeFacts) {
  return `  ${name} ${status} ${startedAt}..${finishedAt} retried ${retryCount} done ${doneCount}`;
}
