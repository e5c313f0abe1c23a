import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  anEngine,
  endOf,
  eventsOf,
  logOf,
  runToEnd,
  startInline,
  untilLogHolds,
} from '../../support/engine.ts';
import { temporaryFolder } from '../../support/home.ts';
import { served } from '../api/served.ts';

describe('a retry of a run', () => {
  const flaky = (folder: string): string => `
type: graph
max_active_steps: 1
steps:
  - {name: fetch, command: "echo token", output: TOKEN}
  - {name: load, command: "test -e ${folder}/ready && echo loaded $TOKEN", depends: fetch}
  - {name: report, command: "echo report $TOKEN", depends: load}
  - {name: other, command: "echo other"}
`;

  it('runs what failed and what follows, keeps the rest, and is another attempt of the same run', async () => {
    const folder = temporaryFolder('work');
    const first = await runToEnd(flaky(folder));
    const before = first.node('fetch').startedAt;
    writeFileSync(join(folder, 'ready'), '');

    await first.engine.client.call('runs.retry', first);
    const { run, node } = await endOf(first);

    expect(run).toMatchObject({ statusLabel: 'succeeded', triggerType: 'retry', attempt: 2 });
    expect(run.attemptId).not.toBe(first.run.attemptId);
    expect(node('fetch').startedAt).toBe(before);
    expect(node('load')).toMatchObject({ attempts: 2, error: '' });
    expect(await logOf(first, 'load')).toBe('loaded token');
    expect(await logOf(first, 'report')).toBe('report token');
  });

  it('of one step runs that step alone', async () => {
    const folder = temporaryFolder('work');
    const first = await runToEnd(flaky(folder));
    writeFileSync(join(folder, 'ready'), '');

    await first.engine.client.call('runs.retry', { ...first, stepName: 'load' });
    const { run, node } = await endOf(first);

    expect(node('load').statusLabel).toBe('succeeded');
    expect(node('report').statusLabel).toBe('aborted');
    expect(run.statusLabel).toBe('failed');
  });

  it.each([
    ['a chain', 'steps:\n'],
    ['a graph', 'type: graph\nsteps:\n'],
  ])('of a step behind a failure runs that step only: %s', async (_, head) => {
    const depends = head.startsWith('type') ? ', depends: boom' : '';
    const first = await runToEnd(
      `${head}  - {name: boom, command: exit 1}\n  - {name: last, command: echo last${depends}}\n`,
    );
    const before = first.node('boom').finishedAt;

    await first.engine.client.call('runs.retry', { ...first, stepName: 'last' });
    const { run, node } = await endOf(first);

    expect(node('last')).toMatchObject({ statusLabel: 'succeeded', error: '', attempts: 1 });
    expect(await logOf(first, 'last')).toBe('last');
    expect(node('boom')).toMatchObject({ statusLabel: 'failed', finishedAt: before });
    expect(run).toMatchObject({ statusLabel: 'failed', attempt: 2 });
  });

  it('of a step that no router chose runs that step only', async () => {
    const first = await runToEnd(`
type: graph
steps:
  - {name: choose, type: router, value: a, routes: {a: [one], b: [two]}}
  - {name: one, command: echo one}
  - {name: two, command: echo two}
`);

    await first.engine.client.call('runs.retry', { ...first, stepName: 'two' });
    const { run, node } = await endOf(first);

    expect(await logOf(first, 'two')).toBe('two');
    expect(node('one').attempts).toBe(1);
    expect(run.statusLabel).toBe('succeeded');
  });

  it('of one step leaves the steps that a stop kept from starting, and a later retry runs them', async () => {
    const folder = temporaryFolder('work');
    const first = await startInline(`
steps:
  - {name: wait, command: "test -e ${folder}/ready || { echo begun; sleep 600; }"}
  - {name: next, command: echo next}
  - {name: last, command: echo last}
`);
    await untilLogHolds(first, 'wait', 'begun');
    await first.engine.client.call('runs.stop', first);
    await endOf(first);
    writeFileSync(join(folder, 'ready'), '');

    await first.engine.client.call('runs.retry', { ...first, stepName: 'last' });
    const alone = await endOf(first);
    await first.engine.client.call('runs.retry', first);
    const whole = await endOf(first);

    const statuses = (run: typeof alone) =>
      ['wait', 'next', 'last'].map((name) => run.node(name).statusLabel);
    expect(statuses(alone)).toEqual(['aborted', 'not_started', 'succeeded']);
    expect(alone.run.statusLabel).toBe('failed');
    expect(statuses(whole)).toEqual(['succeeded', 'succeeded', 'succeeded']);
    expect(whole.run.statusLabel).toBe('succeeded');
  });

  it('of one step waits in its queue, and is still of that step only', async () => {
    const engine = await anEngine();
    const { client } = engine;
    const steps = '  - {name: boom, command: exit 1}\n  - {name: last, command: echo last}\n';
    await client.call('dags.create', { name: 'daily', spec: `steps:\n${steps}` });
    const run = { engine, name: 'daily', dagRunId: 'one' };
    await client.call('dags.enqueue', { fileName: 'daily', dagRunId: 'one' });
    await endOf(run);

    await client.call('runs.retry', { ...run, stepName: 'last' });
    const { node } = await endOf(run);

    expect(node('last').statusLabel).toBe('succeeded');
    expect(node('boom').attempts).toBe(1);
  });

  it('begins once when six ask at once, and leaves nothing behind a stop', async () => {
    const folder = temporaryFolder('work');
    const first = await runToEnd(`
steps:
  - {name: wait, command: "test -e ${folder}/ready && echo begun && sleep 600"}
`);
    writeFileSync(join(folder, 'ready'), '');
    const { client } = first.engine;

    const asked = Array.from({ length: 6 }, () => client.call('runs.retry', first));
    const answers = await Promise.allSettled(asked);
    await untilLogHolds(first, 'wait', 'begun');
    await client.call('runs.stop', first);
    const { run, node } = await endOf(first);

    const refusals = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refusals.map(({ code }) => code)).toEqual(Array(5).fill('already_running'));
    expect(run).toMatchObject({ statusLabel: 'aborted', attempt: 2 });
    expect(node('wait').attempts).toBe(2);
    expect(first.engine.runningSteps()).toBe(0);
  });

  it('refuses what is set by hand at the same moment', async () => {
    const folder = temporaryFolder('work');
    const first = await runToEnd(flaky(folder));
    writeFileSync(join(folder, 'ready'), '');
    const { client } = first.engine;

    const retried = client.call('runs.retry', first);
    const set = client.call('runs.setStepStatus', { ...first, stepName: 'load', status: 4 });

    await expect(set).rejects.toMatchObject({ code: 'bad_request' });
    await retried;
    expect((await endOf(first)).run.statusLabel).toBe('succeeded');
  });

  it('goes on from what was set by hand a moment before', async () => {
    const first = await runToEnd(flaky(temporaryFolder('work')));
    const { client } = first.engine;

    const set = client.call('runs.setStepStatus', { ...first, stepName: 'load', status: 4 });
    await client.call('runs.retry', first);
    await set;

    const { run, node } = await endOf(first);
    expect(node('load')).toMatchObject({ statusLabel: 'succeeded', attempts: 1 });
    expect(run.statusLabel).toBe('succeeded');
  });

  it('of a run that succeeded counts and says who asked, and does no more', async () => {
    const first = await runToEnd('steps:\n  - {name: a, command: echo hi}\n');
    const events = eventsOf(first.engine, { name: first.name });

    await first.engine.client.call('runs.retry', first);
    const { run, node } = await endOf(first);

    const outcome = { statusLabel: 'succeeded', triggerType: 'retry' };
    expect(run).toMatchObject({ ...outcome, attempt: 2 });
    expect(events).toMatchObject([{ type: 'run.changed', run: outcome }]);
    expect(node('a').attempts).toBe(1);
  });

  describe('whose body names a run', () => {
    const twoRuns = async () => {
      const first = await runToEnd('steps: [{command: "false"}]\n', { dagRunId: 'old' });
      const { engine, name } = first;
      await runToEnd('steps: [{command: "false"}]\n', { engine, name, dagRunId: 'new' });
      const { url } = await served(engine);
      return async (inPath: string, inBody: string) => {
        const address = `${url}/api/v1/dag-runs/${name}/${inPath}/retry`;
        const answer = await fetch(address, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ dagRunId: inBody }),
        });
        await endOf({ engine, name, dagRunId: 'new' });
        const { dagRun } = await engine.client.call('runs.get', { name, dagRunId: 'new' });
        return { status: answer.status, attempt: dagRun.attempt, text: await answer.text() };
      };
    };

    it.each([
      ['latest', 'new'],
      ['new', 'latest'],
      ['new', 'new'],
      ['latest', 'latest'],
    ])('is one of the run %s also by the name %s', async (inPath, inBody) => {
      const retry = await twoRuns();

      expect(await retry(inPath, inBody)).toMatchObject({ status: 200, attempt: 2 });
    });

    it.each([
      ['latest', 'old'],
      ['new', 'old'],
      ['new', 'none'],
      ['old', 'latest'],
    ])('is refused for the run %s by the name %s', async (inPath, inBody) => {
      const retry = await twoRuns();

      const { status, attempt, text } = await retry(inPath, inBody);

      expect({ status, attempt }).toEqual({ status: 400, attempt: 1 });
      expect(JSON.parse(text)).toMatchObject({
        code: 'bad_request',
        details: { fields: { dagRunId: 'differs from the path' } },
      });
    });
  });

  it('uses the definition and the parameters with which the run began', async () => {
    const engine = await anEngine();
    const { client } = engine;
    const spec = (text: string): string =>
      `params: [{WHO: nobody}]\nsteps:\n  - {name: a, command: "echo ${text} $WHO; exit 1"}\n`;
    await client.call('dags.create', { name: 'mine', spec: spec('old') });
    const run = { name: 'mine', dagRunId: 'one' };
    const start = { fileName: 'mine', dagRunId: 'one', params: 'WHO=ann', timeout: 30 };
    await client.call('dags.startSync', start);
    await client.call('dags.updateSpec', { fileName: 'mine', spec: spec('new') });

    await client.call('runs.retry', run);
    await endOf({ ...run, engine });

    expect(await logOf({ ...run, engine }, 'a')).toBe('old ann');
    expect((await client.call('runs.spec', run)).spec).toBe(spec('old'));
  });

  it('is refused for a handler, which is no step', async () => {
    const first = await runToEnd('handler_on: {exit: echo bye}\nsteps:\n  - command: exit 1\n');

    const retry = first.engine.client.call('runs.retry', { ...first, stepName: 'onExit' });

    await expect(retry).rejects.toMatchObject({ code: 'bad_request', message: /is a handler/ });
  });

  it('is refused for a sub-run, which goes on with its caller', async () => {
    const first = await runToEnd(
      'steps:\n  - call: kid\n---\nname: kid\nsteps:\n  - command: exit 1\n',
    );
    const dagRunId = first.run.nodes[0]?.subRuns[0]?.dagRunId ?? '';

    const retry = first.engine.client.call('runs.retry', { name: 'kid', dagRunId });

    await expect(retry).rejects.toMatchObject({ code: 'bad_request' });
  });
});

