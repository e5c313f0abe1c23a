import { stepsOf } from '../../lint-document.ts';
import type { Finding, LintRule } from '../../lint-rule.ts';
import { partOf } from './part-of.ts';

export const keyOfOmittedOutput: LintRule = {
  code: 'key-of-omitted-output',
  title: 'A `key` of an output that is omitted',
  why: '`key` is the name in the outputs of the run, and `omit` leaves the output out of them.',
  fix: 'Remove `key`, or `omit`.',
  wrong: `steps:
  - command: echo 7
    output: { name: COUNT, key: count, omit: true }
  - command: echo "$COUNT"
`,
  right: `steps:
  - command: echo 7
    output: { name: COUNT, omit: true }
  - command: echo "$COUNT"
`,
  find: (document) =>
    stepsOf(document).flatMap(({ step: { output }, draft }): Finding[] => {
      const entry = partOf(draft.given.get('output')?.value, 'key');
      if (entry === undefined || output === null || !output.omit || output.key === null) return [];
      return [{ range: entry.key, message: '`key` has no effect with `omit: true`' }];
    }),
};
