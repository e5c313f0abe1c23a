import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { NodeStatus } from '../../../engine/contract/status.ts';
import { anEngine, runToEnd, type TestEngine } from '../../support/engine.ts';
import { aGraph, finalStatuses, stepName, type Graph } from '../../support/graphs.ts';
import { temporaryFolder } from '../../support/home.ts';

interface Case {
  readonly graph: Graph;
  readonly exitCodes: readonly number[];
  readonly maxActive: number;
}

const exitCode = fc.oneof(
  { weight: 9, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 255 }) },
);

const aCase: fc.Arbitrary<Case> = aGraph(40).chain((graph) =>
  fc.record({
    graph: fc.constant(graph),
    exitCodes: fc.array(exitCode, { minLength: graph.length, maxLength: graph.length }),
    maxActive: fc.integer({ min: 1, max: 6 }),
  }),
);

/** Each step notes in one trace that it began and that it ends. */
function specOf({ graph, exitCodes, maxActive }: Case, trace: string): string {
  const steps = graph.map((before, position) =>
    [
      `  - name: ${stepName(position)}`,
      `    depends: [${before.map(stepName).join(', ')}]`,
      `    command: "echo + ${position} >> ${trace}; sleep 0.02; echo - ${position} >> ${trace}; exit ${exitCodes[position]}"`,
    ].join('\n'),
  );
  return `type: graph\nmax_active_steps: ${maxActive}\nsteps:\n${steps.join('\n')}\n`;
}

async function check(engine: TestEngine, given: Case): Promise<void> {
  const trace = join(temporaryFolder('trace'), 'trace');
  appendFileSync(trace, '');

  const { run } = await runToEnd(specOf(given, trace), { engine, name: 'graph' });

  const outcomes = given.exitCodes.map((code): NodeStatus => (code === 0 ? 'succeeded' : 'failed'));
  const expected = finalStatuses(given.graph, outcomes);
  expect(run.nodes.map(({ statusLabel }) => statusLabel)).toEqual(expected);
  expect(run.nodes.map((node) => node.exitCode)).toEqual(
    expected.map((status, at) => (status === 'aborted' ? null : given.exitCodes[at])),
  );
  expect(run.statusLabel).toBe(expected.includes('failed') ? 'failed' : 'succeeded');
  checkTrace(given, expected, readFileSync(trace, 'utf8').split('\n').slice(0, -1));
}

function checkTrace(given: Case, expected: readonly NodeStatus[], lines: readonly string[]): void {
  const running = new Set<number>();
  const ended = new Set<number>();
  for (const line of lines) {
    const position = Number(line.slice(2));
    if (line.startsWith('+')) {
      expect(ended.has(position) || running.has(position)).toBe(false);
      expect(given.graph[position]?.every((before) => ended.has(before))).toBe(true);
      running.add(position);
      expect(running.size).toBeLessThanOrEqual(given.maxActive);
    } else {
      running.delete(position);
      ended.add(position);
    }
  }
  const ran = expected.flatMap((status, position) => (status === 'aborted' ? [] : [position]));
  expect([...ended].sort((a, b) => a - b)).toEqual(ran);
}

it('real steps run in the order, within the limit and to the end that their graph asks for', async () => {
  const engine = await anEngine();
  await fc.assert(
    fc.asyncProperty(aCase, (given) => check(engine, given)),
    { numRuns: 20 },
  );
  expect(engine.runningSteps()).toBe(0);
  expect(engine.complaints).toEqual([]);
}, 120_000);
