import { describe, expect, it } from 'vitest';
import type { Figure, Measure } from '../../scripts/bench/measure.ts';
import { findings } from '../../scripts/bench/findings.ts';
import { report } from '../../scripts/bench/report.ts';
import { standingsOf } from '../../scripts/bench/standing.ts';

const figure: Figure = {
  key: 'wait',
  title: 'a wait',
  unit: 'ms',
  better: 'lower',
  budget: 10,
  peerThen: 20,
};

type Peers = Readonly<Record<string, readonly number[]>>;

/** Where this figure stands beside peers by their names. */
function standings(given: Partial<Figure>, ours: readonly number[], peers: Peers = {}) {
  const measure: Measure = {
    name: 'wait',
    figures: [{ ...figure, ...given }],
    take: async () => ({}),
  };
  const others = Object.entries(peers).map(([name, wait]) => [name, { wait }] as const);
  const results = new Map([['ours', ours.length > 0 ? { wait: ours } : {}], ...others]);
  return standingsOf([measure], results);
}

/** The cells of the one row that this figure has. */
function row(given: Partial<Figure>, ours: readonly number[], peer?: readonly number[]) {
  return cells(report(standings(given, ours, peer && { peer })), 'a wait');
}

function cells(table: string, beginning: string) {
  const line = table.split('\n').find((text) => text.startsWith(beginning));
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

  it('has two columns for each of several peers', () => {
    const table = report(standings({}, [4], { peer: [20], 'peer 2.6.5': [2] }));

    expect(cells(table, 'measure')).toEqual([
      ...['measure', 'ours', 'peer', 'ratio', 'peer 2.6.5', 'ratio', 'budget', 'verdict'],
    ]);
    expect(cells(table, 'a wait')).toEqual([
      ...['a wait', '4.00 ms', '20.0 ms', '5.0×', '2.00 ms', '0.5×', '10.0 ms', 'kept'],
    ]);
  });

  it('measures the speed of the machine by no other peer than the one that the budget was set beside', () => {
    const table = report(standings({}, [18], { 'peer 2.6.5': [40] }));

    expect(cells(table, 'a wait')?.at(-1)).toBe('OVER');
  });

  it('knows figures that have to be as good as those of all peers', () => {
    const verdict = (peers: Peers) =>
      cells(report(standings({ budget: 'peer' }, [5], peers)), 'a wait')?.slice(-2);

    expect(verdict({ peer: [5], 'peer 2.6.5': [6] })).toEqual(['each peer', 'kept']);
    expect(verdict({ peer: [6], 'peer 2.6.5': [4] })).toEqual(['each peer', 'OVER']);
    expect(verdict({})?.at(-1)).toBe('each peer');
  });
});

describe('The list below the table', () => {
  it('names what a peer does better, each peer by its name', () => {
    const list = findings(standings({}, [5], { peer: [4], 'peer 2.6.5': [20] }));

    expect(list).toBe('\nBehind a peer:\n  a wait: ours 5.00 ms, peer 4.00 ms');
  });

  it('names what is over its budget, and why that is bounded', () => {
    const list = findings(standings({ reason: 'people wait' }, [12]));

    expect(list).toBe('\nOver budget:\n  a wait: ours 12.0 ms, budget 10.0 ms: people wait');
  });

  it('has both lists for what is behind and over budget', () => {
    const lines = findings(standings({}, [12], { peer: [4] })).split('\n');

    expect(lines).toContain('Behind a peer:');
    expect(lines).toContain('Over budget:');
  });

  it('leaves out what is kept by the ratio alone', () => {
    expect(findings(standings({}, [18], { peer: [40] }))).toContain('Nothing is');
  });

  it('names what could not be measured', () => {
    expect(findings(standings({}, [], { peer: [4] }))).toBe('\nNot measured:\n  a wait');
  });

  it('says when there is nothing to name', () => {
    const nothing = '\nNothing is behind a peer or over its budget.';

    expect(findings(standings({}, [5], { peer: [5] }))).toBe(nothing);
  });
});
