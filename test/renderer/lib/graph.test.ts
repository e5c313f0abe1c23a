import { describe, expect, it } from 'vitest';
import { fittingViewport, isBetter } from '../../../renderer/lib/graph-fit.ts';
import { cutTo } from '../../../renderer/lib/graph-viewport.ts';
import { evenLayers, layersOf } from '../../../renderer/lib/graph-layers.ts';
import { edgePath, graphSteps, longestPath } from '../../../renderer/lib/graph-model.ts';
import { squeeze } from '../../../renderer/lib/graph-squeeze.ts';
import { lineOfStep, stepAtLine } from '../../../renderer/lib/step-lines.ts';
import { expectedSpans, ticks } from '../../../renderer/lib/timeline.ts';

const step = (name: string, ...depends: string[]) => ({ name, depends, isCall: false });

describe('the graph', () => {
  it('leaves out dependencies that no step answers to', () => {
    const steps = graphSteps([
      { name: 'a', depends: ['a', 'ghost'], run: '' },
      { name: 'b', depends: ['a', 'a'], run: 'sub' },
    ]);
    expect(steps).toEqual([step('a'), { name: 'b', depends: ['a'], isCall: true }]);
  });

  it('knows what part of it a view shows, and of a view beside it the edge', () => {
    const graph = { x: 0, y: 0, width: 100, height: 50 };

    expect(cutTo({ x: -20, y: 10, width: 80, height: 90 }, graph)).toEqual({
      ...{ x: 0, y: 10, width: 60, height: 40 },
    });
    expect(cutTo({ x: 120, y: 0, width: 30, height: 10 }, graph)).toEqual({
      ...{ x: 100, y: 0, width: 0, height: 10 },
    });
  });

  it('counts the longest path, also in a text with a ring', () => {
    expect(longestPath([step('a'), step('b', 'a'), step('c', 'a', 'b')])).toBe(3);
    expect(longestPath([step('a', 'b'), step('b', 'a')])).toBeGreaterThan(0);
    expect(layersOf([step('a', 'b'), step('b', 'a')]).size).toBe(2);
  });

  it('puts layers at an even pitch and runs long edges straight through', () => {
    const node = (name: string, x: number, y: number) => ({ name, x, y, width: 100, height: 28 });
    const layout = evenLayers(
      {
        nodes: [node('a', 0, 0), node('b', 0, 90), node('c', 0, 200)],
        edges: [
          { from: 'a', to: 'b', bends: [] },
          { from: 'a', to: 'c', bends: [{ x: 108, y: 90 }] },
        ],
      },
      layersOf([step('a'), step('b', 'a'), step('c', 'a', 'b')]),
      { direction: 'down', pitch: 48, depth: 28, columnGap: 16 },
    );
    expect(layout.nodes.map(({ y }) => y)).toEqual([0, 48, 96]);
    expect(layout.edges[1]?.path).toBe('M50 28C50 40 108 36 108 48L108 76C108 88 50 84 50 96');
  });

  it('draws an edge in one column as a straight line', () => {
    expect(
      edgePath(
        [
          { x: 5, y: 0 },
          { x: 5, y: 20 },
        ],
        'down',
      ),
    ).toBe('M5 0L5 20');
  });

  it('narrows empty strips and keeps the order', () => {
    const place = squeeze(
      [
        { from: 0, to: 10 },
        { from: 100, to: 110 },
        { from: 112, to: 120 },
      ],
      4,
    );
    expect([0, 100, 105, 112].map(place)).toEqual([0, 14, 19, 26]);
  });

  const pane = { width: 600, height: 400 };
  const withSize = (width: number, height: number) =>
    ({ direction: 'down', width, height, nodes: [], edges: [], crossings: 0 }) as const;

  it('is shown at 80 % and starts at its beginning when it does not fit', () => {
    expect(fittingViewport(withSize(100, 5000), pane)).toMatchObject({ zoom: 0.8, y: 12 });
    expect(fittingViewport(withSize(576 / 0.69, 100), pane)).toMatchObject({ zoom: 0.8 });
  });

  it('is shown as a whole when 70 % are enough for that', () => {
    const { zoom, x } = fittingViewport(withSize(576 / 0.71, 100), pane);

    expect(zoom).toBeCloseTo(0.71);
    expect(x).toBeCloseTo(12);
  });

  it('is better as a whole than panned, though it is smaller', () => {
    const [whole, panned] = [withSize(576 / 0.75, 100), withSize(576 / 0.6, 100)];

    expect([isBetter(whole, panned, pane), isBetter(panned, whole, pane)]).toEqual([true, false]);
  });
});

describe('steps of a text', () => {
  const text =
    'name: x\nsteps:\n  - name: one\n    command: a\n  - command: b\n    name: two\nhandler_on:\n  exit: c\n';

  it('finds the step that a line belongs to', () => {
    expect(stepAtLine(text, 1)).toBeUndefined();
    expect(stepAtLine(text, 4)).toBe('one');
    expect(stepAtLine(text, 5)).toBe('two');
    expect(stepAtLine(text, 8)).toBeUndefined();
  });

  it('finds the line at which a step begins', () => {
    expect(lineOfStep(text, 'two')).toBe(5);
    expect(lineOfStep(text, 'three')).toBeUndefined();
  });
});

describe('the time axis', () => {
  it('has round times, at most as many as asked for', () => {
    const from = Date.parse('2026-11-19T09:30:00Z');
    const times = ticks({ from, to: from + 20 * 60_000 }, 12);
    expect(times).toHaveLength(11);
    expect(new Date(times[1] ?? 0).toISOString()).toBe('2026-11-19T09:32:00.000Z');
  });

  it('expects a step after the steps that it waits for', () => {
    const open = { startedAt: undefined, finishedAt: undefined };
    const spans = expectedSpans(
      [
        { name: 'a', depends: [], startedAt: 0, finishedAt: undefined },
        { name: 'b', depends: ['a'], ...open },
        { name: 'c', depends: ['b'], ...open },
      ],
      new Map([
        ['a', 100],
        ['b', 50],
      ]),
      60,
    );
    expect([...spans]).toEqual(
      [
        ['b', { from: 100, to: 150 }],
        ['a', { from: 60, to: 100 }],
      ].sort(),
    );
  });
});
