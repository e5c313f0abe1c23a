import { describe, expect, it } from 'vitest';
import { issueText } from '../../../engine/dag/definition.ts';
import { loadDag } from '../../../engine/steps/load-dag.ts';

const asking = (step: string): string => `steps: [{type: http, ${step}}]`;
const get = 'command: GET http://a.example/';

describe('an http step', () => {
  it.each([
    ['', '[1:9] a step of `type: http` requires `command`'],
    ['command: http://a.example/', '[1:31] `command` of `type: http` must be `<METHOD> <URL>`'],
    ['command: GET', '[1:31] `command` of `type: http` must be `<METHOD> <URL>`'],
    ['command: [GET http://a.example/]', '[1:31] `command` of `type: http` must be a single text'],
    [`${get}, script: x`, '[1:54] `script` cannot be combined with `type: http`'],
    [`${get}, config: {header: {a: b}}`, '[1:63] unknown key `header`: did you mean `headers`?'],
    [`${get}, config: {headers: a}`, '[1:72] `headers` must be a map, got the text `a`'],
    [`${get}, config: {query: {a: [b]}}`, '[1:74] the value of `a` in `query` must be text'],
    [`${get}, config: {timeout: soon}`, '[1:72] `timeout` must be an integer, got the text'],
    [`${get}, config: {timeout: -1}`, '[1:72] `timeout` must not be less than 0'],
    [`${get}, config: {silent: loud}`, '[1:71] `silent` must be true or false'],
  ])('is refused with { %s }', (step, message) => {
    const { dag, issues } = loadDag(asking(step), { name: 'x' });

    expect(dag).toBeNull();
    expect(issues.map(issueText).join('\n')).toContain(message);
  });

  it.each([
    'get http://a.example/',
    '" POST  http://a.example/?a=${B} "',
    '"${REQUEST}"',
    '"`cat x`"',
  ])('takes the command %s', (command) => {
    expect(loadDag(asking(`command: ${command}`), { name: 'x' }).issues).toEqual([]);
  });

  it('has its settings in the order of the file, and what is not written is empty', () => {
    const config = 'config: {headers: {B: 1, A: null}, timeout: 5}';

    expect(loadDag(asking(`${get}, ${config}`), { name: 'x' }).dag?.steps[0]?.config).toEqual({
      headers: [
        { name: 'B', value: '1' },
        { name: 'A', value: '' },
      ],
      query: [],
      body: { kind: 'text', text: '' },
      timeoutSec: 5,
      silent: false,
      json: false,
      skipVerify: false,
    });
  });
});
