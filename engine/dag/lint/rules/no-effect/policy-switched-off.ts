import { isNull } from '../../../source/source-node.ts';
import { stepsOf, type LintStep } from '../../lint-document.ts';
import type { Finding, LintRule } from '../../lint-rule.ts';
import { partOf } from './part-of.ts';

export const policySwitchedOff: LintRule = {
  code: 'policy-switched-off',
  title: 'A policy that never runs the step again',
  why:
    '`retry_policy` retries up to `limit` times, so 0 is never. `repeat_policy` does nothing with `repeat: false`, and ' +
    'with `limit: 1` the first execution is the last.',
  fix: 'Increase `limit` (for `repeat_policy` it counts the first execution), or remove the policy.',
  wrong: `steps:
  - name: fetch
    command: echo fetching
    retry_policy:
      limit: 0
      interval_sec: 5
`,
  right: `steps:
  - name: fetch
    command: echo fetching
    retry_policy:
      limit: 3
      interval_sec: 5
`,
  find: (document) => stepsOf(document).flatMap((one) => [...ofRetry(one), ...ofRepeat(one)]),
};

function ofRetry({ step, draft }: LintStep): readonly Finding[] {
  const limit = partOf(draft.given.get('retry_policy')?.value, 'limit');
  if (limit === undefined || step.retryPolicy?.limit !== 0) return [];
  return [{ range: limit.value, message: '`retry_policy` has no effect: its `limit` is 0' }];
}

function ofRepeat({ step, draft }: LintStep): readonly Finding[] {
  const node = draft.given.get('repeat_policy')?.value;
  if (node === undefined || isNull(node)) return [];
  if (step.repeatPolicy === null) {
    const repeat = partOf(node, 'repeat');
    const message = '`repeat_policy` has no effect: `repeat` is false';
    return repeat === undefined ? [] : [{ range: repeat.value, message }];
  }
  const limit = partOf(node, 'limit');
  if (limit === undefined || step.repeatPolicy.limit !== 1) return [];
  const message = '`repeat_policy` has no effect: its `limit` of 1 is the first execution';
  return [{ range: limit.value, message }];
}
