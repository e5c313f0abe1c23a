import { describe, expect, it } from 'vitest';
import { loadBase, loadDag } from '../../../../engine/steps/load-dag.ts';
import { lint } from './lint.ts';

const code = 'name-for-no-shell';

describe(code, () => {
  it.each([
    ['in a map', 'steps: [{env: {A-B: 1}, command: ls}]', '1:16 A-B'],
    ['in a list of texts', 'steps: [{env: [OK=1, 1A=2], command: ls}]', '1:22 1A=2'],
    ['with a dot', 'steps: [{env: [{a.b: 1}], command: ls}]', '1:17 a.b'],
    ['beyond ASCII', 'steps: [{env: {GRÖSSE: 1}, command: ls}]', '1:16 GRÖSSE'],
    [
      'of a step whose program is no shell',
      'steps: [{env: {A-B: 1}, shell: [perl, -e], command: print 1}]',
      '1:16 A-B',
    ],
    ['of a handler', 'steps: [ls]\nhandler_on: {exit: {env: {A-B: 1}, command: ls}}', '2:27 A-B'],
    ['of a DAG', 'env: {A-B: 1}\nsteps: [ls]', '1:7 A-B'],
  ])('finds a name %s', (_, text, mark) => {
    expect(lint(text)).toEqual([`${code} ${mark}`]);
  });

  it.each([
    ['a reference uses the name', 'env: [{a-b: 1}, {C: "${a-b}"}]\nsteps: [ls]'],
    [
      'the step runs in a container',
      'steps: [{env: {A-B: 1}, container: {image: i}, command: ls}]',
    ],
    [
      'the step runs on another host',
      'steps: [{env: {A-B: 1}, type: ssh, config: {user: u, host: h}, command: ls}]',
    ],
    ['the step runs no shell', 'steps: [{env: {A-B: 1}, type: http, command: GET http://h}]'],
    ['some steps of the DAG run no shell', 'env: {A-B: 1}\nsteps: [ls, {call: nightly}]'],
    ['no step of the DAG runs anything', 'env: {A-B: 1}'],
  ])('says nothing where %s', (_, text) => {
    expect(lint(text)).toEqual([]);
  });

  it('says nothing of what base.yaml gives all DAGs', () => {
    const base = loadBase('env: {A-B: 1}');

    const { issues } = loadDag('steps: [ls]', { name: 'x', base, lint: { storedDags: null } });

    expect(issues).toEqual([]);
  });
});
