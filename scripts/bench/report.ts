import { availableParallelism, loadavg } from 'node:os';
import type { Figure } from './measure.ts';
import { show } from './show.ts';
import type { Rival, Standing } from './standing.ts';

/** A table of medians. The ratio behind a peer says how many times ours does better than that peer. */
export function report(standings: readonly Standing[]): string {
  const peers = standings[0]?.peers ?? [];
  const rivals = peers.flatMap(({ name }) => [name, 'ratio']);
  const headings = ['measure', 'ours', ...rivals, 'budget', 'verdict'];
  const rows = standings.map(rowOf);
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

function rowOf({ figure, ours, peers, verdict }: Standing): readonly string[] {
  const cell = (value: number | null) => (value === null ? '' : show(value, figure));
  return [
    figure.title,
    cell(ours),
    ...peers.flatMap((peer) => [cell(peer.value), ratio(ours, peer, figure)]),
    figure.budget === 'peer' ? 'each peer' : cell(figure.budget),
    verdict ?? '',
  ];
}

function ratio(ours: number | null, { value }: Rival, { better }: Figure): string {
  if (ours === null || value === null) return '';
  const times = better === 'lower' ? value / ours : ours / value;
  return Number.isFinite(times) ? `${times.toFixed(times >= 10 ? 0 : 1)}×` : '';
}
