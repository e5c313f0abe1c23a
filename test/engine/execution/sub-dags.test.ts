import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunDetail } from '../../../engine/contract/run.ts';
import {
  anEngine,
  endOf,
  eventually,
  logOf,
  runToEnd,
  runUntil,
  startInline,
  type RunOfEngine,
} from '../../support/engine.ts';
import { temporaryFolder } from '../../support/home.ts';
import { isAlive } from '../../support/processes.ts';

/** The run that the first step called, as its caller finds it. */
async function calledRun({ engine, name, dagRunId }: RunOfEngine, index = 0): Promise<RunDetail> {
  const { dagRun } = await engine.client.call('runs.get', { name, dagRunId });
  const subDAGRunId = dagRun.nodes[0]?.subRuns[index]?.dagRunId ?? '';
  return (await engine.client.call('subRuns.get', { name, dagRunId, subDAGRunId })).dagRun;
}

/** A DAG that calls itself through another one: three levels, the last of which prints its process and sleeps. */
const nestedSleeper = (file: string): string => `
steps:
  - call: middle
---
name: middle
steps:
  - call: deep
---
name: deep
max_clean_up_time_sec: 1
steps:
  - command: echo $$ > ${file}; sleep 300
`;

describe('a stop of a caller', () => {
  it('reaches the processes of the runs that its sub-DAGs called', async () => {
    const file = join(temporaryFolder('traces'), 'pid');
    const started = await startInline(nestedSleeper(file));
    await eventually(() => readIfThere(file) !== '', 'the deepest step has begun');
    const pid = Number(readIfThere(file));

    await started.engine.client.call('runs.stop', started);
    const { run } = await endOf(started);

    expect(run.statusLabel).toBe('aborted');
    expect((await calledRun(started)).statusLabel).toBe('aborted');
    expect(isAlive(pid)).toBe(false);
  });

  it('fails the call and ends the sub-DAG when the time of the step is over', async () => {
    const file = join(temporaryFolder('traces'), 'pid');
    const spec = nestedSleeper(file).replace('- call: middle', '- {call: middle, timeout_sec: 1}');

    const { run, node, ...started } = await runToEnd(spec);

    expect(run.statusLabel).toBe('failed');
    expect(node('dag_1')).toMatchObject({ statusLabel: 'failed', exitCode: 124 });
    expect((await calledRun({ ...started })).statusLabel).toBe('aborted');
    expect(isAlive(Number(readIfThere(file)))).toBe(false);
  });

  it('ends the sub-DAGs when the time of the caller is over, and fails it', async () => {
    const file = join(temporaryFolder('traces'), 'pid');

    const { run, ...started } = await runToEnd(`timeout_sec: 1${nestedSleeper(file)}`);

    expect(run.statusLabel).toBe('failed');
    expect((await calledRun(started)).statusLabel).toBe('aborted');
    expect(isAlive(Number(readIfThere(file)))).toBe(false);
  });
});

describe('a stop of a caller that the next engine goes on with', () => {
  it('lets the handlers of the called run end, which was told to stop before', async () => {
    const folder = temporaryFolder('traces');
    const first = await startInline(`
steps:
  - call: kid
---
name: kid
handler_on:
  abort: touch ${folder}/begun; until [ -e ${folder}/go ]; do sleep 0.02; done
steps:
  - command: touch ${folder}/up; sleep 300
`);
    await eventually(() => existsSync(join(folder, 'up')), 'the step has begun');
    await first.engine.client.call('runs.stop', first);
    await eventually(() => existsSync(join(folder, 'begun')), 'the abort handler has begun');
    await first.engine.stop();

    const engine = await anEngine({ config: first.engine.config });
    writeFileSync(join(folder, 'go'), '');
    await endOf({ ...first, engine });

    const kid = await calledRun({ ...first, engine });
    expect(kid).toMatchObject({ statusLabel: 'aborted', onAbort: { statusLabel: 'succeeded' } });
  });
});

describe('a DAG that calls itself', () => {
  it('fails at the 33rd level with a message that names the limit', async () => {
    const engine = await anEngine();
    await engine.client.call('dags.create', { name: 'loop', spec: 'steps:\n  - call: loop\n' });

    const { dagRun } = await engine.client.call('dags.startSync', {
      fileName: 'loop',
      timeout: 60,
    });

    expect(dagRun.statusLabel).toBe('failed');
    let depth = 0;
    let deepest = dagRun;
    for (let id = subRunId(dagRun); id !== ''; id = subRunId(deepest)) {
      const path = { name: 'loop', dagRunId: dagRun.dagRunId, subDAGRunId: id };
      deepest = (await engine.client.call('subRuns.get', path)).dagRun;
      depth += 1;
    }
    expect(depth).toBe(32);
    expect(deepest.nodes[0]?.error).toContain('32 levels');
  });

  const subRunId = (run: RunDetail): string => run.nodes[0]?.subRuns[0]?.dagRunId ?? '';
});

