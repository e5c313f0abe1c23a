/** A series of the text format: its name, its labels and its value. */
export interface ReadSeries {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A metric family of the text format. */
export interface ReadMetric {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly series: ReadSeries[];
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const commentLine = new RegExp(`^# (HELP|TYPE) (${NAME}) (.*)$`, 'su');
const seriesLine = new RegExp(`^(${NAME})(?:\\{(.*)\\})? (\\S+)$`, 'su');
const labelPart = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/su;
const types = ['counter', 'gauge', 'histogram', 'summary', 'untyped'];

/**
 * Reads the text format of Prometheus, version 0.0.4, and refuses what a strict reader does: a second HELP or TYPE, a metric
 * in two places, a series twice, a counter below zero, a histogram that does not add up.
 */
export function readExposition(text: string): ReadonlyMap<string, ReadMetric> {
  if (!text.endsWith('\n')) throw new Error('The last line has no end.');
  const metrics = new Map<string, ReadMetric>();
  let open: { name: string; help: string | null } | undefined;
  for (const line of text.slice(0, -1).split('\n')) {
    const [, kind, name = '', rest = ''] = commentLine.exec(line) ?? [];
    if (line === '' || (line.startsWith('#') && kind === undefined)) continue;
    if (kind === 'HELP') {
      if (metrics.has(name)) throw new Error(`HELP comes again: ${line}`);
      open = { name, help: unescaped(rest) };
    } else if (kind === 'TYPE') {
      if (metrics.has(name) || !types.includes(rest)) throw new Error(`A wrong TYPE: ${line}`);
      const help = open?.name === name ? (open.help ?? '') : '';
      open = { name, help: null };
      metrics.set(name, { name, help, type: rest, series: [] });
    } else {
      addSeries(metrics.get(open?.name ?? ''), readSeries(line));
    }
  }
  metrics.forEach(checkMetric);
  return metrics;
}

/** All that must not fall, by its series, as `name{"label":"value"}`: counters, and the buckets, counts and sums of runs. */
export function countersOf(text: string): ReadonlyMap<string, number> {
  const metrics = [...readExposition(text).values()].filter(
    ({ name, type }) => type === 'counter' || (type === 'histogram' && name.startsWith('svc_')),
  );
  const series = metrics.flatMap((metric) => metric.series);
  return new Map(
    series.map(({ name, labels, value }) => [`${name}${JSON.stringify(labels)}`, value]),
  );
}

/** The series that fell, or that are gone, between two scrapes. */
export function fallenBetween(before: string, after: string): readonly string[] {
  const now = countersOf(after);
  const fell = ([key, value]: readonly [string, number]): boolean =>
    !((now.get(key) ?? NaN) >= value);
  return [...countersOf(before)].filter(fell).map(([key]) => key);
}

function readSeries(line: string): ReadSeries {
  const [, name, labels = '', value = ''] = seriesLine.exec(line) ?? [];
  if (name === undefined) throw new Error(`No series: ${JSON.stringify(line)}`);
  return { name, labels: readLabels(labels), value: readNumber(value) };
}

function readLabels(text: string): Record<string, string> {
  const labels: Record<string, string> = {};
  let rest = text;
  while (rest !== '') {
    const [all, name = '', value = ''] = labelPart.exec(rest) ?? [];
    if (all === undefined || Object.hasOwn(labels, name)) throw new Error(`Wrong labels: ${text}`);
    labels[name] = unescaped(value);
    rest = rest.slice(all.length);
  }
  return labels;
}

function readNumber(text: string): number {
  if (text === '+Inf') return Infinity;
  if (text === '-Inf') return -Infinity;
  const isNumber = text === 'NaN' || /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text);
  if (!isNumber) throw new Error(`No number: ${text}`);
  return Number(text);
}

function unescaped(text: string): string {
  return text.replace(/\\(.)/gs, (_, character: string) => (character === 'n' ? '\n' : character));
}

function addSeries(metric: ReadMetric | undefined, series: ReadSeries): void {
  if (metric === undefined || !namesOf(metric).includes(series.name)) {
    throw new Error(`${series.name} stands outside of its metric.`);
  }
  const isKnown = metric.series.some(
    ({ name, labels }) =>
      name === series.name && JSON.stringify(labels) === JSON.stringify(series.labels),
  );
  if (isKnown) throw new Error(`${series.name} ${JSON.stringify(series.labels)} comes twice.`);
  metric.series.push(series);
}

function namesOf({ name, type }: ReadMetric): readonly string[] {
  if (type === 'summary') return [name, `${name}_sum`, `${name}_count`];
  return type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name];
}

function checkMetric(metric: ReadMetric): void {
  if (metric.help === '') throw new Error(`${metric.name} has no HELP.`);
  if (metric.type === 'counter' && metric.series.some(({ value }) => !(value >= 0))) {
    throw new Error(`${metric.name} is a counter below zero.`);
  }
  if (metric.type === 'histogram') checkHistogram(metric);
}

/** Buckets ascend, the last is +Inf, and it is as large as the count. */
function checkHistogram({ name, series }: ReadMetric): void {
  const groups = Map.groupBy(series, ({ labels }) => JSON.stringify({ ...labels, le: undefined }));
  for (const [labels, group] of groups) {
    const buckets = group.filter((each) => each.name === `${name}_bucket`);
    const bounds = buckets.map(({ labels: { le = '' } }) => readNumber(le));
    const counts = buckets.map(({ value }) => value);
    const count = group.find((each) => each.name === `${name}_count`)?.value;
    const ascends = (list: readonly number[]) =>
      list.every((one, at) => at === 0 || one >= (list[at - 1] ?? 0));
    const isWhole = bounds.at(-1) === Infinity && counts.at(-1) === count && count !== undefined;
    const hasSum = group.some((each) => each.name === `${name}_sum`);
    if (!isWhole || !hasSum || !ascends(bounds) || !ascends(counts)) {
      throw new Error(`The histogram ${name} ${labels} does not add up.`);
    }
  }
}
