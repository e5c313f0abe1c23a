import type { NodeObject } from '#contract/run.ts';
import type { NodeStatus } from '#contract/status.ts';

/** The step that somebody who opens a run wants to see: what failed, else what runs, else what ran last. */
export function initialStep(nodes: readonly NodeObject[]): string | undefined {
  const interesting: readonly NodeStatus[] = ['failed', 'rejected', 'waiting', 'running'];
  for (const status of interesting) {
    const found = nodes.find((node) => node.statusLabel === status);
    if (found !== undefined) return found.step.name;
  }
  return (nodes.findLast((node) => node.startedAt !== '') ?? nodes[0])?.step.name;
}

/** The step some places further, staying at the ends. */
export function neighbour(
  nodes: readonly NodeObject[],
  selected: string | undefined,
  by: number,
): string | undefined {
  const index = nodes.findIndex((node) => node.step.name === selected);
  return nodes[Math.max(0, Math.min(nodes.length - 1, index + by))]?.step.name;
}

export function firstFailed(nodes: readonly NodeObject[]): NodeObject | undefined {
  return nodes.find((node) => node.statusLabel === 'failed' || node.statusLabel === 'rejected');
}
