import fc from 'fast-check';
import type { Step } from '../../engine/dag/definition.ts';
import type { NodeStatus } from '../../engine/contract/status.ts';

/** A graph as edges: for each position the positions that it depends on. Any order of positions is possible. */
export type Graph = readonly (readonly number[])[];

/** Acyclic by construction: edges go from later to earlier places of a random order. */
export function aGraph(mostNodes: number): fc.Arbitrary<Graph> {
  return fc
    .record({
      size: fc.integer({ min: 1, max: mostNodes }),
      density: fc.integer({ min: 0, max: 4 }),
      random: fc.infiniteStream(fc.nat({ max: 2 ** 30 })),
    })
    .map(({ size, density, random }) => {
      const next = (below: number): number => (random.next().value ?? 0) % below;
      const order = shuffled(size, next);
      const graph: number[][] = Array.from({ length: size }, () => []);
      order.forEach((position, place) => {
        const edges = place === 0 ? 0 : next(density + 1);
        const before = new Set<number>();
        for (let edge = 0; edge < edges; edge++) before.add(order[next(place)] ?? 0);
        graph[position]?.push(...before);
      });
      return graph;
    });
}

function shuffled(size: number, next: (below: number) => number): number[] {
  const order = Array.from({ length: size }, (_, index) => index);
  for (let last = size - 1; last > 0; last--) {
    const other = next(last + 1);
    [order[last], order[other]] = [order[other] ?? 0, order[last] ?? 0];
  }
  return order;
}

/** What a graph comes to, worked out by asking each node for what is before it: no order, no loop, no shared code. */
export function finalStatuses(graph: Graph, outcomes: readonly NodeStatus[]): NodeStatus[] {
  const known = new Map<number, NodeStatus>();
  const statusOf = (position: number): NodeStatus => {
    const status = known.get(position) ?? verdict((graph[position] ?? []).map(statusOf), position);
    known.set(position, status);
    return status;
  };
  const verdict = (before: readonly NodeStatus[], position: number): NodeStatus => {
    const bad = before.some((status) => ['failed', 'aborted', 'rejected'].includes(status));
    if (bad) return 'aborted';
    return before.includes('skipped') ? 'skipped' : (outcomes[position] ?? 'succeeded');
  };
  return graph.map((_, position) => statusOf(position));
}

export const stepName = (position: number): string => `s${position}`;

export function stepsOf(graph: Graph): Step[] {
  return graph.map((before, position) => ({
    name: stepName(position),
    id: null,
    description: '',
    type: 'shell',
    commands: ['true'],
    script: null,
    depends: before.map(stepName),
    workingDir: null,
    shell: null,
    stdout: null,
    stderr: null,
    output: null,
    env: [],
    config: null,
    call: null,
    callParams: null,
    parallel: null,
    container: null,
    preconditions: [],
    continueOn: { failure: false, skipped: false, exitCode: [], output: [], markSuccess: false },
    retryPolicy: null,
    repeatPolicy: null,
    value: null,
    routes: [],
    routedBy: [],
    logOutput: null,
    logOutputEncoding: null,
    signalOnStop: null,
    mailOnError: false,
    llm: null,
    messages: [],
    timeoutSec: 0,
  }));
}