describe('a call that cannot become a run', () => {
  it.each([
    {
      what: 'an unknown DAG',
      spec: 'steps:\n  - call: nowhere\n',
      says: /DAG "nowhere" not found/,
    },
    {
      what: 'items that are no JSON',
      spec: 'params:\n  - LIST: "[1, 2"\nsteps:\n  - call: kid\n    parallel: ${LIST}\n---\nname: kid\nsteps: []\n',
      says: /items of `parallel` start like JSON/,
    },
    {
      what: 'a parameter that no variable can be named',
      spec: 'steps:\n  - call: kid\n    parallel:\n      items: [{a=b: 1}]\n---\nname: kid\nsteps: []\n',
      says: /an invalid variable name: "a=b"/,
    },
  ])('fails its step and names $what', async ({ spec, says }) => {
    const { run } = await runToEnd(spec);

    expect(run.statusLabel).toBe('failed');
    expect(run.nodes[0]?.error).toMatch(says);
  });

  it('has failed for the steps behind it as well', async () => {
    const ended = await runToEnd(`
steps:
  - {name: call, call: nowhere, continue_on: failed, output: RES}
  - {name: after, command: 'echo "\${RES.status}"'}
`);

    expect(ended.node('call').subRuns).toMatchObject([{ statusLabel: 'failed', dagRunId: '' }]);
    expect((await logOf(ended, 'after')).trim()).toBe('failed');
  });

  it('fails its step with the load errors of a stored DAG that is broken', async () => {
    const engine = await anEngine();
    writeFileSync(join(engine.config.paths.dagsDir, 'broken.yaml'), 'stepz: []\n');

    const { run } = await runToEnd('steps:\n  - call: broken\n', { engine });

    expect(run.nodes[0]?.error).toMatch(/broken has load errors: .*unknown key `stepz`/);
  });
});

describe('a call that begins no run', () => {
  it('prints once that there was nothing to call', async () => {
    const ended = await runToEnd(`
env: {LIST: ""}
steps: [{name: each, call: child, parallel: $LIST}]
---
name: child
steps: [{command: "true"}]
`);

    expect(ended.run.statusLabel).toBe('succeeded');
    expect(JSON.parse(await logOf(ended, 'each'))).toMatchObject({ summary: { total: 0 } });
  });
});

describe('a repeated call', () => {
  it('makes a run of its own each time and keeps the earlier ones', async () => {
    const { run } = await runToEnd(`
steps:
  - call: kid
    repeat_policy: {repeat: while, exit_code: [0], limit: 3, interval_sec: 0}
---
name: kid
steps:
  - command: "true"
`);

    expect(run.nodes[0]?.subRuns).toHaveLength(1);
    expect(run.nodes[0]?.subRunsRepeated).toHaveLength(2);
    const all = [...(run.nodes[0]?.subRuns ?? []), ...(run.nodes[0]?.subRunsRepeated ?? [])];
    expect(new Set(all.map(({ dagRunId }) => dagRunId)).size).toBe(3);
  });
});

