import { describe, expect, it } from 'vitest';
import { issueText } from '../../../engine/dag/definition.ts';
import { loadDag } from '../../../engine/steps/load-dag.ts';

const load = (step: string) => loadDag(`steps: [{type: sqlite, ${step}}]`, { name: 'x' });
const dsn = 'config: {dsn: a.db';

describe('a step that runs SQL', () => {
  it.each([
    [`${dsn}}`, '[1:9] a step of `type: sqlite` requires a `command`, a `script` or a `command`'],
    [`${dsn}, command: ""}`, '[1:9] a step of `type: sqlite` requires a `command`'],
    [`${dsn}, command: a}, command: b`, '`command` in `config` cannot be combined with `command`'],
    [`${dsn}}, command: a, script: b`, '[1:65] `script` cannot be combined with `command`'],
    [`${dsn}}, command: [a, b]`, '[1:54] `command` of `type: sqlite` must be a single text'],
    ['command: a', '[1:9] `dsn` is required in the `config` of `type: sqlite`'],
    ['command: a, config: {dsn: ""}', '[1:50] `dsn` is required in the `config`'],
    [`${dsn}, params: [1]}, script: a`, '`params` requires a single statement: use `command`'],
    [`${dsn}, params: a}, command: a`, '[1:52] `params` must be a list or a map of values'],
    [`${dsn}, params: [[a]]}, command: a`, '[1:53] a value in `params` must be text, a number'],
    [`${dsn}, params: {a: {}}}, command: a`, 'a value of `a` in `params` must be text'],
    [`${dsn}, headers: true}, command: a`, '[1:53] `headers` requires `output_format: csv`'],
    [`${dsn}, output_format: xml}, command: a`, '`output_format` must be `json`, `jsonl`, `csv`'],
    [`${dsn}, transaction: false}, script: a`, 'a `script` is always one transaction'],
    [`${dsn}, timeout: -1}, command: a`, '`timeout` must not be less than 0'],
    [`${dsn}, quary: a}, command: a`, 'unknown key `quary`'],
  ])('is refused with { %s }', (step, message) => {
    const { dag, issues } = load(step);

    expect(dag).toBeNull();
    expect(issues.map(issueText).join('\n')).toContain(message);
  });

  it('keeps the kinds of the values that it binds, in their order', () => {
    const params = 'params: {a: 1, b: "1", c: 1.50, d: true, e: null, f: x}';

    expect(load(`${dsn}, ${params}}, command: a`).dag?.steps[0]?.config).toMatchObject({
      params: [
        { name: 'a', kind: 'integer', text: '1' },
        { name: 'b', kind: 'text', text: '1' },
        { name: 'c', kind: 'number', text: '1.50' },
        { name: 'd', kind: 'boolean', text: 'true' },
        { name: 'e', kind: 'null' },
        { name: 'f', kind: 'text', text: 'x' },
      ],
    });
  });
});
