import type { NodeStatus } from '#contract/status.ts';
import type { RunNode } from './run-nodes.ts';

/** The step that somebody who opens a run wants to see: what failed, else what runs, else what ran last. */
function initialStep(nodes: readonly RunNode[]): string | undefined {
  const interesting: readonly NodeStatus[] = ['failed', 'rejected', 'waiting', 'running'];
  for (const status of interesting) {
    const found = nodes.find(({ node }) => node.statusLabel === status);
    if (found !== undefined) return found.key;
  }
  const steps = nodes.filter((one) => !one.isHandler);
  return (steps.findLast(({ node }) => node.startedAt !== '') ?? nodes[0])?.key;
}

/**
 * The step that a page shows while nobody has chosen one: what failed; else of a live run the step at work, as long as
 * it is at work; at the end what somebody who opens the run wants to see.
 */
export function followedStep(
  nodes: readonly RunNode[],
  isActive: boolean,
  before: string | undefined,
): string | undefined {
  if (!isActive || firstFailed(nodes) !== undefined) return initialStep(nodes);
  const atWork = nodes.filter(({ node }) => ['running', 'waiting'].includes(node.statusLabel));
  const stays = atWork.some(({ key }) => key === before);
  return stays ? before : (atWork[0]?.key ?? before ?? initialStep(nodes));
}

/** The step some places further, staying at the ends. */
export function neighbor(
  nodes: readonly RunNode[],
  selected: string | undefined,
  by: number,
): string | undefined {
  const index = nodes.findIndex((one) => one.key === selected);
  return nodes[Math.max(0, Math.min(nodes.length - 1, index + by))]?.key;
}

export function firstFailed(nodes: readonly RunNode[]): RunNode | undefined {
  return nodes.find(({ node }) => ['failed', 'rejected'].includes(node.statusLabel));
}
