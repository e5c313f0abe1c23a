import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crossings } from '../../../renderer/lib/graph-crossings.ts';
import { fittingZoom, isBetter, wholeViewport } from '../../../renderer/lib/graph-fit.ts';
import { layersOf } from '../../../renderer/lib/graph-layers.ts';
import type { GraphStep } from '../../../renderer/lib/graph-model.ts';
import { neighborByKey } from '../../../renderer/lib/graph-neighbor.ts';
import { zoomedAt } from '../../../renderer/lib/graph-viewport.ts';
import { quickLayout } from '../../../renderer/lib/quick-layout.ts';

const view = { width: 900, height: 340 };

/** Steps that wait for some of those before them. */
const someSteps = fc
  .array(fc.record({ picks: fc.array(fc.nat(), { maxLength: 4 }), isCall: fc.boolean() }), {
    maxLength: 40,
  })
  .map((drawn) =>
    drawn.map(({ picks, isCall }, index): GraphStep => ({
      name: `s${index}`,
      depends: index === 0 ? [] : [...new Set(picks.map((pick) => `s${pick % index}`))],
      isCall,
    })),
  );
const tasks = fc.record({
  steps: someSteps,
  view: fc.record({ width: fc.integer({ min: 100, max: 2000 }), height: fc.constant(400) }),
  nodeWidth: fc.constantFrom(136, 168),
  hasLabels: fc.boolean(),
});

const layoutOf = (steps: readonly GraphStep[]) =>
  quickLayout({ steps, view, nodeWidth: 168, hasLabels: false }).layout;
const step = (name: string, ...depends: string[]): GraphStep => ({ name, depends, isCall: false });

describe('the quick layout', () => {
  it('places every step, none over another, within the size that it tells', () => {
    fc.assert(
      fc.property(tasks, (task) => {
        const { layout } = quickLayout(task);
        expect(layout.nodes.map(({ name }) => name)).toEqual(task.steps.map(({ name }) => name));
        for (const [index, one] of layout.nodes.entries()) {
          expect(one.x).toBeGreaterThanOrEqual(0);
          expect(one.y).toBeGreaterThanOrEqual(0);
          expect(one.x + one.width).toBeLessThanOrEqual(layout.width);
          expect(one.y + one.height).toBeLessThanOrEqual(layout.height);
          const isOver = layout.nodes
            .slice(index + 1)
            .some(
              (other) =>
                one.x < other.x + other.width &&
                other.x < one.x + one.width &&
                one.y < other.y + other.height &&
                other.y < one.y + one.height,
            );
          expect(isOver).toBe(false);
        }
      }),
    );
  });

  it('draws every dependency, and each of them forward', () => {
    fc.assert(
      fc.property(tasks, (task) => {
        const { layout } = quickLayout(task);
        const drawn = layout.edges.map(({ from, to }) => `${from} ${to}`);
        const written = task.steps.flatMap(({ name, depends }) =>
          depends.map((from) => `${from} ${name}`),
        );
        expect(drawn.toSorted()).toEqual(written.toSorted());
        const along = layout.direction === 'down' ? 'y' : 'x';
        const places = new Map(layout.nodes.map((node) => [node.name, node[along]]));
        for (const { from, to } of layout.edges) {
          expect(places.get(from)).toBeLessThan(places.get(to) ?? 0);
        }
      }),
    );
  });

  it('is the same each time', () => {
    fc.assert(
      fc.property(tasks, (task) => {
        expect(quickLayout(task)).toEqual(quickLayout(structuredClone(task)));
      }),
    );
  });

  it('survives a ring and an empty text', () => {
    expect(layoutOf([]).nodes).toEqual([]);
    expect(layoutOf([step('a', 'b'), step('b', 'a'), step('c', 'b')]).nodes).toHaveLength(3);
  });

  it('untangles two crossed ways', () => {
    const crossed = [step('a'), step('b'), step('c', 'b'), step('d', 'a')];
    expect(layoutOf(crossed).crossings).toBe(0);
  });

  it('runs a chain straight', () => {
    const { nodes } = layoutOf([step('a'), step('b', 'a'), step('c', 'b'), step('d', 'a')]);
    const [a, b, c] = nodes;
    expect(b?.x).toBe(c?.x);
    expect(a).toBeDefined();
  });

  it('keeps the work for a dense graph within bounds: waypoints are rationed', () => {
    const steps = Array.from({ length: 1000 }, (_, index) => ({
      ...step(`s${index}`),
      depends: [...new Set([1, 7, 93, 400].filter((back) => back <= index))].map(
        (back) => `s${index - back}`,
      ),
    }));
    // Each waypoint would add two numbers to a path; without a ration there are 490,000 of them.
    const letters = layoutOf(steps).edges.reduce((sum, { path }) => sum + path.length, 0);
    expect(letters).toBeLessThan(2_000_000);
  });
});

