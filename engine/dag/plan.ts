import type { NodeStatus } from '../contract/status.ts';
import type { Step } from './definition.ts';
import { isNodeEnded } from './transitions.ts';

/** The order of a run's steps by position. Positions are those of `Dag.steps`. */
export interface Plan {
  readonly names: readonly string[];
  readonly predecessors: readonly (readonly number[])[];
  /** For each position the routers that must choose it. They are among its predecessors. */
  readonly routers: readonly (readonly number[])[];
  /** Whether what follows goes on where this node is skipped because of what is before it. */
  readonly continuesSkip: readonly boolean[];
  /** Positions so that each comes after its predecessors; otherwise in the order of the text. */
  readonly order: readonly number[];
}

/** What the rules must know of a node. */
export interface NodeFacts {
  readonly status: NodeStatus;
  /** Its failure or skip does not hold up what follows (`continue_on`). */
  readonly continued: boolean;
  /** Names of the steps that a router chose; null for any other node, and until it has. */
  readonly chosen: readonly string[] | null;
  /** Of a retry of one step: it is this one, and asks no other; or another, and this one stays. */
  readonly only?: 'this' | 'another' | undefined;
}

/** What `advance` decides: begin this node, or resolve it without running. */
export type Move = { readonly kind: 'start'; readonly position: number } | Resolution;

interface Resolution {
  readonly kind: 'resolve';
  readonly position: number;
  readonly status: 'aborted' | 'skipped';
  readonly error: string;
  /** For the facts of the node: what follows goes on all the same. */
  readonly continued: boolean;
}

/**
 * The order of the steps of a definition, which is built once for all its runs. Expects a checked definition: names are
 * unique, dependencies exist, and there is no cycle.
 */
export function planOf(steps: readonly Step[]): Plan {
  const known = plans.get(steps);
  if (known !== undefined) return known;
  const plan = buildPlan(steps);
  plans.set(steps, plan);
  return plan;
}

const plans = new WeakMap<readonly Step[], Plan>();

function buildPlan(steps: readonly Step[]): Plan {
  const positionOf = new Map(steps.map((step, position) => [step.name, position]));
  const positions = (names: readonly string[]): number[] =>
    names.flatMap((name) => positionOf.get(name) ?? []);
  const predecessors = steps.map((step) => positions(step.depends));
  return {
    names: steps.map((step) => step.name),
    predecessors,
    routers: steps.map((step) => positions(step.routedBy)),
    continuesSkip: steps.map((step) => step.continueOn.skipped || step.routedBy.length > 0),
    order: topologicalOrder(predecessors),
  };
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
 * Which nodes begin now, and which can never begin: a failed, aborted or rejected predecessor aborts a node, a skipped
 * one skips it unless that is continued, and a router that does not choose it skips it without holding up what follows.
 * Abort is the stronger when there are several. Nodes begin in the order of the text while fewer than `maxActive` run;
 * one that waits for a person or a sub-DAG takes no place.
 *
 * `nodes` may have more entries than the plan has steps: those of the handlers.
 */
export function advance(
  plan: Plan,
  nodes: readonly NodeFacts[],
  maxActive: number,
): readonly Move[] {
  const now = [...nodes];
  const resolved: Move[] = [];
  const ready: number[] = [];
  let running = 0;
  for (const position of plan.order) {
    const status = now[position]?.status;
    if (status === 'running') running++;
    if (status !== 'not_started' || now[position]?.only === 'another') continue;
    const verdict = now[position]?.only === 'this' ? 'start' : judge(plan, now, position);
    if (verdict === 'start') ready.push(position);
    if (verdict === 'wait' || verdict === 'start') continue;
    now[position] = { ...verdict, chosen: null };
    resolved.push(verdict);
  }
  const starts = ready
    .sort((a, b) => a - b)
    .slice(0, Math.max(0, maxActive - running))
    .map((position): Move => ({ kind: 'start', position }));
  return [...resolved, ...starts];
}

// What a predecessor means for a node, the strongest last. While one is open another may still abort the node, so a skip
// waits for it; what aborts does not.
const effects = ['none', 'skipped', 'open', 'aborted', 'failed', 'rejected'] as const;
type Effect = (typeof effects)[number];

function judge(
  plan: Plan,
  now: readonly NodeFacts[],
  position: number,
): 'start' | 'wait' | Resolution {
  let strongest = 0;
  for (const before of plan.predecessors[position] ?? []) {
    strongest = Math.max(strongest, effects.indexOf(effectOf(now[before])));
  }
  const effect = effects[strongest] ?? 'none';
  if (effect === 'open') return 'wait';
  if (effect === 'none') return judgeChoice(plan, now, position);
  const isSkip = effect === 'skipped';
  return {
    kind: 'resolve',
    position,
    status: isSkip ? 'skipped' : 'aborted',
    error: `upstream ${effect}`,
    continued: isSkip && plan.continuesSkip[position] === true,
  };
}

function effectOf(node: NodeFacts | undefined): Effect {
  if (node === undefined || !isNodeEnded(node.status)) return 'open';
  switch (node.status) {
    case 'failed':
    case 'skipped':
      return node.continued ? 'none' : node.status;
    case 'aborted':
    case 'rejected':
      return node.status;
    default:
      return 'none';
  }
}

function judgeChoice(
  plan: Plan,
  now: readonly NodeFacts[],
  position: number,
): 'start' | Resolution {
  const name = plan.names[position] ?? '';
  const against = plan.routers[position]?.find((router) => !chose(now[router], name));
  if (against === undefined) return 'start';
  const error = `not chosen by router "${plan.names[against] ?? ''}"`;
  return { kind: 'resolve', position, status: 'skipped', error, continued: true };
}

function chose(router: NodeFacts | undefined, name: string): boolean {
  return router?.status === 'succeeded' && router.chosen?.includes(name) === true;
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
