import { isNull, type SourceNode } from '../../../source/source-node.ts';
import { stepsOf } from '../../lint-document.ts';
import type { Finding, LintRule } from '../../lint-rule.ts';
import { partOf } from './part-of.ts';

/** Largest that a process can end with, except on Windows. */
const MOST = 255;

export const exitCodeOutOfRange: LintRule = {
  code: 'exit-code-out-of-range',
  title: 'An exit code that no program can return',
  why:
    'On Linux and macOS an exit code is a number from 0 to 255: `exit 300` ends with 44. A larger one in `continue_on`, ' +
    '`retry_policy` or `repeat_policy` never matches there.',
  fix: 'Use the code that the step shows after it has ended.',
  wrong: `steps:
  - name: fetch
    command: exit 300
    continue_on:
      exit_code: 300
      mark_success: true
`,
  right: `steps:
  - name: fetch
    command: exit 44
    continue_on:
      exit_code: 44
      mark_success: true
`,
  find: (document) =>
    stepsOf(document).flatMap(({ draft }) =>
      ['continue_on', 'retry_policy', 'repeat_policy'].flatMap((key) =>
        findIn(partOf(draft.given.get(key)?.value, 'exit_code')?.value),
      ),
    ),
};

function findIn(node: SourceNode | undefined): readonly Finding[] {
  if (node === undefined || isNull(node)) return [];
  const items = node.kind === 'list' ? node.items : [node];
  return items.flatMap((item): Finding[] => {
    if (item.kind !== 'scalar' || !(Number(item.text) > MOST)) return [];
    const { start, end, text } = item;
    const message = `${text} never matches: exit codes end at ${MOST}, except on Windows`;
    return [{ range: { start, end }, message }];
  });
}
