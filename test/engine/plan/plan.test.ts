import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NodeStatus } from '../../../engine/contract/status.ts';
import type { Step } from '../../../engine/dag/definition.ts';
import {
  advance,
  ancestorsOf,
  planOf,
  type Move,
  type NodeFacts,
} from '../../../engine/dag/plan.ts';
import { checkNodeMove, isNodeEnded } from '../../../engine/dag/transitions.ts';
import { aGraph, stepName, stepsOf, type Graph } from '../../support/graphs.ts';

// Mostly good ones, or little of a large graph would ever begin.
const anEnd: fc.Arbitrary<End> = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom<End>(...ends('succeeded', 'partially_succeeded')) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<End>(...ends('failed', 'aborted', 'skipped', 'rejected')),
  },
);

function ends(...statuses: readonly NodeStatus[]): End[] {
  const canContinue = (status: NodeStatus) => status === 'failed' || status === 'skipped';
  return statuses.flatMap((status) => [
    { status, continued: false },
    { status, continued: canContinue(status) },
  ]);
}

interface End {
  readonly status: NodeStatus;
  readonly continued: boolean;
}

interface Case {
  readonly graph: Graph;
  /** How each node ends if it begins. */
  readonly ends: readonly End[];
  /** Which nodes have `continue_on: skipped`. */
  readonly skips: readonly boolean[];
  /** For each node the routers among its predecessors that must choose it. */
  readonly routedBy: readonly (readonly number[])[];
  /** Whether a router chooses a node, by a number of the pair. */
  readonly choices: readonly boolean[];
  readonly maxActive: number;
  /** Which of the running nodes ends next, drawn again and again. */
  readonly draws: readonly number[];
}

const aCase: fc.Arbitrary<Case> = aGraph(200).chain((graph) => {
  const forEach = { minLength: graph.length, maxLength: graph.length };
  return fc
    .record({
      ends: fc.array(anEnd, forEach),
      skips: fc.array(fc.boolean(), forEach),
      routers: fc.array(fc.nat(9), forEach),
      choices: fc.array(fc.boolean(), { minLength: 1, maxLength: 50 }),
      maxActive: fc.integer({ min: 1, max: 12 }),
      draws: fc.array(fc.nat(), { minLength: 1, maxLength: 50 }),
    })
    .map(({ routers, ...rest }) => {
      const routedBy = graph.map((before) => before.filter((earlier) => routers[earlier] === 0));
      return { ...rest, graph, routedBy };
    });
});

const isChosen = ({ choices }: Case, router: number, position: number): boolean =>
  choices[(router * 31 + position) % choices.length] === true;

const stepsOfCase = ({ graph, skips, routedBy }: Case): Step[] =>
  stepsOf(graph).map((step, position) => ({
    ...step,
    continueOn: { ...step.continueOn, skipped: skips[position] === true },
    routedBy: (routedBy[position] ?? []).map(stepName),
  }));

/** What a case comes to, worked out by asking each node for what is before it: no order, no loop, no shared code. */
function finalEnds(given: Case): End[] {
  const known = new Map<number, End>();
  const endOf = (position: number): End => {
    const end = known.get(position) ?? verdict(given.graph[position] ?? [], position);
    known.set(position, end);
    return end;
  };
  const verdict = (before: readonly number[], position: number): End => {
    const all = before.map(endOf).filter(({ continued }) => !continued);
    if (all.some(({ status }) => ['failed', 'aborted', 'rejected'].includes(status)))
      return { status: 'aborted', continued: false };
    const routers = given.routedBy[position] ?? [];
    if (all.some(({ status }) => status === 'skipped'))
      return { status: 'skipped', continued: given.skips[position] === true || routers.length > 0 };
    const isWanted = (router: number) =>
      endOf(router).status === 'succeeded' && isChosen(given, router, position);
    if (!routers.every(isWanted)) return { status: 'skipped', continued: true };
    return given.ends[position] ?? { status: 'succeeded', continued: false };
  };
  return given.graph.map((_, position) => endOf(position));
}

type Resolved = Extract<Move, { kind: 'resolve' }>;

interface Simulated {
  readonly nodes: readonly NodeFacts[];
  readonly starts: readonly number[];
  readonly resolved: readonly Resolved[];
  readonly mostRunning: number;
}

/** Runs a graph without processes. Throws for every move that must not be. */
function simulate(given: Case): Simulated {
  const { graph, maxActive, draws } = given;
  const plan = planOf(stepsOfCase(given));
  const nodes: NodeFacts[] = graph.map(() => facts('not_started'));
  const starts: number[] = [];
  const resolved: Resolved[] = [];
  let mostRunning = 0;
  const become = (position: number, end: End): void => {
    // A plan knows nothing of how a node is rejected: it waits first.
    if (end.status === 'rejected') become(position, facts('waiting'));
    checkNodeMove(`${position}`, nodes[position]?.status ?? 'failed', end.status);
    const chosen = graph.flatMap((_, to) => (isChosen(given, position, to) ? [stepName(to)] : []));
    nodes[position] = { ...end, chosen: end.status === 'succeeded' ? chosen : null };
  };
  for (let turn = 0; turn <= graph.length; turn++) {
    const moves = advance(plan, nodes, maxActive);
    const begun = moves.flatMap((move) => (move.kind === 'start' ? [move.position] : []));
    for (const move of moves) {
      if (move.kind === 'resolve') resolved.push(move);
      become(move.position, move.kind === 'start' ? facts('running') : move);
    }
    starts.push(...begun);
    const waiting = nodes.flatMap(({ status }, at) => (status === 'not_started' ? [at] : []));
    checkFirstInText(
      begun,
      waiting.filter((position) => isFree(given, nodes, position)),
    );
    const running = nodes.flatMap(({ status }, at) => (status === 'running' ? [at] : []));
    mostRunning = Math.max(mostRunning, running.length);
    const ending = running[(draws[turn % draws.length] ?? 0) % Math.max(1, running.length)];
    if (ending === undefined) break;
    become(ending, given.ends[ending] ?? facts('succeeded'));
  }
  return { nodes, starts, resolved, mostRunning };
}

