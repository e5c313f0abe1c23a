import type { NodeStatus, RunStatus } from '../contract/status.ts';

/**
 * The one table of what a run and a node may become. Everything that changes a status asks here first, so a wrong
 * order of events is a loud error and never a wrong history.
 */
const runTransitions: Readonly<Record<RunStatus, readonly RunStatus[]>> = {
  not_started: ['queued', 'running', 'aborted', 'failed'],
  queued: ['running', 'aborted', 'failed'],
  running: ['waiting', 'succeeded', 'partially_succeeded', 'failed', 'aborted', 'rejected'],
  waiting: ['running', 'aborted', 'failed', 'rejected'],
  // An ended run goes on by a retry, for which it may have to queue, or changes by hand.
  succeeded: ['queued', 'running', 'partially_succeeded', 'failed', 'aborted'],
  partially_succeeded: ['queued', 'running', 'succeeded', 'failed', 'aborted'],
  failed: ['queued', 'running', 'succeeded', 'partially_succeeded', 'aborted'],
  aborted: ['queued', 'running', 'succeeded', 'partially_succeeded', 'failed'],
  rejected: ['queued', 'running', 'succeeded', 'partially_succeeded', 'failed', 'aborted'],
};

const nodeTransitions: Readonly<Record<NodeStatus, readonly NodeStatus[]>> = {
  not_started: ['running', 'waiting', 'skipped', 'aborted', 'succeeded', 'failed'],
  // Back to the start goes a node whose process had not begun when the engine quit. A node waits for a person, or for
  // sub-DAGs that do, and ends as they do.
  running: [
    'not_started',
    'waiting',
    'succeeded',
    'partially_succeeded',
    'failed',
    'aborted',
    'rejected',
    'skipped',
  ],
  waiting: ['running', 'succeeded', 'partially_succeeded', 'failed', 'aborted', 'rejected'],
  // A retry brings an ended node back to the start.
  succeeded: ['not_started', 'running', 'failed'],
  partially_succeeded: ['not_started', 'running', 'failed', 'succeeded'],
  failed: ['not_started', 'running', 'succeeded'],
  aborted: ['not_started', 'running', 'succeeded', 'failed'],
  rejected: ['not_started', 'running', 'succeeded', 'failed'],
  skipped: ['not_started', 'running', 'succeeded', 'failed'],
};

/** Whether the table has this move of a run. */
export function mayRunBecome(from: RunStatus, to: RunStatus): boolean {
  return runTransitions[from].includes(to);
}

/** Whether the table has this move of a node. */
export function mayNodeBecome(from: NodeStatus, to: NodeStatus): boolean {
  return nodeTransitions[from].includes(to);
}

/** @throws Error for a move that the table does not have: a bug. */
export function checkNodeMove(name: string, from: NodeStatus, to: NodeStatus): void {
  if (!mayNodeBecome(from, to)) throw new Error(`Node ${name} cannot go from ${from} to ${to}`);
}

/** @throws Error for a move that the table does not have: a bug. */
export function checkRunMove(from: RunStatus, to: RunStatus): void {
  if (!mayRunBecome(from, to)) throw new Error(`A run cannot go from ${from} to ${to}`);
}

/** Ended for good, unless a retry starts it again. */
export function isNodeEnded(status: NodeStatus): boolean {
  return status !== 'not_started' && status !== 'running' && status !== 'waiting';
}
