import type { NodeStatus } from '../contract/status.ts';
import type { Step } from './definition.ts';
import { isNodeEnded } from './transitions.ts';

/** The order of a run's steps by position. Positions are those of `Dag.steps`. */
export interface Plan {
  readonly predecessors: readonly (readonly number[])[];
  /** Positions so that each comes after its predecessors; otherwise in the order of the text. */
  readonly order: readonly number[];
}

/** What `advance` decides: begin this node, or settle it without running. */
export type Move =
  | { readonly kind: 'start'; readonly position: number }
  | {
      readonly kind: 'settle';
      readonly position: number;
      readonly status: 'aborted' | 'skipped';
      readonly error: string;
    };

/** Expects a checked definition: names are unique, dependencies exist, and there is no cycle. */
export function buildPlan(steps: readonly Step[]): Plan {
  const positionOf = new Map(steps.map((step, position) => [step.name, position]));
  const predecessors = steps.map((step) =>
    step.depends.flatMap((name) => {
      const position = positionOf.get(name);
      return position === undefined ? [] : [position];
    }),
  );
  return { predecessors, order: topologicalOrder(predecessors) };
}

function topologicalOrder(predecessors: readonly (readonly number[])[]): number[] {
  const open = predecessors.map((list) => list.length);
  const successors: number[][] = predecessors.map(() => []);
  predecessors.forEach((list, position) => {
    for (const before of list) successors[before]?.push(position);
  });
  const order = [...open.keys()].filter((position) => open[position] === 0);
  for (let at = 0; at < order.length; at++) {
    for (const after of successors[order[at] ?? 0] ?? []) {
      open[after] = (open[after] ?? 0) - 1;
      if (open[after] === 0) order.push(after);
    }
  }
  return order;
}

/**
 * Which nodes begin now, and which can never begin (reference 3.2): a failed, aborted or rejected predecessor aborts a
 * node, a skipped one skips it, and abort is the stronger when both are there. Nodes begin in the order of the text
 * while fewer than `maxActive` run.
 */
export function advance(
  plan: Plan,
  statuses: readonly NodeStatus[],
  maxActive: number,
): readonly Move[] {
  const now = [...statuses];
  const settled: Move[] = [];
  const ready: number[] = [];
  for (const position of plan.order) {
    if (now[position] !== 'not_started') continue;
    const verdict = judge((plan.predecessors[position] ?? []).map((before) => now[before]));
    if (verdict === 'start') ready.push(position);
    if (verdict === 'wait' || verdict === 'start') continue;
    now[position] = verdict.status;
    settled.push({ kind: 'settle', position, ...verdict });
  }
  const room = maxActive - now.filter((status) => status === 'running').length;
  const starts = ready
    .sort((a, b) => a - b)
    .slice(0, Math.max(0, room))
    .map((position): Move => ({ kind: 'start', position }));
  return [...settled, ...starts];
}

type Verdict =
  'start' | 'wait' | { readonly status: 'aborted' | 'skipped'; readonly error: string };

function judge(before: readonly (NodeStatus | undefined)[]): Verdict {
  if (before.includes('rejected')) return { status: 'aborted', error: 'upstream rejected' };
  if (before.includes('failed')) return { status: 'aborted', error: 'upstream failed' };
  if (before.includes('aborted')) return { status: 'aborted', error: 'upstream aborted' };
  if (before.some((status) => status === undefined || !isNodeEnded(status))) return 'wait';
  if (before.includes('skipped')) return { status: 'skipped', error: 'upstream skipped' };
  return 'start';
}

/** All nodes that must end before this one, directly or not: their outputs are its variables. */
export function ancestorsOf(plan: Plan, position: number): ReadonlySet<number> {
  const found = new Set<number>();
  const open = [...(plan.predecessors[position] ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    open.push(...(plan.predecessors[next] ?? []));
  }
  return found;
}
