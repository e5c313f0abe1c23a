import type { ResourceSample, ResourceSums } from '../storage/resource-samples.ts';

const MAX_POINTS = 1000;

/** Width of the spans over which samples are averaged: a range that begins within a span touches one more. */
export function widthFor(rangeMs: number): number {
  return Math.max(1, Math.ceil(rangeMs / (MAX_POINTS - 1)));
}

/**
 * One point for each span that has samples: the average of all of them, at their average time. Where samples are as far
 * apart as a span is wide, each is a point as it is.
 */
export function pointsOf(
  stored: readonly ResourceSums[],
  unsaved: readonly ResourceSample[],
  widthMs: number,
): readonly ResourceSample[] {
  const spans = new Map<number, ResourceSums>();
  const add = (sums: ResourceSums): void => {
    const known = spans.get(sums.span);
    spans.set(sums.span, known === undefined ? sums : sumOf(known, sums));
  };
  stored.forEach(add);
  for (const sample of unsaved) {
    add({ ...sample, span: Math.floor(sample.at / widthMs), count: 1 });
  }
  return [...spans.values()].toSorted((one, other) => one.span - other.span).map(averageOf);
}

function sumOf(one: ResourceSums, other: ResourceSums): ResourceSums {
  return {
    span: one.span,
    count: one.count + other.count,
    at: one.at + other.at,
    cpu: one.cpu + other.cpu,
    memory: one.memory + other.memory,
    disk: one.disk + other.disk,
    load: one.load + other.load,
  };
}

function averageOf({ count, at, cpu, memory, disk, load }: ResourceSums): ResourceSample {
  return {
    at: at / count,
    cpu: cpu / count,
    memory: memory / count,
    disk: disk / count,
    load: load / count,
  };
}