describe('what a layout is compared by', () => {
  it('counts crossings as looking at each pair does', () => {
    const ends = fc.record({ from: fc.nat(9), to: fc.nat(9) });
    fc.assert(
      fc.property(fc.array(ends, { maxLength: 30 }), (strands) => {
        let pairs = 0;
        strands.forEach((one, index) => {
          for (const other of strands.slice(index + 1)) {
            if ((one.from - other.from) * (one.to - other.to) < 0) pairs += 1;
          }
        });
        expect(crossings(strands)).toBe(pairs);
      }),
    );
  });

  it('changes the picture only for one that is larger or clearer', () => {
    const shown = { ...layoutOf([step('a')]), crossings: 3 };
    expect(isBetter({ ...shown, crossings: 2 }, shown, view)).toBe(true);
    expect(isBetter(shown, shown, view)).toBe(false);
    const huge = { ...shown, width: 1000 };
    expect(isBetter({ ...huge, crossings: 0 }, shown, view)).toBe(false);
    expect(isBetter(shown, huge, view)).toBe(true);
  });
});

describe('what is shown of a graph', () => {
  const sizes = fc.record({ width: fc.integer({ min: 1, max: 200_000 }), height: fc.constant(92) });

  it('fits whole, however large it is', () => {
    fc.assert(
      fc.property(sizes, (layout) => {
        const { x, y, zoom } = wholeViewport(layout, view);
        expect(x).toBeGreaterThanOrEqual(0);
        expect(y).toBeGreaterThanOrEqual(0);
        expect(x + layout.width * zoom).toBeLessThanOrEqual(view.width);
      }),
    );
  });

  it('keeps the point under the pointer, and can become as small as the whole', () => {
    const layout = { width: 100_000, height: 92 };
    const from = { x: -300, y: 20, zoom: 1 };
    const nearer = zoomedAt(from, { factor: 1.5, point: { x: 200, y: 100 } }, { layout, view });
    expect((200 - nearer.x) / nearer.zoom).toBeCloseTo(500);
    const least = zoomedAt(from, { factor: 1e-9, point: { x: 0, y: 0 } }, { layout, view });
    expect(least.zoom).toBeCloseTo(fittingZoom(layout, view));
  });
});

describe('the arrow keys in a graph', () => {
  const layout = layoutOf([step('a'), step('b', 'a'), step('c', 'a'), step('d', 'b')]);

  it('follow the edges and go to the sides within a layer', () => {
    expect(layersOf([step('a'), step('b', 'a')]).get('b')).toBe(1);
    const isDown = layout.direction === 'down';
    const [after, before, next] = isDown
      ? ['ArrowDown', 'ArrowUp', 'ArrowRight']
      : ['ArrowRight', 'ArrowLeft', 'ArrowDown'];
    expect(neighborByKey(layout, 'b', after)).toBe('d');
    expect(neighborByKey(layout, 'd', before)).toBe('b');
    expect(neighborByKey(layout, 'b', next)).toBe('c');
    expect(neighborByKey(layout, 'd', after)).toBeUndefined();
    expect(neighborByKey(layout, 'd', 'Home')).toBe('a');
    expect(neighborByKey(layout, 'a', 'End')).toBe('d');
    expect(neighborByKey(layout, 'a', 'x')).toBeUndefined();
  });
});
