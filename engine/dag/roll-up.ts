import type { NodeStatus, RunStatus } from '../contract/status.ts';

/** Why a run was cut short: a person's stop, or its own time limit. */
export type CutShort = 'stop' | 'timeout' | null;

/**
 * The status of a run from those of its nodes (reference 3.2), first match wins: a stop that left anything undone
 * aborts it, a time limit fails it, then a rejection, a failure, and what is partly done.
 */
export function rollUp(nodes: readonly NodeStatus[], cutShort: CutShort): RunStatus {
  const has = (status: NodeStatus): boolean => nodes.includes(status);
  if (cutShort === 'timeout') return 'failed';
  if (cutShort === 'stop' && !nodes.every(isDone)) return 'aborted';
  if (has('running') || has('not_started')) return 'running';
  if (has('rejected')) return 'rejected';
  if (has('waiting')) return 'waiting';
  if (has('failed')) return 'failed';
  if (has('aborted')) return 'failed';
  if (has('partially_succeeded')) return 'partially_succeeded';
  return 'succeeded';
}

function isDone(status: NodeStatus): boolean {
  return status === 'succeeded' || status === 'partially_succeeded' || status === 'skipped';
}
