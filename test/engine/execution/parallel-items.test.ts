import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anEngine, endOf, runToEnd } from '../../support/engine.ts';
import { temporaryFolder } from '../../support/home.ts';

describe('the items of `parallel`', () => {
  it.each([
    ['values of the file', '[{n: 1, b: true, z: ~}, 2.50, ~, [1, "x"], text]'],
    ['a JSON list', '\'[{"n":1,"b":true,"z":null},2.50,null,[1,"x"],"text"]\''],
    [
      'JSON values one a line',
      ['|', '{"n":1,"b":true,"z":null}', '2.50', 'null', '[1,"x"]', '"text"'].join('\n        '),
    ],
  ])('are known to the parameters of their calls: %s', async (_, items) => {
    const { run } = await runToEnd(`steps:
  - name: each
    call: kid
    parallel:
      items: ${items}
    params: '{"ALL": "\${ITEM}", "N": "\${ITEM.n}"}'
    output: RES
---
name: kid
params: [{ALL: ""}, {N: ""}]
steps:
  - {command: 'echo "$ALL/$N"', output: OUT}
`);

    expect(run.nodes[0]?.error).toBe('');
    expect(run.nodes[0]?.subRuns.map(({ params }) => JSON.parse(params) as unknown)).toEqual([
      { ALL: '{"n":1,"b":true,"z":null}', N: '1' },
      { ALL: '2.50', N: '' },
      { ALL: '', N: '' },
      { ALL: '[1,"x"]', N: '' },
      { ALL: 'text', N: '' },
    ]);
  });

  it('may name what is called, each a DAG of its own', async () => {
    const started = await runToEnd(`steps:
  - name: each
    call: \${ITEM.dag}
    parallel: [{dag: one, n: 1}, {dag: other, n: 2}, {dag: nobody, n: 3}, {dag: one, n: 4}]
    params: {N: "\${ITEM.n}"}
    continue_on: failed
  - {name: same, call: "\${ITEM}", parallel: [one, one]}
---
name: one
params: [{N: "0"}]
steps: [echo one]
---
name: other
params: [{N: "0"}]
steps: [echo other]
`);

    const [each, same] = started.run.nodes;
    const called = each?.subRuns.map(({ name, params }) => [name, params]);
    expect(called?.filter(([name]) => name !== 'nobody')).toEqual([
      ['one', 'N=1'],
      ['other', 'N=2'],
      ['one', 'N=4'],
    ]);
    expect(each?.error).toContain('DAG "nobody" not found');
    expect(same?.subRuns.map(({ statusLabel }) => statusLabel)).toEqual(['succeeded', 'succeeded']);
  });

  it('name in a dry run what is called, which is known where each of them is', async () => {
    const { client } = await anEngine();
    const spec = `steps:
  - {call: "\${ITEM}", parallel: [one, one]}
  - {call: "\${ITEM}", parallel: [one, nobody]}
  - {call: one, parallel: []}
---
name: one
steps: []
`;

    const { steps } = await client.call('runs.dryRun', { spec });

    expect(steps.map(({ call }) => [call?.target, call?.known])).toEqual([
      ['${ITEM}', true],
      ['${ITEM}', false],
      ['one', true],
    ]);
  });

  it('stay the same for a retry, which leaves alone what succeeded', async () => {
    const ready = join(temporaryFolder('traces'), 'ready');
    const first = await runToEnd(`
params:
  - WHO: Ada
steps:
  - name: each
    call: kid
    parallel: [{NAME: "\${WHO}", N: 1}, {NAME: x, N: 2}]
---
name: kid
params: [{NAME: ""}, {N: ""}]
steps:
  - command: test "$N" = 1 || test -e ${ready}
`);
    const before = first.run.nodes[0]?.subRuns;
    writeFileSync(ready, '');

    await first.engine.client.call('runs.retry', first);
    const { run } = await endOf(first);

    const ids = before?.map(({ dagRunId }) => dagRunId);
    expect(before?.map(({ params }) => params)).toEqual([
      '{"NAME":"Ada","N":1}',
      '{"NAME":"x","N":2}',
    ]);
    expect(run.nodes[0]?.subRuns.map(({ dagRunId }) => dagRunId)).toEqual(ids);
    expect(run.nodes[0]?.subRuns.map(({ statusLabel }) => statusLabel)).toEqual([
      'succeeded',
      'succeeded',
    ]);
  });
});
