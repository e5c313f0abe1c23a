import { callNames } from '../../call-names.ts';
import { inputsOf } from '../../declared-names.ts';
import { isProtectedName } from '../../protected-names.ts';
import { quoted } from '../../source/source-node.ts';
import { stepsOf, valueAt, type LintDocument, type LintStep } from '../lint-document.ts';
import type { Finding, LintRule } from '../lint-rule.ts';
import { paramAt } from '../param-at.ts';
import { locate } from '../step-references.ts';

export const protectedName: LintRule = {
  code: 'protected-name',
  title: 'A protected variable for a value from outside',
  why:
    'The variable changes what code programs load, so no value from outside sets it: a start that gives it is refused, a call leaves ' +
    'it out, and an output or an approval does not set it. The default of a parameter counts. ' +
    '[Protected variables](#protected-variables) lists these names.',
  fix: 'Rename it. If you do mean the variable, set it in `env`.',
  wrong: `params:
  - ENV: staging
steps:
  - command: echo "deploy to $ENV"
`,
  right: `params:
  - STAGE: staging
steps:
  - command: echo "deploy to $STAGE"
`,
  find: (document) => [
    ...paramFindings(document),
    ...stepsOf(document).flatMap((step) => stepFindings(step, document)),
  ],
};

function paramFindings({ dag, given, file }: LintDocument): readonly Finding[] {
  const at = given.get('params')?.value;
  const found = dag.params.filter(({ name, source }) => source !== 'base' && isProtectedName(name));
  if (at === undefined) return [];
  return found.map((param) => ({
    range: paramAt(at, param, file.text),
    message: `no start and no call can set ${quoted(param.name)}, which changes what code programs load`,
  }));
}

function stepFindings(found: LintStep, { file }: LintDocument): readonly Finding[] {
  const { step } = found;
  const { written, literal } = callNames(step);
  const filledIn = [...(written ?? [])].filter((name) => !literal.has(name));
  const named = [
    ...(step.output === null ? [] : [['output', step.output.name, 'an output'] as const]),
    ...inputsOf(step.config).map((name) => ['config', name, 'an approval'] as const),
    ...filledIn.map((name) => [callKey(found), name, 'a value that is filled in'] as const),
  ];
  return named
    .filter(([, name]) => isProtectedName(name))
    .map(([key, name, what]) => ({
      range: locate(name, valueAt(found, key), file.text),
      message: `${what} never sets ${quoted(name)}, which changes what code programs load`,
    }));
}

const callKey = ({ draft }: LintStep): string =>
  draft.given.has('params') ? 'params' : 'parallel';
