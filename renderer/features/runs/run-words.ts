import type { NodeObject, RunDetail } from '#contract/run.ts';
import type { NodeStatus } from '#contract/status.ts';
import { elapsedBetween, formatDuration } from '../../lib/duration.ts';

/** What stands beside the status: why it is so, or what happens now. */
export function runReason(run: RunDetail): string {
  if (run.error !== '') return run.error;
  const failed = nodesIn(run, 'failed');
  const waiting = nodesIn(run, 'waiting').length;
  if (run.statusLabel === 'running') {
    const parts: string[] = [];
    if (failed.length > 0)
      parts.push(`${counted(failed.length, 'step')} failed and the run goes on`);
    if (waiting > 0) parts.push(`${counted(waiting, 'gate')} waits for you`);
    return parts.join(', ');
  }
  const first = failed[0];
  if (first === undefined) return '';
  return `${first.step.name}: ${nodeReason(first)}`;
}

/** Why a node is as it is, in one line; empty when there is nothing to say. */
export function nodeReason(node: NodeObject): string {
  if (node.statusLabel === 'succeeded' || node.statusLabel === 'running') return '';
  const [first = '', ...more] = node.error.split('\n');
  const code = node.exitCode === null || node.exitCode === 0 ? '' : `exit ${node.exitCode}`;
  // The engine's text begins with the exit code in words and ends with what the step said last.
  const cause = code !== '' && /^exit status \d+$/.test(first) ? '' : first;
  const last = cause === '' ? (more.findLast((line) => line.trim() !== '') ?? '') : '';
  return [code, cause, last.replace('recent stderr (tail):', '').trim()]
    .filter(Boolean)
    .join(' · ');
}

/** `9m 27s`, with the attempt before it where there was more than one. */
export function nodeTime(node: NodeObject, now: number): string {
  if (node.statusLabel === 'skipped') return '—';
  const elapsed = elapsedBetween(node.startedAt, node.finishedAt, now);
  return elapsed === undefined ? '' : formatDuration(elapsed);
}

export function attemptWords(node: NodeObject): string {
  const { retryCount, doneCount } = node;
  if (retryCount > 0) return `attempt ${retryCount + 1}`;
  return node.step.repeat_policy.repeat && doneCount > 1 ? `repeat ${doneCount}` : '';
}

/** How many nodes have each status, in the order in which they are shown. */
export function statusCounts(
  nodes: readonly NodeObject[],
): readonly (readonly [NodeStatus, number])[] {
  const order: readonly NodeStatus[] = [
    'succeeded',
    'partially_succeeded',
    'running',
    'waiting',
    'failed',
    'rejected',
    'aborted',
    'skipped',
    'not_started',
  ];
  return order
    .map((status) => [status, nodes.filter((node) => node.statusLabel === status).length] as const)
    .filter(([, count]) => count > 0);
}

function nodesIn(run: RunDetail, status: NodeStatus): readonly NodeObject[] {
  return run.nodes.filter((node) => node.statusLabel === status);
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
