import { nextTurn } from '../lib/next-turn.ts';
import type { Histogram } from './histogram.ts';

type Labels = Readonly<Record<string, string>>;

/** One series of a metric, with its value now. */
export interface Series {
  readonly labels?: Labels;
  readonly value: number | Histogram;
}

/** A metric with all of its series. */
export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram' | 'summary';
  readonly series: Iterable<Series>;
}

// A few milliseconds of work.
const LINES_A_TURN = 1000;

/** Metrics in the text format that Prometheus reads. Others get their turn while a long text is made. */
export async function expositionText(metrics: Iterable<Metric>): Promise<string> {
  const finished: string[] = [];
  let lines: string[] = [];
  for (const { name, help, type, series } of metrics) {
    lines.push(`# HELP ${name} ${escaped(help)}`, `# TYPE ${name} ${type}`);
    for (const each of series) {
      addSeries(lines, { name, type }, each);
      if (lines.length < LINES_A_TURN) continue;
      finished.push(lines.join('\n'));
      lines = [];
      await nextTurn();
    }
  }
  return [...finished, ...lines, ''].join('\n');
}

function addSeries(
  lines: string[],
  { name, type }: Pick<Metric, 'name' | 'type'>,
  { labels = {}, value }: Series,
): void {
  const inner = labelText(labels);
  const outer = inner === '' ? '' : `{${inner}}`;
  if (typeof value === 'number') {
    lines.push(`${name}${outer} ${numberText(value)}`);
    return;
  }
  if (type !== 'summary') addBuckets(lines, `${name}_bucket{${inner}${inner && ','}`, value);
  lines.push(
    `${name}_sum${outer} ${numberText(value.sum)}`,
    `${name}_count${outer} ${value.count}`,
  );
}

function addBuckets(lines: string[], begin: string, { bounds, counts, count }: Histogram): void {
  for (const [at, bound] of bounds.entries()) {
    lines.push(`${begin}le="${numberText(bound)}"} ${counts[at] ?? 0}`);
  }
  lines.push(`${begin}le="+Inf"} ${count}`);
}

function labelText(labels: Labels): string {
  const texts = Object.entries(labels).map(([key, text]) => `${key}="${quoted(text)}"`);
  return texts.join(',');
}

function numberText(value: number): string {
  if (value === Infinity) return '+Inf';
  return value === -Infinity ? '-Inf' : String(value);
}

const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
const quoted = (text: string): string => escaped(text).replaceAll('"', '\\"');
