import type { NodeObject, RunDetail } from '#contract/run.ts';
import { isActiveRun } from '#contract/status.ts';
import { texts } from './texts.ts';

/** Why a failure or a skip did not hold up what follows, naming the key that says so; empty when it did. */
export function formatWentOn(node: NodeObject, run: RunDetail): string {
  const { continueOn } = node.step;
  if (continueOn === null) return '';
  if (node.statusLabel === 'skipped' && continueOn.skipped) {
    return texts.wentOn.skipped;
  }
  if (node.statusLabel === 'succeeded' && node.error !== '' && continueOn.markSuccess) {
    return texts.wentOn.markSuccess;
  }
  if (node.statusLabel !== 'failed') return '';
  const clause = clauseOf(node, continueOn, run);
  if (clause === '') return '';
  return isActiveRun(run.statusLabel) ? texts.wentOn.goesOn(clause) : texts.wentOn.wentOn(clause);
}

function clauseOf(
  node: NodeObject,
  { failure, exitCode, output }: NonNullable<NodeObject['step']['continueOn']>,
  run: RunDetail,
): string {
  if (failure) return 'failure';
  if (node.exitCode !== null && exitCode.includes(node.exitCode)) {
    return texts.wentOn.exitCode(node.exitCode);
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
