import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  anEngine,
  endOf,
  eventually,
  logOf,
  runUntil,
  startInline,
  type RunOfEngine,
} from '../../support/engine.ts';
import { temporaryFolder } from '../../support/home.ts';

const isWaiting = ({ statusLabel }: { readonly statusLabel: string }): boolean =>
  statusLabel === 'waiting';

async function waitingRun(spec: string): Promise<RunOfEngine> {
  const started = await startInline(spec);
  await runUntil(started, isWaiting);
  return started;
}

const gate = `
steps:
  - name: gate
    type: hitl
    config: {prompt: Ship it?, input: [WHO, NOTE], required: [WHO]}
  - name: after
    command: echo "by $WHO ($NOTE)"
`;

const ids = ({ name, dagRunId }: RunOfEngine) => ({ name, dagRunId });

describe('a gate', () => {
  it('keeps who approved it, when and with what', async () => {
    const started = await waitingRun(gate);
    const { client } = started.engine;

    const answer = await client.call('runs.approve', {
      ...ids(started),
      stepName: 'gate',
      inputs: { WHO: 'ann', NOTE: '$(touch x) `y` "' },
    });
    const { run, node } = await endOf(started);

    expect(answer).toEqual({ dagRunId: started.dagRunId, stepName: 'gate', resumed: true });
    expect(run.statusLabel).toBe('succeeded');
    expect(node('gate')).toMatchObject({
      approvedBy: 'local',
      approvedAt: expect.stringMatching(/Z$/),
      approvalInputs: { WHO: 'ann', NOTE: '$(touch x) `y` "' },
    });
    expect((await logOf(started, 'after')).trim()).toBe('by ann ($(touch x) `y` ")');
  });

  it('asks with values in place of variables, secrets masked, and keeps what it asked', async () => {
    const folder = temporaryFolder('secrets');
    writeFileSync(join(folder, 'token'), 'hunter2-hunter2');
    const started = await waitingRun(`
params: WHAT=300
secrets:
  - {name: TOKEN, provider: file, key: ${join(folder, 'token')}}
steps:
  - name: gate
    type: hitl
    config: {prompt: 'Send \${WHAT} letters by \${TOKEN}?'}
  - name: silent
    type: hitl
`);
    const asked = 'Send 300 letters by *******?';
    const nodeNow = async (name: string) => {
      const { dagRun } = await started.engine.client.call('runs.get', ids(started));
      return dagRun.nodes.find(({ step }) => step.name === name);
    };
    expect(await nodeNow('gate')).toMatchObject({ statusLabel: 'waiting', prompt: asked });

    await started.engine.client.call('runs.approve', { ...ids(started), stepName: 'gate' });
    await eventually(
      async () => (await nodeNow('silent'))?.statusLabel === 'waiting',
      'the other gate waits',
    );

    expect(await nodeNow('gate')).toMatchObject({ statusLabel: 'succeeded', prompt: asked });
    expect(await nodeNow('silent')).not.toHaveProperty('prompt');
  });

  it('sets its inputs for the steps behind it, also in place of parameters and outputs', async () => {
    const started = await startInline(`
params: [{WHO: param}, {NOTE: param}]
type: graph
handler_on: {exit: {command: echo "$WHO $NOTE"}}
steps:
  - {name: make, command: echo output, output: NOTE}
  - {name: aside, command: echo "$WHO $NOTE"}
  - {name: gate, type: hitl, config: {input: [WHO, NOTE, MORE]}, depends: make}
  - {name: after, depends: gate, command: echo "$WHO $NOTE $MORE"}
  - {name: own, depends: gate, env: [{WHO: step}], command: echo "$WHO"}
`);
    await runUntil(started, isWaiting);
    const decision = { ...ids(started), stepName: 'gate' };
    const inputs = { WHO: 'ann', MORE: 'more' };

    await started.engine.client.call('runs.approve', { ...decision, inputs });
    await endOf(started);

    expect(await logOf(started, 'after')).toBe('ann param more');
    expect(await logOf(started, 'own')).toBe('step');
    expect(await logOf(started, 'aside')).toBe('param param');
    expect(await logOf(started, 'onExit')).toBe('ann param');
  });

  it.each([
    { inputs: {}, says: 'missing required inputs: [WHO]' },
    { inputs: { WHO: '' }, says: 'missing required inputs: [WHO]' },
    {
      inputs: { WHO: 'a', 'no name': 'x' },
      says: 'inputs: "no name" is not a valid variable name',
    },
    { inputs: { WHO: 'a\0b' }, says: 'inputs: "WHO" contains a NUL character' },
  ])('refuses the inputs $inputs and stays open', async ({ inputs, says }) => {
    const started = await waitingRun(gate);
    const { client } = started.engine;

    const approval = client.call('runs.approve', { ...ids(started), stepName: 'gate', inputs });

    await expect(approval).rejects.toMatchObject({ code: 'bad_request', message: says });
    const { dagRun } = await client.call('runs.get', ids(started));
    expect(dagRun.statusLabel).toBe('waiting');
  });

  it('has the exit code 0 once it is approved', async () => {
    const started = await waitingRun(`steps:
  - {name: gate, type: hitl, id: asked}
  - {name: after, command: "echo \${asked.exit_code}"}
`);

    await started.engine.client.call('runs.approve', { ...ids(started), stepName: 'gate' });
    const { node } = await endOf(started);

    expect(node('gate').exitCode).toBe(0);
    expect(await logOf(started, 'after')).toBe('0');
  });

  it('can be decided once', async () => {
    const started = await waitingRun(gate);
    const { client } = started.engine;
    const decision = { ...ids(started), stepName: 'gate', inputs: { WHO: 'a' } };
    await client.call('runs.approve', decision);

    await expect(client.call('runs.approve', decision)).rejects.toMatchObject({
      code: 'bad_request',
      message: 'step gate is not waiting for approval (status: succeeded)',
    });
    await expect(
      client.call('runs.reject', { ...ids(started), stepName: 'after' }),
    ).rejects.toMatchObject({ code: 'bad_request' });
  });

  it('is decided where it is: a step that calls its run has nothing to decide', async () => {
    const started = await waitingRun(`
steps:
  - {name: ask, call: kid}
---
name: kid
${gate}
`);
    const { client } = started.engine;

    for (const decide of ['runs.approve', 'runs.reject'] as const)
      await expect(client.call(decide, { ...ids(started), stepName: 'ask' })).rejects.toMatchObject(
        {
          code: 'bad_request',
          message:
            'step ask is not a gate: it waits for a gate of a sub-run. Approve or reject that one',
        },
      );
  });

  it('waits on through a restart and is approved by the next engine', async () => {
    const first = await waitingRun(gate);
    await first.engine.stop();

    const engine = await anEngine({ config: first.engine.config });
    const second = { ...first, engine };
    await runUntil(second, isWaiting);
    await engine.client.call('runs.approve', {
      ...ids(second),
      stepName: 'gate',
      inputs: { WHO: 'bob' },
    });
    const { run } = await endOf(second);

    expect(run.statusLabel).toBe('succeeded');
    expect((await logOf(second, 'after')).trim()).toBe('by bob ()');
  });

  it('that is rejected decides for the others', async () => {
    const started = await waitingRun(`
type: graph
steps:
  - {name: legal, type: hitl}
  - {name: money, type: hitl}
  - {name: sign, command: "true", depends: [legal, money]}
`);
    await started.engine.client.call('runs.reject', {
      ...ids(started),
      stepName: 'legal',
      reason: 'no',
    });
    const { run, node } = await endOf(started);

    expect(run).toMatchObject({ statusLabel: 'rejected', error: 'step "legal": rejected: no' });
    expect(node('money').statusLabel).toBe('aborted');
    expect(node('sign').statusLabel).toBe('aborted');
  });

  it('fails with 124 when its own time is over, and with its run when that of the run is', async () => {
    const own = await startInline('steps:\n  - {name: gate, type: hitl, timeout_sec: 1}\n');
    const whole = await startInline('timeout_sec: 1\nsteps:\n  - {name: gate, type: hitl}\n');

    expect((await endOf(own)).node('gate')).toMatchObject({ statusLabel: 'failed', exitCode: 124 });
    const ended = await endOf(whole);
    expect(ended.run.statusLabel).toBe('failed');
    expect(ended.node('gate').statusLabel).toBe('aborted');
  });

  it('lets a run that waits be retried after its rejection', async () => {
    const started = await waitingRun(gate);
    const { client } = started.engine;
    await client.call('runs.reject', { ...ids(started), stepName: 'gate' });
    await endOf(started);

    await client.call('runs.retry', ids(started));
    await runUntil(started, isWaiting);
    await client.call('runs.approve', { ...ids(started), stepName: 'gate', inputs: { WHO: 'c' } });

    const { run, node } = await endOf(started);
    expect(run.statusLabel).toBe('succeeded');
    expect(node('gate')).toMatchObject({ approvedBy: 'local' });
    expect(node('gate').rejectedAt).toBeUndefined();
  });
});

