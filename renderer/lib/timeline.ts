/** A stretch of time to draw, in milliseconds since the epoch. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const steps = [
  SECOND,
  2 * SECOND,
  5 * SECOND,
  10 * SECOND,
  15 * SECOND,
  30 * SECOND,
  MINUTE,
  2 * MINUTE,
  5 * MINUTE,
  10 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  6 * HOUR,
  12 * HOUR,
  24 * HOUR,
];

/** Round times inside a span, at most as many as asked for. */
export function ticks(span: TimeSpan, most: number): readonly number[] {
  const length = Math.max(1, span.to - span.from);
  const day = 24 * HOUR;
  const step =
    steps.find((candidate) => length / candidate <= most) ?? Math.ceil(length / most / day) * day;
  const first = Math.ceil(span.from / step) * step;
  const count = Math.max(0, Math.floor((span.to - first) / step) + 1);
  return Array.from({ length: Math.min(count, most + 1) }, (_, index) => first + index * step);
}

/** The place of a time on an axis of this width. */
export function position(time: number, span: TimeSpan, width: number): number {
  return ((time - span.from) / Math.max(1, span.to - span.from)) * width;
}

interface Expected {
  readonly name: string;
  readonly depends: readonly string[];
  /** Known times; a step to come has no start, a running one no end. */
  readonly startedAt: number | undefined;
  readonly finishedAt: number | undefined;
}

/** When steps that have not ended will have, if each takes its usual time. Steps without a usual time are left out. */
export function expectedSpans(
  steps: readonly Expected[],
  usual: ReadonlyMap<string, number>,
  now: number,
): ReadonlyMap<string, TimeSpan> {
  const byName = new Map(steps.map((step) => [step.name, step]));
  const spans = new Map<string, TimeSpan>();
  const visit = (step: Expected): number => {
    const known = spans.get(step.name);
    if (known !== undefined) return known.to;
    if (step.finishedAt !== undefined) return step.finishedAt;
    // Set before its parents are asked: a ring would otherwise never end.
    spans.set(step.name, { from: now, to: now });
    const parents = step.depends.flatMap((name) => byName.get(name) ?? []);
    const from = step.startedAt ?? Math.max(now, ...parents.map(visit));
    const to = Math.max(now, from + (usual.get(step.name) ?? 0));
    spans.set(step.name, { from: step.startedAt === undefined ? from : now, to });
    return to;
  };
  steps.forEach(visit);
  return new Map([...spans].filter(([name, span]) => usual.has(name) && span.to > span.from));
}
