import { expect, it } from 'vitest';
import { loadBase, loadDag } from '../../../../engine/steps/load-dag.ts';
import { lint, stored } from './lint.ts';

it('is marked at the secret itself among several', () => {
  const text = `secrets:
  - {name: FIRST, provider: env, key: SECOND}
  - {name: SECOND, provider: env, key: FIRST}
params: {SECOND: none}
steps: [{command: 'echo "$SECOND"'}]
`;

  expect(lint(text)).toContain('shadowed-secret 3:12 SECOND');
});

it.each([
  ['at the parameters', 'params: {TOKEN: none}\nsteps: [{command: b "$TOKEN"}]', [1, 9]],
  ['at the output', 'steps: [{command: a, output: TOKEN}, {command: b "$TOKEN"}]', [1, 30]],
])('is marked %s where base.yaml has the secret', (_, text, place) => {
  const base = loadBase('secrets: [{name: TOKEN, provider: env, key: API_TOKEN}]');

  const { issues } = loadDag(text, { name: 'file', base, lint: { storedDags: stored } });

  const found = issues.filter(({ code }) => code === 'shadowed-secret');
  expect(found.map(({ line, column }) => [line, column])).toEqual([place]);
});