describe('a gate of a called DAG', () => {
  const nested = `
steps:
  - name: outer
    call: middle
---
name: middle
steps:
  - name: inner
    call: deep
---
name: deep
steps:
  - {name: gate, type: hitl}
  - {name: after, command: "true"}
`;

  it('makes all callers wait, and its approval lets all of them go on', async () => {
    const started = await waitingRun(nested);
    const { client } = started.engine;
    const { dagRun } = await client.call('runs.get', ids(started));
    const middle = dagRun.nodes[0]?.subRuns[0]?.dagRunId ?? '';
    const ofMiddle = { ...ids(started), subDAGRunId: middle };
    const { dagRun: middleRun } = await client.call('subRuns.get', ofMiddle);
    const deep = middleRun.nodes[0]?.subRuns[0]?.dagRunId ?? '';

    expect([dagRun.nodes[0]?.statusLabel, middleRun.statusLabel]).toEqual(['waiting', 'waiting']);
    const decision = { ...ids(started), subDAGRunId: deep, stepName: 'gate' };
    const answer = await client.call('subRuns.approve', decision);

    expect(answer).toEqual({ ...decision, name: undefined, resumed: true });
    expect((await endOf(started)).run.statusLabel).toBe('succeeded');
  });

  it('is told of once by the wait handler of its caller, however often that waits for it again', async () => {
    const told = join(temporaryFolder(), 'told');
    const started = await waitingRun(`
handler_on:
  wait: echo "waits for $DAG_WAITING_STEPS" >> ${told}
steps:
  - name: all
    call: kid
    parallel: [one, two]
---
name: kid
params: [{WHO: nobody}]
steps:
  - {name: gate, type: hitl}
  - {name: more, type: hitl, preconditions: [{condition: "$WHO", expected: two}]}
`);
    const { client } = started.engine;
    const kids = (await client.call('runs.get', ids(started))).dagRun.nodes[0]?.subRuns ?? [];
    const approve = (kid: number, stepName: string) =>
      client.call('subRuns.approve', {
        ...ids(started),
        subDAGRunId: kids[kid]?.dagRunId ?? '',
        stepName,
        inputs: {},
      });

    const tellings = () => (existsSync(told) ? readFileSync(told, 'utf8') : '');
    await eventually(() => tellings() !== '', 'the first gates are told of');

    await approve(0, 'gate');
    await runUntil(
      started,
      (now) => isWaiting(now) && now.nodes[0]?.subRuns[0]?.statusLabel === 'succeeded',
    );
    const afterOld = tellings();
    await approve(1, 'gate');
    await eventually(() => tellings() !== afterOld, 'the new gate is told of');
    await approve(1, 'more');
    const { run } = await endOf(started);

    expect(afterOld).toBe('waits for all\n');
    expect(tellings()).toBe('waits for all\nwaits for all\n');
    expect(run.statusLabel).toBe('succeeded');
  });

  it('rejects its callers when it is rejected', async () => {
    const started = await waitingRun(nested);
    const { client } = started.engine;
    const { subRuns } = await client.call('subRuns.list', ids(started));
    const path = { ...ids(started), subDAGRunId: subRuns[0]?.dagRunId ?? '' };
    const { subRuns: deeper } = await client.call('subRuns.list', {
      name: 'middle',
      dagRunId: path.subDAGRunId,
    });

    await client.call('subRuns.reject', {
      ...ids(started),
      subDAGRunId: deeper[0]?.dagRunId ?? '',
      stepName: 'gate',
      reason: 'no',
    });

    const { run } = await endOf(started);
    expect(run.statusLabel).toBe('rejected');
  });

  it('that the refusal of another one closes is closed by the next engine too', async () => {
    const trace = join(temporaryFolder('traces'), 'trace');
    const first = await waitingRun(`
type: graph
max_active_steps: 2
steps:
  - {name: legal, type: hitl}
  - {name: outer, call: kid}
---
name: kid
handler_on:
  abort: echo up >> ${trace}; sleep 1
steps:
  - {name: gate, type: hitl}
`);
    await first.engine.client.call('runs.reject', { ...ids(first), stepName: 'legal' });
    await eventually(() => existsSync(trace), 'the handler of the called run has begun');
    await first.engine.stop();

    const engine = await anEngine({ config: first.engine.config });
    const { run, node } = await endOf({ ...first, engine });

    expect(run.statusLabel).toBe('rejected');
    expect(node('outer')).toMatchObject({ statusLabel: 'aborted', error: 'stopped' });
  });

  it('is no gate of the caller', async () => {
    const started = await waitingRun(nested);

    const approval = started.engine.client.call('runs.approve', {
      ...ids(started),
      stepName: 'outer',
    });

    await expect(approval).rejects.toMatchObject({ code: 'bad_request' });
  });
});
