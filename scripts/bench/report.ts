import { availableParallelism, loadavg } from 'node:os';
import { median, type Figure, type Measure, type Results } from './measure.ts';

const headings = ['measure', 'ours', 'peer', 'ratio', 'budget', 'verdict'];

/**
 * A table of medians. The ratio says how many times ours does better than the peer. A budget was set on a quiet machine
 * along with what the peer needed there: on a busy one, it is kept "by ratio" when ours has kept its distance to the peer.
 */
export function report(measures: readonly Measure[], results: Results): string {
  const rows = measures.flatMap(({ figures }) => figures).map((figure) => rowOf(figure, results));
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return column === 0 || column === headings.length - 1
          ? cell.padEnd(width)
          : cell.padStart(width);
      })
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '-'.repeat(width)).join('  ');
  const load = loadavg()[0]?.toFixed(1);
  const machine = `${availableParallelism()} cores, load ${load}; medians.`;
  return ['', line(headings), rule, ...rows.map(line), '', machine].join('\n');
}

function rowOf(figure: Figure, results: Results): readonly string[] {
  const [ours = null, peer = null] = [...results.values()].map((figures) => {
    const values = figures[figure.key];
    return values === undefined ? null : median(values);
  });
  return [
    figure.title,
    show(ours, figure),
    show(peer, figure),
    ratio(ours, peer, figure),
    show(figure.budget, figure),
    verdict(ours, peer, figure),
  ];
}

function show(value: number | null, { unit }: Figure): string {
  if (value === null) return '';
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return `${value.toFixed(digits)}${unit === '' || unit === '%' ? unit : ` ${unit}`}`;
}

function ratio(ours: number | null, peer: number | null, { better }: Figure): string {
  if (ours === null || peer === null) return '';
  const times = better === 'lower' ? peer / ours : ours / peer;
  return Number.isFinite(times) ? `${times.toFixed(times >= 10 ? 0 : 1)}×` : '';
}

function verdict(ours: number | null, peer: number | null, figure: Figure): string {
  const { budget, peerThen, better } = figure;
  if (ours === null) return 'not measured';
  if (budget === null) return '';
  const keeps = (bound: number) => (better === 'lower' ? ours <= bound : ours >= bound);
  if (keeps(budget)) return 'kept';
  const hasRatio = peer !== null && peerThen !== null;
  return hasRatio && keeps((budget * peer) / peerThen) ? 'kept by ratio' : 'OVER';
}
