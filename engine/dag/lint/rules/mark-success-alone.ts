import { keyAt, stepsOf } from '../lint-document.ts';
import type { LintRule } from '../lint-rule.ts';

export const markSuccessAlone: LintRule = {
  code: 'mark-success-alone',
  title: '`mark_success` with nothing to mark',
  why: 'It counts a failure that `failure`, `exit_code` or `output` allows as a success. Without them it has no effect.',
  fix: 'Choose the failures: `failure: true`, or a list of `exit_code`.',
  wrong: `steps:
  - name: optional
    command: ls
    continue_on:
      mark_success: true
`,
  right: `steps:
  - name: optional
    command: ls
    continue_on:
      failure: true
      mark_success: true
`,
  find: (document) =>
    stepsOf(document).flatMap(({ step: { continueOn }, draft }) => {
      const { failure, exitCode, output, markSuccess } = continueOn;
      const at = draft.given.get('continue_on')?.value;
      if (!at || !markSuccess || failure || exitCode.length > 0 || output.length > 0) return [];
      const message = '`mark_success` has no effect without `failure`, `exit_code` or `output`';
      return [{ range: keyAt(at, 'mark_success'), message }];
    }),
};
