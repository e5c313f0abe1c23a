import type { Pause, WrittenRetryPolicy } from '../../definition.ts';
import { keyAt, stepsOf, type LintStep } from '../lint-document.ts';
import type { Finding, LintRule } from '../lint-rule.ts';

export const waitNeverGrows: LintRule = {
  code: 'wait-never-grows',
  title: 'A backoff that never grows',
  why:
    '`backoff` multiplies `interval_sec`, so with 0 it stays 0; `max_interval_sec` limits a wait that only `backoff` ' +
    'makes grow.',
  fix: 'Set `interval_sec` to at least 1 with `backoff`, and `backoff` with `max_interval_sec`.',
  wrong: `steps:
  - name: fetch
    command: echo fetching
    retry_policy:
      limit: 5
      interval_sec: 2
      max_interval_sec: 60
`,
  right: `steps:
  - name: fetch
    command: echo fetching
    retry_policy:
      limit: 5
      interval_sec: 2
      backoff: true
      max_interval_sec: 60
`,
  find: (document) =>
    stepsOf(document).flatMap((one) => [
      ...findIn(one, 'retry_policy', one.step.retryPolicy),
      ...findIn(one, 'repeat_policy', one.step.repeatPolicy),
    ]),
};

function findIn(
  { draft }: LintStep,
  key: string,
  pause: Pause | WrittenRetryPolicy | null,
): readonly Finding[] {
  const at = draft.given.get(key)?.value;
  if (!at || pause === null) return [];
  if (pause.backoff > 1 && pause.intervalSec === 0) {
    const message = '`backoff` has no effect: `interval_sec` is 0';
    return [{ range: keyAt(at, 'backoff'), message }];
  }
  if (pause.maxIntervalSec === 0 || pause.backoff > 1) return [];
  const message = '`max_interval_sec` has no effect without `backoff`: the wait never grows';
  return [{ range: keyAt(at, 'max_interval_sec'), message }];
}
