import { handlersOf, stepAt } from '../../dag/run-steps.ts';
import { planOf } from '../../dag/plan.ts';
import { nodesToCallAnew, nodesToRerun } from '../../dag/rerun.ts';
import { checkRunMove } from '../../dag/transitions.ts';
import { stepTypeOf } from '../../steps/registry.ts';
import type { Database } from '../../storage/database.ts';
import {
  CALLS_ANEW,
  resetNode,
  resetNodes,
  type NodeDetail,
  type NodeRecord,
} from '../../storage/nodes.ts';
import { updateRun, type RunPatch, type RunPhase } from '../../storage/runs.ts';
import type { OwnLogs } from '../keep/own-folders.ts';
import { newAttemptId } from './create-run.ts';
import type { LoadedRun } from '../state/run-state.ts';

/** A retry that only has to be stored and begun; `run` is null where nothing is left to do. */
export interface Rerun {
  readonly save: (db: Database) => void;
  readonly run: LoadedRun | null;
}

export interface RerunOptions {
  /** Of the one step that is to run again; null: all that failed. */
  readonly position: number | null;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly ownLogs: OwnLogs;
}

/**
 * Brings an ended run back to where it can go on: what failed, was aborted or rejected, and everything behind it,
 * begins anew; with a position that node only, whatever became of those before it. The handlers of the end run again, `init` only when it had not
 * succeeded. The run keeps its id, definition and parameters, and gets another attempt. A call that did not succeed
 * keeps the runs that did; any other, and that of a handler, calls anew.
 * In a copied home its logs go on in a folder of that home.
 */
export function rerun(loaded: LoadedRun, { position, now, ownLogs }: RerunOptions): Rerun {
  const { record, dag, nodes } = loaded;
  const steps = new Set(stepsToRerun(loaded, position));
  const attempt: RunPatch = {
    attempt: record.attempt + 1,
    attemptId: newAttemptId(),
    triggerType: 'retry',
  };
  if (steps.size === 0 && record.status === 'succeeded') {
    return { save: (db) => updateRun(db, record.id, attempt), run: null };
  }
  const handlers = new Set(handlersOf(dag).map((handler) => handler.position));
  const isAgain = (node: NodeRecord): boolean =>
    handlers.has(node.position) ? !isDoneInit(loaded, node) : steps.has(node.position);
  const again = nodes.filter(isAgain).map((node) => node.position);
  const details = newDetails(loaded, { again, position });
  const fresh = nodes.map((node) => {
    const detail = details.get(node.position);
    return detail === undefined ? node : resetNode(node, detail);
  });
  const patch: RunPatch = {
    ...attempt,
    status: 'running',
    phase: phaseOf(loaded, fresh),
    cutShort: null,
    conditionErrors: '[]',
    queuedThisAttempt: record.status === 'queued' ? 1 : 0,
    startedAt: now,
    finishedAt: null,
    stopRequestedAt: null,
    waitedFor: '[]',
    error: '',
    stopwatch: null,
    logFolder: ownLogs(record.logFolder),
  };
  checkRunMove(record.status, 'running');
  const outputs = loaded.outputs.filter((output) => !details.has(output.position));
  return {
    save: (db) => {
      updateRun(db, record.id, patch);
      for (const reset of sameDetails(details)) resetNodes(db, record.id, reset);
    },
    run: { ...loaded, record: { ...record, ...patch }, nodes: fresh, outputs },
  };
}

function stepsToRerun({ dag, nodes }: LoadedRun, position: number | null): readonly number[] {
  if (position !== null) return [position];
  return nodesToRerun(planOf(dag.steps), statusesOf(nodes), null);
}

interface Again {
  readonly again: readonly number[];
  /** Of the only step; null: there are several. */
  readonly position: number | null;
}

/** The nodes to bring back, each with what it is to know. */
function newDetails(
  loaded: LoadedRun,
  { again, position }: Again,
): ReadonlyMap<number, NodeDetail> {
  const anew = callsAnew(loaded, again);
  const details = new Map<number, NodeDetail>();
  for (const at of again) details.set(at, anew.has(at) ? CALLS_ANEW : {});
  if (position === null) return details;
  details.set(position, { ...details.get(position), only: 'this' });
  // A stop leaves steps that never began: they are no part of this retry.
  for (const node of loaded.nodes.slice(0, loaded.dag.steps.length)) {
    const isLeft = node.status === 'not_started' && node.position !== position;
    if (isLeft) details.set(node.position, { only: 'another' });
  }
  return details;
}

/** The positions of each detail: the same few are those of thousands of nodes. */
function sameDetails(details: ReadonlyMap<number, NodeDetail>) {
  const groups = Map.groupBy(details, ([, detail]) => JSON.stringify(detail));
  return [...groups.values()].flatMap((group) => {
    const [, detail] = group[0] ?? [];
    return detail === undefined ? [] : [{ detail, positions: group.map(([at]) => at) }];
  });
}

/** The handlers answer to another end than the one that they had called for. */
function callsAnew({ dag, nodes }: LoadedRun, again: readonly number[]): ReadonlySet<number> {
  const calling = again.filter((at) => stepTypeOf(stepAt(dag, at).type).kind === 'calls');
  if (calling.length === 0) return new Set();
  const anew = new Set(nodesToCallAnew(planOf(dag.steps), statusesOf(nodes), again));
  return new Set(calling.filter((at) => at >= dag.steps.length || anew.has(at)));
}

function statusesOf(nodes: readonly NodeRecord[]): readonly NodeRecord['status'][] {
  return nodes.map(({ status }) => status);
}

function isDoneInit({ dag }: LoadedRun, { position, status }: NodeRecord): boolean {
  const isInit = handlersOf(dag).some((each) => each.name === 'init' && each.position === position);
  return isInit && (status === 'succeeded' || status === 'skipped');
}

/** Preconditions that were met, and an init handler that succeeded, are not asked again. One that left its queue begins. */
function phaseOf({ record, dag }: LoadedRun, fresh: readonly NodeRecord[]): RunPhase {
  const wasRefused = record.cutShort === 'precondition';
  const neverBegan = record.phase === 'checking';
  if (dag.preconditions.length > 0 && (neverBegan || wasRefused || record.cutShort === 'setup'))
    return 'checking';
  const init = handlersOf(dag).find(({ name }) => name === 'init');
  const isOpen = init !== undefined && fresh[init.position]?.status === 'not_started';
  return isOpen ? 'init' : 'steps';
}
