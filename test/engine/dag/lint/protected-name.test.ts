import { expect, it } from 'vitest';
import { loadBase, loadDag } from '../../../../engine/steps/load-dag.ts';
import { lint, stored } from './lint.ts';

const call = (more: string): string => `steps:
  - {name: a, command: echo 1, output: OUT}
  - {call: nightly, ${more}}
`;

it.each([
  ['in a map of parameters', 'params: {PATH: /x}\nsteps: [{command: echo "$PATH"}]\n', '1:10 PATH'],
  ['in a line', 'params: "A=1 IFS=x"\nsteps: [{command: echo "$A$IFS"}]\n', '1:14 IFS'],
  [
    'in a schema',
    'params: {schema: {properties: {PAGER: {type: string}}}}\nsteps: [{command: echo "$PAGER"}]\n',
    '1:32 PAGER',
  ],
  ['of an output', 'steps: [{command: a, output: HOME}, {command: b "$HOME"}]\n', '1:30 HOME'],
  [
    'of an approval',
    'steps:\n  - {type: hitl, config: {input: [EDITOR]}}\n  - echo "$EDITOR"\n',
    '2:35 EDITOR',
  ],
  ['of a call with a value', call('params: {BASH_ENV: "${OUT}"}'), '3:30 BASH_ENV'],
  ['of a call in a line', call('params: "A=1 LD_PRELOAD=${OUT}"'), '3:34 LD_PRELOAD'],
  ['of items', call('parallel: [{X: 1, BASH_ENV: "${OUT}"}]'), '3:39 BASH_ENV'],
])('is found where it stands: %s', (_, text, place) => {
  expect(lint(text).filter((line) => line.startsWith('protected-name'))).toEqual([
    `protected-name ${place}`,
  ]);
});

it.each([
  ['`env`', 'env: [{PATH: /x}]\nsteps: [{env: [{BASH_ENV: "${PATH}"}], command: echo 1}]\n'],
  ['what a call writes out', call('params: {BASH_ENV: /dev/null, A: "${OUT}"}')],
  ['names that values bring', call('params: "${OUT}"')],
])('is not found in %s', (_, text) => {
  expect(lint(text).filter((line) => line.startsWith('protected-name'))).toEqual([]);
});

it('is looked for where a call has more parameters than one can have', () => {
  const many = Array.from({ length: 1001 }, (_, index) => `P${index}=x`).join(', ');

  expect(lint(call(`params: [${many}, "\${OUT}"]`))).toEqual([]);
});

it('is not found in every DAG where base.yaml has such a parameter', () => {
  const base = loadBase('params: [{PATH: /x}]');

  const { issues } = loadDag('steps: [echo 1]\n', {
    name: 'file',
    base,
    lint: { storedDags: stored },
  });

  expect(issues.map(({ code }) => code)).not.toContain('protected-name');
});
