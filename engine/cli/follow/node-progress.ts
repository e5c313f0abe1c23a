import type { NodeObject } from '../../contract/run.ts';

/** Whether a step has come to its end. */
export function hasEnded(node: NodeObject): boolean {
  return stage(node) === 2;
}

/** Events and answers travel on ways of their own, so an older state can arrive after a newer one. */
export function isNewer(node: NodeObject, known: NodeObject): boolean {
  const difference =
    node.doneCount - known.doneCount ||
    node.retryCount - known.retryCount ||
    stage(node) - stage(known);
  return difference > 0;
}

function stage({ statusLabel }: NodeObject): 0 | 1 | 2 {
  if (statusLabel === 'not_started') return 0;
  return statusLabel === 'running' || statusLabel === 'waiting' ? 1 : 2;
}
