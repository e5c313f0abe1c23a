import type { ReactElement } from 'react';
import type { NodeObject } from '#contract/run.ts';
import { useSharedNowWhile } from '../../components/now-context.ts';
import { statusWords } from '../../lib/status-vocabulary.ts';
import { formatAttempt } from './format-attempt.ts';
import { isTimed } from './run-nodes.ts';
import { nodeReason, nodeTime } from './format-run.ts';
import { texts } from './texts.ts';

interface StepTimeProps {
  readonly node: NodeObject;
}

/** How long a step took, or takes so far. The same element follows the clock and stands still: nothing is replaced at the end. */
export function StepTime({ node }: StepTimeProps) {
  const now = useSharedNowWhile(isTimed(node));
  return <span className="step-time">{timeWords(node, now)}</span>;
}

/** Why a step is as it is, where there is something to say. */
export function stepReason(node: NodeObject, now: number): ReactElement | null {
  const reason = nodeReason(node, now);
  if (reason === '') return null;
  // An error that counts as a success is told, and does not shine.
  const tone = node.statusLabel === 'succeeded' ? 'skipped' : statusWords(node.statusLabel).tone;
  return (
    <span className={`step-reason cut tone-${tone}`} title={node.error || reason}>
      {reason}
    </span>
  );
}

function timeWords(node: NodeObject, now: number): string {
  const { subRuns } = node;
  const done = subRuns.filter((sub) => sub.statusLabel === 'succeeded').length;
  const detail =
    subRuns.length > 1 ? texts.steps.progress(done, subRuns.length) : formatAttempt(node);
  return [detail, nodeTime(node, now)].filter(Boolean).join(' · ');
}
