import type { StepObject } from '#contract/step.ts';

/** Which values lead a router to each of its targets: `["router","target"]` as JSON to the patterns. */
export function routeLabels(
  steps: readonly Pick<StepObject, 'name' | 'router'>[],
): ReadonlyMap<string, string> {
  const labels = new Map<string, string>();
  for (const { name, router } of steps) {
    for (const { pattern, targets } of router?.routes ?? []) {
      for (const target of targets) {
        const key = routeKey(name, target);
        const before = labels.get(key);
        labels.set(key, before === undefined ? pattern : `${before}, ${pattern}`);
      }
    }
  }
  return labels;
}

/** The key of an edge between two steps, whatever their names hold. */
export function routeKey(from: string, to: string): string {
  return JSON.stringify([from, to]);
}
