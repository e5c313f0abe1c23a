import type { NodeObject, RunDetail } from '#contract/run.ts';
import { isActiveRun } from '#contract/status.ts';

/** Why a failure or a skip did not hold up what follows, naming the key that says so; empty when it did. */
export function wentOnWords(node: NodeObject, run: RunDetail): string {
  const { continueOn } = node.step;
  if (continueOn === null) return '';
  if (node.statusLabel === 'skipped' && continueOn.skipped) {
    return 'Holds up nothing: continue_on.skipped';
  }
  if (node.statusLabel === 'succeeded' && node.error !== '' && continueOn.markSuccess) {
    return 'Succeeded by continue_on.mark_success';
  }
  if (node.statusLabel !== 'failed') return '';
  const clause = clauseOf(node, continueOn, run);
  if (clause === '') return '';
  return `Run ${isActiveRun(run.statusLabel) ? 'goes' : 'went'} on: continue_on.${clause}`;
}

function clauseOf(
  node: NodeObject,
  { failure, exitCode, output }: NonNullable<NodeObject['step']['continueOn']>,
  run: RunDetail,
): string {
  if (failure) return 'failure';
  if (node.exitCode !== null && exitCode.includes(node.exitCode)) {
    return `exit_code has ${node.exitCode}`;
  }
  // Whether a line matched is the engine's knowledge; that later steps ran tells it.
  return output.length > 0 && hasFollowers(node, run) ? 'output' : '';
}

function hasFollowers(node: NodeObject, run: RunDetail): boolean {
  return run.nodes.some(
    (other) =>
      other.step.depends.includes(node.step.name) &&
      other.startedAt !== '' &&
      other.statusLabel !== 'aborted',
  );
}
