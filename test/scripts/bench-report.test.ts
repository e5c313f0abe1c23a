import { describe, expect, it } from 'vitest';
import type { Figure, Measure } from '../../scripts/bench/measure.ts';
import { report } from '../../scripts/bench/report.ts';

const figure: Figure = {
  key: 'wait',
  title: 'a wait',
  unit: 'ms',
  better: 'lower',
  budget: 10,
  peerThen: 20,
};

/** The cells of the one row that this figure has. */
function row(given: Partial<Figure>, ours: readonly number[], peer?: readonly number[]) {
  const measure: Measure = {
    name: 'wait',
    figures: [{ ...figure, ...given }],
    take: async () => ({}),
  };
  const results = new Map([
    ['ours', ours.length > 0 ? { wait: ours } : {}],
    ...(peer ? [['peer', { wait: peer }] as const] : []),
  ]);
  const line = report([measure], results)
    .split('\n')
    .find((text) => text.startsWith('a wait'));
  return line?.split(/ {2,}/);
}

describe('The table of the benchmark', () => {
  it('shows medians of the rounds and how many times better ours is', () => {
    expect(row({}, [4, 30, 5], [20, 25, 21])).toEqual([
      ...['a wait', '5.00 ms', '21.0 ms', '4.2×', '10.0 ms', 'kept'],
    ]);
  });

  it('says when a budget is not kept', () => {
    expect(row({}, [11], [20])?.at(-1)).toBe('OVER');
  });

  it('says when a budget is kept by the ratio alone, on a machine that slows both', () => {
    expect(row({}, [18], [40])?.at(-1)).toBe('kept by ratio');
    expect(row({}, [21], [40])?.at(-1)).toBe('OVER');
  });

  it('judges by the budget alone without the peer', () => {
    expect(row({}, [18])?.at(-1)).toBe('OVER');
  });

  it('knows figures of which more is better', () => {
    const rate = { unit: '/s', better: 'higher', budget: 150, peerThen: 60 } as const;

    expect(row(rate, [160], [40])).toEqual([
      ...['a wait', '160 /s', '40.0 /s', '4.0×', '150 /s', 'kept'],
    ]);
    expect(row(rate, [110], [40])?.at(-1)).toBe('kept by ratio');
    expect(row(rate, [90], [40])?.at(-1)).toBe('OVER');
  });

  it('names what could not be measured', () => {
    expect(row({}, [])?.at(-1)).toBe('not measured');
  });
});