const facts = (status: NodeStatus): NodeFacts => ({ status, continued: false, chosen: null });

/** Nothing that it depends on is in its way. */
function isFree(given: Case, nodes: readonly NodeFacts[], position: number): boolean {
  const isGood = (before: number): boolean => {
    const { status, continued } = nodes[before] ?? facts('failed');
    return continued || status === 'succeeded' || status === 'partially_succeeded';
  };
  return (given.graph[position] ?? []).every(isGood);
}

/** Of the nodes that could start, those are started that come first in the text. */
function checkFirstInText(begun: readonly number[], left: readonly number[]): void {
  const last = Math.max(-1, ...begun);
  if (begun.length > 0 && left.some((position) => position < last))
    throw new Error(`Started ${begun.join()} and left ${left.join()}`);
}

describe('a plan', () => {
  it('brings every graph to the end that its outcomes ask for', () => {
    fc.assert(
      fc.property(aCase, (given) => {
        const { nodes } = simulate(given);

        expect(nodes.every(({ status }) => isNodeEnded(status))).toBe(true);
        const final = nodes.map(({ status, continued }) => ({ status, continued }));
        expect(final).toEqual(finalEnds(given));
      }),
      { numRuns: 300 },
    );
  });

  it('starts a node once, after all that it depends on, and never one that was resolved', () => {
    fc.assert(
      fc.property(aCase, (given) => {
        const { starts, resolved } = simulate(given);
        const place = new Map(starts.map((position, at) => [position, at]));

        expect(place.size).toBe(starts.length);
        for (const { position } of resolved) expect(place.has(position)).toBe(false);
        for (const [position, at] of place) {
          const before = given.graph[position] ?? [];
          // Those that were resolved have no place.
          expect(before.every((earlier) => (place.get(earlier) ?? -1) < at)).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('keeps as many running as it may, and no more', () => {
    fc.assert(
      fc.property(aCase, (given) => {
        expect(simulate(given).mostRunning).toBeLessThanOrEqual(given.maxActive);
      }),
    );
    const graph = Array.from({ length: 40 }, () => []);
    const wide = { graph, ends: [], skips: [], routedBy: [], choices: [true], draws: [0] };
    expect(simulate({ ...wide, maxActive: 7 }).mostRunning).toBe(7);
  });

  it('starts what may start in the order of the text', () => {
    fc.assert(
      fc.property(aGraph(60), fc.integer({ min: 1, max: 5 }), (graph, maxActive) => {
        const plan = planOf(stepsOf(graph));
        const free = graph.flatMap((before, position) => (before.length === 0 ? [position] : []));

        const moves = advance(
          plan,
          graph.map(() => facts('not_started')),
          maxActive,
        );

        const expected = free.slice(0, maxActive).map((position) => ({ kind: 'start', position }));
        expect(moves).toEqual(expected);
      }),
    );
  });

  it('says why a node is not run by what is before it', () => {
    fc.assert(
      fc.property(aCase, (given) => {
        const { resolved, nodes } = simulate(given);
        for (const { position, error } of resolved) {
          const before = given.graph[position] ?? [];
          const reasons = before.map((earlier) => `upstream ${nodes[earlier]?.status ?? ''}`);
          const routers = (given.routedBy[position] ?? []).map(stepName);
          const refusals = routers.map((router) => `not chosen by router "${router}"`);
          expect([...reasons, ...refusals]).toContain(error);
        }
      }),
    );
  });

  it('has an order in which each node comes after those before it', () => {
    fc.assert(
      fc.property(aGraph(200), (graph) => {
        const { order } = planOf(stepsOf(graph));
        const place = new Map(order.map((position, at) => [position, at]));

        expect(place.size).toBe(graph.length);
        graph.forEach((before, position) => {
          for (const earlier of before) {
            expect(place.get(earlier)).toBeLessThan(place.get(position) ?? -1);
          }
        });
      }),
    );
  });

  it('knows all ancestors of a node', () => {
    const reaches = (graph: Graph, from: number, to: number): boolean =>
      (graph[from] ?? []).some((earlier) => earlier === to || reaches(graph, earlier, to));
    fc.assert(
      fc.property(aGraph(14), fc.nat(), (graph, draw) => {
        const position = draw % graph.length;
        const expected = graph.flatMap((_, at) => (reaches(graph, position, at) ? [at] : []));

        const ancestors = ancestorsOf(planOf(stepsOf(graph)), position);

        expect([...ancestors].sort((a, b) => a - b)).toEqual(expected);
      }),
    );
  });
});
