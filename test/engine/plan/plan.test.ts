import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NodeStatus } from '../../../engine/contract/status.ts';
import { advance, ancestorsOf, buildPlan, type Move } from '../../../engine/dag/plan.ts';
import { checkNodeMove, isNodeEnded } from '../../../engine/dag/transitions.ts';
import { aGraph, finalStatuses, stepsOf, type Graph } from '../../support/graphs.ts';

const good: readonly NodeStatus[] = ['succeeded', 'succeeded', 'succeeded', 'partially_succeeded'];
const bad: readonly NodeStatus[] = ['failed', 'aborted', 'skipped', 'rejected'];
// Mostly good ones, or little of a large graph would ever begin.
const outcome = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...good) },
  { weight: 1, arbitrary: fc.constantFrom(...bad) },
);

interface Case {
  readonly graph: Graph;
  readonly outcomes: readonly NodeStatus[];
  readonly maxActive: number;
  /** Which of the running nodes ends next, drawn again and again. */
  readonly draws: readonly number[];
}

const aCase: fc.Arbitrary<Case> = aGraph(200).chain((graph) =>
  fc.record({
    graph: fc.constant(graph),
    outcomes: fc.array(outcome, { minLength: graph.length, maxLength: graph.length }),
    maxActive: fc.integer({ min: 1, max: 12 }),
    draws: fc.array(fc.nat(), { minLength: 1, maxLength: 50 }),
  }),
);

interface Simulated {
  readonly statuses: readonly NodeStatus[];
  readonly starts: readonly number[];
  readonly settled: readonly Extract<Move, { kind: 'settle' }>[];
  readonly mostRunning: number;
}

/** Runs a graph without processes. Throws for every move that must not be. */
function simulate({ graph, outcomes, maxActive, draws }: Case): Simulated {
  const plan = buildPlan(stepsOf(graph));
  const statuses: NodeStatus[] = graph.map(() => 'not_started');
  const starts: number[] = [];
  const settled: Extract<Move, { kind: 'settle' }>[] = [];
  let mostRunning = 0;
  const become = (position: number, status: NodeStatus): void => {
    // A plan knows nothing of how a node is rejected: it waits first.
    if (status === 'rejected') become(position, 'waiting');
    checkNodeMove(`${position}`, statuses[position] ?? 'failed', status);
    statuses[position] = status;
  };
  for (let turn = 0; turn <= graph.length; turn++) {
    const moves = advance(plan, statuses, maxActive);
    checkFirstInText(graph, statuses, moves);
    for (const move of moves) {
      if (move.kind === 'start') starts.push(move.position);
      else settled.push(move);
      become(move.position, move.kind === 'start' ? 'running' : move.status);
    }
    const running = statuses.flatMap((status, at) => (status === 'running' ? [at] : []));
    mostRunning = Math.max(mostRunning, running.length);
    const ends = running[(draws[turn % draws.length] ?? 0) % Math.max(1, running.length)];
    if (ends === undefined) break;
    become(ends, outcomes[ends] ?? 'succeeded');
  }
  return { statuses, starts, settled, mostRunning };
}

/** Of the nodes that could start, those are started that come first in the text. */
function checkFirstInText(graph: Graph, statuses: readonly NodeStatus[], moves: readonly Move[]) {
  const started = moves.flatMap((move) => (move.kind === 'start' ? [move.position] : []));
  const could = graph.flatMap((before, position) => {
    const isDone = before.every((earlier) => good.includes(statuses[earlier] ?? 'failed'));
    return isDone && statuses[position] === 'not_started' ? [position] : [];
  });
  if (started.join() !== could.slice(0, started.length).join()) {
    throw new Error(`Started ${started.join()} of ${could.join()}`);
  }
}

describe('a plan', () => {
  it('brings every graph to the end that its outcomes ask for', () => {
    fc.assert(
      fc.property(aCase, (given) => {
        const { statuses } = simulate(given);

        expect(statuses.every(isNodeEnded)).toBe(true);
        expect(statuses).toEqual(finalStatuses(given.graph, given.outcomes));
      }),
      { numRuns: 300 },
    );
  });

  it('starts a node once, after all that it depends on, and never one that was settled', () => {
    fc.assert(
      fc.property(aCase, (given) => {
        const { starts, settled } = simulate(given);
        const place = new Map(starts.map((position, at) => [position, at]));

        expect(place.size).toBe(starts.length);
        for (const { position } of settled) expect(place.has(position)).toBe(false);
        for (const [position, at] of place) {
          const before = given.graph[position] ?? [];
          expect(before.every((earlier) => (place.get(earlier) ?? Infinity) < at)).toBe(true);
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
    const wide = { graph: Array.from({ length: 40 }, () => []), outcomes: [], draws: [0] };
    expect(simulate({ ...wide, maxActive: 7 }).mostRunning).toBe(7);
  });

  it('starts what may start in the order of the text', () => {
    fc.assert(
      fc.property(aGraph(60), fc.integer({ min: 1, max: 5 }), (graph, maxActive) => {
        const plan = buildPlan(stepsOf(graph));
        const free = graph.flatMap((before, position) => (before.length === 0 ? [position] : []));

        const moves = advance(
          plan,
          graph.map(() => 'not_started'),
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
        const { settled, statuses } = simulate(given);
        for (const { position, error } of settled) {
          const before = (given.graph[position] ?? []).map((earlier) => statuses[earlier]);
          expect(before.map((status) => `upstream ${status}`)).toContain(error);
        }
      }),
    );
  });

  it.each<{ before: NodeStatus[]; status: string; error: string }>([
    { before: ['failed', 'skipped'], status: 'aborted', error: 'upstream failed' },
    { before: ['rejected', 'failed'], status: 'aborted', error: 'upstream rejected' },
    { before: ['aborted', 'succeeded'], status: 'aborted', error: 'upstream aborted' },
    { before: ['skipped', 'succeeded'], status: 'skipped', error: 'upstream skipped' },
    { before: ['failed', 'running'], status: 'aborted', error: 'upstream failed' },
  ])('settles a node behind $before as $status', ({ before, status, error }) => {
    const plan = buildPlan(stepsOf([[], [], [0, 1]]));

    const moves = advance(plan, [...before, 'not_started'], 9);

    expect(moves).toEqual([{ kind: 'settle', position: 2, status, error }]);
  });

  it('waits for a node that runs or waits, though another was skipped', () => {
    const plan = buildPlan(stepsOf([[], [], [0, 1]]));

    expect(advance(plan, ['skipped', 'running', 'not_started'], 9)).toEqual([]);
    expect(advance(plan, ['succeeded', 'waiting', 'not_started'], 9)).toEqual([]);
  });

  it('has an order in which each node comes after those before it', () => {
    fc.assert(
      fc.property(aGraph(200), (graph) => {
        const { order } = buildPlan(stepsOf(graph));
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

        const ancestors = ancestorsOf(buildPlan(stepsOf(graph)), position);

        expect([...ancestors].sort((a, b) => a - b)).toEqual(expected);
      }),
    );
  });
});