describe('a status set by hand', () => {
  it.each([
    { status: 4 as const, label: 'succeeded', run: 'succeeded' },
    { status: 2 as const, label: 'failed', run: 'failed' },
  ])('$label makes the run $run', async ({ status, label, run }) => {
    const spec = 'steps:\n  - {name: a, command: "true"}\n  - {name: b, command: exit 7}\n';
    const first = await runToEnd(spec);

    await first.engine.client.call('runs.setStepStatus', { ...first, stepName: 'b', status });

    const ended = await endOf(first);
    expect(ended.node('b').statusLabel).toBe(label);
    expect(ended.run.statusLabel).toBe(run);
  });

  it.each([
    ['failure: true', 'separate', 'partially_succeeded'],
    ['output: fine', 'separate', 'partially_succeeded'],
    ['output: fine', 'merged', 'partially_succeeded'],
    ['output: noise', 'separate', 'failed'],
    ['output: noise', 'merged', 'failed'],
    ['skipped: true', 'separate', 'failed'],
  ])('failed, makes a run whose step has continue_on {%s} (%s) %s', async (clause, logs, label) => {
    const first = await runToEnd(
      `log_output: ${logs}\nsteps:\n  - {name: a, command: echo fine; echo noise >&2, continue_on: {${clause}}}\n  - {name: b, command: "true"}\n`,
    );

    await first.engine.client.call('runs.setStepStatus', { ...first, stepName: 'a', status: 2 });

    expect((await endOf(first)).run.statusLabel).toBe(label);
  });

  it('succeeded, leaves a run failed whose exit handler has failed', async () => {
    const first = await runToEnd(
      'handler_on: {exit: exit 4}\nsteps:\n  - {name: a, command: exit 3}\n',
    );

    await first.engine.client.call('runs.setStepStatus', { ...first, stepName: 'a', status: 4 });

    expect((await endOf(first)).run).toMatchObject({
      statusLabel: 'failed',
      error: 'handler "onExit": exit status 4',
    });
  });

  it('succeeded, makes a run succeed that its time limit had ended once all of it has', async () => {
    const first = await runToEnd(
      'timeout_sec: 1\nsteps:\n  - {name: a, command: sleep 60}\n  - {name: b, command: "true"}\n',
    );
    const set = (stepName: string) =>
      first.engine.client.call('runs.setStepStatus', { ...first, stepName, status: 4 });

    await set('a');
    const half = await endOf(first);
    await set('b');

    expect(half.run).toMatchObject({
      statusLabel: 'failed',
      error: /^the run took longer than 1s/,
    });
    expect((await endOf(first)).run).toMatchObject({ statusLabel: 'succeeded', error: '' });
  });

  it('succeeded, leaves a run failed whose next step never began', async () => {
    const first = await runToEnd(
      'steps:\n  - {name: a, command: exit 3}\n  - {name: b, command: "true"}\n',
    );

    await first.engine.client.call('runs.setStepStatus', { ...first, stepName: 'a', status: 4 });

    expect((await endOf(first)).run).toMatchObject({
      statusLabel: 'failed',
      error: 'step "b": upstream failed',
    });
  });

  it('says in the run which step was failed', async () => {
    const first = await runToEnd('steps:\n  - {name: a, command: "true"}\n');

    await first.engine.client.call('runs.setStepStatus', { ...first, stepName: 'a', status: 2 });

    expect((await endOf(first)).run).toMatchObject({
      statusLabel: 'failed',
      error: 'step "a": set to failed manually',
    });
  });

  it('is refused while the run goes on', async () => {
    const started = await startInline('steps:\n  - {name: a, command: echo up; sleep 60}\n');
    await untilLogHolds(started, 'a', 'up');

    const change = { ...started, stepName: 'a', status: 4 as const };
    const answer = started.engine.client.call('runs.setStepStatus', change);

    await expect(answer).rejects.toMatchObject({ code: 'bad_request', message: /still running/ });
    await started.engine.client.call('runs.stop', started);
    await endOf(started);
  });
});
