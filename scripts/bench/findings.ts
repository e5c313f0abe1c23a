import { show } from './show.ts';
import { rivalsAhead, type Standing } from './standing.ts';

/** What is left to do, in a short list: what a peer does better, what is over its budget and why that is bounded. */
export function findings(standings: readonly Standing[]): string {
  const lists = [
    ['Behind a peer:', standings.flatMap(behind)],
    ['Over budget:', standings.flatMap(over)],
    ['Not measured:', standings.filter(isMissing).map(({ figure }) => figure.title)],
  ] as const;
  const found = lists.filter(([, lines]) => lines.length > 0);
  if (found.length === 0) return '\nNothing is behind a peer or over its budget.';
  return found.map(([heading, lines]) => ['', heading, ...lines.map(indent)].join('\n')).join('\n');
}

const indent = (line: string): string => `  ${line}`;

function behind(standing: Standing): readonly string[] {
  return rivalsAhead(standing).map(({ name, value }) => line(standing, name, value));
}

function over(standing: Standing): readonly string[] {
  const { verdict, figure } = standing;
  if (verdict !== 'OVER' || typeof figure.budget !== 'number') return [];
  const why = figure.reason === undefined ? '' : `: ${figure.reason}`;
  return [line(standing, 'budget', figure.budget) + why];
}

function line({ figure, ours }: Standing, other: string, value: number | null): string {
  const [mine, theirs] = [ours, value].map((each) => (each === null ? '' : show(each, figure)));
  return `${figure.title}: ours ${mine}, ${other} ${theirs}`;
}

const isMissing = ({ verdict }: Standing): boolean => verdict === 'not measured';