describe('a called DAG', () => {
  it('runs in the directory of its caller unless it names one', async () => {
    const folder = temporaryFolder('work');
    const started = await runToEnd(`
working_dir: ${folder}
steps:
  - {name: a, call: plain, output: A}
  - {name: b, call: own, output: B}
  - name: show
    command: echo "\${A.outputs.DIR} \${B.outputs.DIR}"
---
name: plain
steps:
  - {command: pwd, output: DIR}
---
name: own
working_dir: sub
steps:
  - {command: pwd, output: DIR}
`);

    expect((await logOf(started, 'show')).trim()).toBe(`${folder} ${folder}/sub`);
  });

  it.each([
    [
      'text to the byte',
      `params: '{"N": 1.50, "A": [1, {"b": null}]}'`,
      '{"N": 1.50, "A": [1, {"b": null}]}',
    ],
    [
      'text with references in its texts',
      `params: '{"N":2,"A":{"b":"x \${WHO}"}}'`,
      '{"N":2,"A":{"b":"x a\\"b"}}',
    ],
    ['a variable', 'params: ${J}', '{"N": 3, "A": {"b": true}}'],
    ['an item', 'parallel: ${LIST}', '{"N":4,"A":{"b":[]}}'],
    ['an object that is the only item', 'parallel: ${J}', '{"N":3,"A":{"b":true}}'],
    [
      'an item of the file',
      'parallel: [{N: 1.50, A: {b: [true, ~, "${WHO}"]}}]',
      '{"N":1.50,"A":{"b":[true,null,"a\\"b"]}}',
    ],
    ['an item in `params`', 'parallel: ${LIST}\n    params: ${ITEM}', '{"N":4,"A":{"b":[]}}'],
  ])('gets parameters that are JSON as JSON: %s', async (_, written, expected) => {
    const started = await runToEnd(`params:
  - WHO: 'a"b'
  - J: '{"N": 3, "A": {"b": true}}'
  - LIST: '[{"N":4,"A":{"b":[]}}]'
steps:
  - call: kid
    ${written}
---
name: kid
params: [{N: ""}, {A: ""}]
steps:
  - {command: 'echo "$SVC_PARAMS_JSON|$A"', output: OUT}
`);

    const { params, name, dagRunId } = await calledRun(started);
    const { outputs } = await started.engine.client.call('runs.outputs', { name, dagRunId });
    expect(params).toBe(expected);
    expect(outputs).toEqual({ out: `${expected}|${JSON.stringify(JSON.parse(expected).A)}` });
  });

  it('that was edited meanwhile runs as it was when it was called', async () => {
    const engine = await anEngine();
    const kid = (text: string): string => `steps:\n  - {name: say, command: "echo ${text}"}\n`;
    await engine.client.call('dags.create', { name: 'kid', spec: kid('before') });
    const spec = 'steps:\n  - {type: hitl, name: gate}\n  - {name: ask, call: kid}\n';
    const started = await startInline(spec, { engine });
    await runUntil(started, ({ statusLabel }) => statusLabel === 'waiting');

    await engine.client.call('dags.updateSpec', { fileName: 'kid', spec: kid('after') });
    await engine.client.call('runs.approve', { ...started, stepName: 'gate' });
    const { run } = await endOf(started);
    const subDAGRunId = run.nodes[1]?.subRuns[0]?.dagRunId ?? '';
    await engine.client.call('dags.updateSpec', { fileName: 'kid', spec: kid('later') });

    const path = { name: started.name, dagRunId: started.dagRunId, subDAGRunId };
    expect((await engine.client.call('subRuns.spec', path)).spec).toBe(kid('after'));
    const log = await engine.client.call('subRuns.stepLog', { ...path, stepName: 'say' });
    expect(log.content).toBe('after');
  });

  it('whose own precondition is not met skips the step that called it', async () => {
    const { run, node } = await runToEnd(`
steps:
  - {name: ask, call: kid, continue_on: {skipped: true}}
  - {name: after, command: "true"}
---
name: kid
preconditions: [{condition: a, expected: b}]
steps:
  - command: "true"
`);

    expect(node('ask').statusLabel).toBe('skipped');
    expect(node('ask').subRuns[0]?.statusLabel).toBe('aborted');
    expect(run.statusLabel).toBe('succeeded');
  });

  it('is no run of its own in lists, and goes when its caller does', async () => {
    const engine = await anEngine();
    await engine.client.call('dags.create', { name: 'kid', spec: 'steps:\n  - command: "true"\n' });
    const gate = 'hist_retention_days: 0\nsteps:\n  - call: kid\n  - {name: gate, type: hitl}\n';
    const started = await startInline(gate, { engine });
    await runUntil(started, ({ statusLabel }) => statusLabel === 'waiting');
    const subDAGRunId = (await calledRun(started)).dagRunId;

    const listed = await engine.client.call('runs.list', {});
    const ofKid = await engine.client.call('dags.runs', { fileName: 'kid' });
    await engine.client.call('runs.approve', { ...started, stepName: 'gate' });
    await eventually(
      async () => (await engine.client.call('runs.list', {})).dagRuns.length === 0,
      'it has gone',
    );

    expect(listed.dagRuns.map(({ name }) => name)).toEqual(['test']);
    expect(ofKid.dagRuns).toEqual([]);
    await expect(
      engine.client.call('runs.get', { name: 'kid', dagRunId: subDAGRunId }),
    ).rejects.toMatchObject({ code: 'not_found' });
    expect(engine.complaints).toEqual([]);
  });
});

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}
