import type { SourceNode } from '../../../source/source-node.ts';
import { stepsOf } from '../../lint-document.ts';
import type { Finding, LintRule } from '../../lint-rule.ts';
import { partOf } from './part-of.ts';

export const emptyExpected: LintRule = {
  code: 'empty-expected',
  title: 'An empty `expected`',
  why: 'An empty `expected` counts as none, so the condition is not compared with it but run as a shell command.',
  fix: 'Write `re:^$` to compare with the empty text, or remove `expected`.',
  wrong: `preconditions:
  - condition: \${WEBHOOK_PAYLOAD}
    expected: ""
steps:
  - command: echo started by hand
`,
  right: `preconditions:
  - condition: \${WEBHOOK_PAYLOAD}
    expected: "re:^$"
steps:
  - command: echo started by hand
`,
  find: (document) => [
    ...findIn(document.given.get('preconditions')?.value),
    ...stepsOf(document).flatMap(({ draft: { given } }) => [
      ...findIn(given.get('preconditions')?.value),
      ...findIn(given.get('repeat_policy')?.value),
    ]),
  ],
};

function findIn(node: SourceNode | undefined): readonly Finding[] {
  if (node?.kind === 'list') return node.items.flatMap(findIn);
  const expected = partOf(node, 'expected')?.value;
  if (expected?.kind !== 'scalar' || expected.text !== '' || expected.plain !== 'text') return [];
  const message = '`expected` is empty and has no effect: the condition is run as a command';
  return [{ range: { start: expected.start, end: expected.end }, message }];
}
