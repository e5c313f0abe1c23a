import { expect, it } from 'vitest';
import { loadBase, loadDag } from '../../../../engine/steps/load-dag.ts';
import { lint, stored } from './lint.ts';

const step = 'steps:\n  - {command: \'echo "$A $B $P $OUT $TOKEN"\', output: OUT}\n';
const secrets = 'secrets: [{name: TOKEN, provider: env, key: API_TOKEN}]\n';

/** Where the definition is marked, of which these are the first lines. */
function marks(lines: string): readonly string[] {
  const found = lint(`${lines}\n${secrets}${step}`);
  return found.flatMap((one) => (one.startsWith('filled-in-later ') ? one.slice(16) : []));
}

it.each([
  ['a parameter', 'params: {P: 1}\nenv: {A: "x-$P"}', ['2:13 $P']],
  ['a secret in env', 'env: ["A=${TOKEN}"]', ['1:10 ${TOKEN}']],
  ['a secret in params', 'params: ["P=${TOKEN}"]', ['1:13 ${TOKEN}']],
  ['an output', 'env: [{A: "${OUT.a[0]}"}]', ['1:12 ${OUT.a[0]}']],
  ['a later entry', 'env: {A: "$B", B: "$A"}', ['1:11 $B']],
  ['a later parameter', 'params: [{P: "${B}"}, {B: 1}]', ['1:15 ${B}']],
  ['the second of two', 'env: [{A: "$HOME $OUT"}, {B: "$A $OUT"}]', ['1:18 $OUT', '1:34 $OUT']],
])('marks %s that has no value yet', (_, lines, expected) => {
  expect(marks(lines)).toEqual(expected);
});

it.each([
  ['has a value by then', 'env: {A: 1, B: "$A"}\nparams: {P: "$B", Q: "$P"}'],
  ['is a variable of the system', 'params: {USER: x}\nenv: {USER: "${USER}", A: "$HOME"}'],
  ['has a default', 'params: {P: 1}\nenv: {A: "${P:-none}"}'],
  ['is escaped', "params: {P: 1}\nenv: {A: '\\$P'}"],
  ['is data', 'params: {schema: {properties: {P: {default: "$TOKEN"}}}}'],
])('leaves alone what %s', (_, lines) => {
  expect(marks(lines)).toEqual([]);
});

it('knows the variables of base.yaml, and marks none there', () => {
  const base = loadBase('env: [{A: "$P"}]\nparams: [{P: "$TOKEN"}]');
  const lines = 'env: [{B: "$A"}]\nparams: [{Q: "$P"}]\n';

  const { issues } = loadDag(`${lines}${secrets}${step}`, {
    ...{ name: 'file', base, lint: { storedDags: stored } },
  });

  expect(issues.filter(({ code }) => code === 'filled-in-later')).toEqual([]);
});
