import { isNull, type MapEntry, type SourceNode } from '../../../source/source-node.ts';
import { stepsOf, type LintDocument } from '../../lint-document.ts';
import type { Finding, LintRule } from '../../lint-rule.ts';
import { partOf } from './part-of.ts';

export const commandNotRun: LintRule = {
  code: 'command-not-run',
  title: 'A command in `$(…)` that no shell reads',
  why:
    'Fields that no shell reads take commands in backticks only: `env`, `params`, `working_dir`, `log_dir`, `value`, ' +
    'and conditions with `expected`. There, `$(…)` stays as it is written. A condition without `expected` is a command, and not reported.',
  fix: 'Put the command in backticks. For the text `$(` itself, write `\\$(`.',
  wrong: `preconditions:
  - condition: $(echo ready)
    expected: ready
steps:
  - command: echo working
`,
  right: `preconditions:
  - condition: "\`echo ready\`"
    expected: ready
steps:
  - command: echo working
`,
  find: (document) => textsOf(document).flatMap(findIn),
};

const ofDag = ['env', 'params', 'working_dir', 'log_dir'];
const ofStep = ['env', 'value', 'working_dir'];

/** What the engine fills in, and hands to no shell. */
function textsOf(document: LintDocument): readonly SourceNode[] {
  const { given } = document;
  const steps = stepsOf(document).map(({ draft }) => draft.given);
  return [
    ...valuesOf(given, ofDag),
    ...comparedIn(given.get('preconditions')?.value),
    ...steps.flatMap((own) => [
      ...valuesOf(own, ofStep),
      ...comparedIn(own.get('preconditions')?.value),
      ...comparedIn(own.get('repeat_policy')?.value),
    ]),
  ];
}

function valuesOf(
  given: ReadonlyMap<string, MapEntry>,
  keys: readonly string[],
): readonly SourceNode[] {
  return keys.flatMap((key) => {
    const node = given.get(key)?.value;
    // A schema of parameters is filled in by nothing.
    return node === undefined || partOf(node, 'schema') !== undefined ? [] : [node];
  });
}

/** Without `expected` a condition is a command, and its shell reads it. */
function comparedIn(node: SourceNode | undefined): readonly SourceNode[] {
  if (node === undefined) return [];
  if (node.kind === 'list') return node.items.flatMap(comparedIn);
  const expected = partOf(node, 'expected')?.value;
  const condition = partOf(node, 'condition')?.value;
  if (condition === undefined || expected === undefined || isNull(expected)) return [];
  return expected.kind === 'scalar' && expected.text === '' ? [] : [condition];
}

/** `\$(` is the text itself. */
const substitution = /(?<!\\)\$\([^()\n]/;

function findIn(node: SourceNode): readonly Finding[] {
  if (node.kind === 'list') return node.items.flatMap(findIn);
  if (node.kind === 'map') return node.entries.flatMap(({ value }) => findIn(value));
  if (!substitution.test(node.text)) return [];
  const message = '`$(…)` is not run here and stays as it is: put the command in backticks';
  return [{ range: { start: node.start, end: node.end }, message }];
}
