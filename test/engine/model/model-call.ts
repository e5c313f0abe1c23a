import type { NodeStatus } from '../../../engine/contract/status.ts';
import { childPath, type CaseWork } from './case.ts';
import {
  freePlace,
  newModelRun,
  stopRun,
  type ModelNode,
  type ModelRun,
  type NodeEnd,
  type NodePlace,
} from './model-run.ts';
import type { Routine } from './virtual-time.ts';

type Call = Extract<CaseWork, { kind: 'call' }>;

interface Calls {
  readonly place: NodePlace;
  readonly call: Call;
  /** By item; null: its turn has not come. */
  readonly children: (ModelRun | null)[];
  /** Those of the attempt that this one repeats. */
  readonly earlier: ModelNode['calls'];
  ending: 'stop' | 'timeout' | null;
}

/** The runs of a calling step, item after item, as many at once as it allows. */
export function* callOf(
  place: NodePlace,
  call: Call,
  earlier: ModelNode['calls'],
): Routine<NodeEnd> {
  const { model, run, node, step } = place;
  const { time } = model;
  const children = Array.from({ length: call.items ?? 1 }, (_, item) => {
    const before = earlier[item] ?? null;
    return before !== null && isGood(before) ? before : null;
  });
  const calls: Calls = { place, call, children, earlier, ending: null };
  node.calls = children;
  const limit = step.timeoutSec === 0 ? Infinity : time.now + step.timeoutSec * 1000;
  for (;;) {
    if (run.cut !== null || run.refused) endCalls(calls, 'stop');
    else if (time.now >= limit) endCalls(calls, 'timeout');
    while (hasRoom(calls)) beginNext(calls);
    if (isOver(calls)) return endOf(calls);
    if (isWaiting(calls)) freePlace(model, run, node);
    const wasWaiting = isWaiting(calls);
    node.status = wasWaiting ? 'waiting' : 'running';
    node.stage = wasWaiting ? 'waiting' : 'busy';
    const { ending } = calls;
    const or = (): boolean =>
      isOver(calls) ||
      hasRoom(calls) ||
      isWaiting(calls) !== wasWaiting ||
      ((run.cut !== null || run.refused) && ending !== 'stop');
    yield ending === null && limit !== Infinity ? { until: limit, or } : { or };
  }
}

const isGood = ({ status }: ModelRun): boolean =>
  status === 'succeeded' || status === 'partially_succeeded';

const alive = ({ children }: Calls): ModelRun[] =>
  children.flatMap((child) => (child === null || child.over ? [] : [child]));

function hasRoom(calls: Calls): boolean {
  const { ending, children, call } = calls;
  return ending === null && children.includes(null) && alive(calls).length < call.maxConcurrent;
}

function isOver(calls: Calls): boolean {
  return alive(calls).length === 0 && (calls.ending !== null || !calls.children.includes(null));
}

/** All that still goes on waits for a person. */
function isWaiting(calls: Calls): boolean {
  const runs = alive(calls);
  return (
    calls.ending === null && runs.length > 0 && runs.every(({ status }) => status === 'waiting')
  );
}

/** What did not succeed in an earlier attempt is tried again, where it stands. */
function beginNext({ place, call, children, earlier }: Calls): void {
  const { model, run, index } = place;
  const item = children.indexOf(null);
  const before = earlier[item] ?? null;
  if (before !== null) {
    children[item] = before;
    before.over = false;
    before.status = 'running';
    model.time.start(model.runOf(before, 'again'));
    return;
  }
  const dag = model.dags[call.dag];
  if (dag === undefined) throw new Error(`There is no DAG ${call.dag}.`);
  const child = newModelRun(dag, childPath(run.path, index, call.items === null ? null : item));
  children[item] = child;
  model.runs.push(child);
  model.time.start(model.runOf(child, 'first'));
}

function endCalls(calls: Calls, how: 'stop' | 'timeout'): void {
  if (calls.ending === 'stop') return;
  const isNews = calls.ending === null;
  calls.ending = how;
  if (isNews) for (const child of alive(calls)) stopRun(child);
}

function endOf({ call, children, ending }: Calls): NodeEnd {
  if (ending === 'stop') return end('aborted', null);
  if (ending === 'timeout') return { ...end('failed', 124), timedOut: true };
  const runs = children.flatMap((child) => child ?? []);
  const isUnmet = ({ cut }: ModelRun): boolean => cut === 'precondition';
  const bad = runs.filter((child) => !isGood(child) && !isUnmet(child));
  const isRejected = call.items === null && bad.some(({ status }) => status === 'rejected');
  if (bad.length > 0) return end(isRejected ? 'rejected' : 'failed', 1);
  if (runs.length > 0 && runs.every(isUnmet)) return end('skipped', null);
  const isPartial = runs.some(({ status }) => status === 'partially_succeeded');
  return end(isPartial ? 'partially_succeeded' : 'succeeded', 0);
}

const end = (status: NodeStatus, code: number | null): NodeEnd => ({
  status,
  code,
  timedOut: false,
  text: '',
});
