import { keyAt, stepsOf } from '../lint-document.ts';
import type { LintRule } from '../lint-rule.ts';

export const markSuccessAlone: LintRule = {
  code: 'mark-success-alone',
  title: '`mark_success` with nothing to mark',
  why: 'It counts a failure as a success that `failure`, `exit_code` or `output` beside it allows. Alone it does nothing.',
  mend: 'Say which failures are meant: `failure: true`, or a list of `exit_code`.',
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
      const message = '`mark_success` does nothing without `failure`, `exit_code` or `output`';
      return [{ range: keyAt(at, 'mark_success'), message }];
    }),
};
