import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import {
  anEngine,
  endOf,
  eventually,
  logOf,
  runToEnd,
  runUntil,
  startInline,
} from '../../support/engine.ts';
import { temporaryFolder } from '../../support/home.ts';

const trace = (): string => join(temporaryFolder('traces'), 'trace');
const linesOf = (file: string): string[] => readFileSync(file, 'utf8').split('\n').filter(Boolean);

/** Every handler, each leaving its name and the status of the run. */
const handlers = (file: string): string =>
  `handler_on:\n${['init', 'success', 'failure', 'abort', 'wait', 'exit']
    .map((name) => `  ${name}: {command: 'echo "${name} $DAG_RUN_STATUS" >> ${file}'}`)
    .join('\n')}\n`;

describe('the handlers of a run', () => {
  it.each([
    {
      end: 'success',
      steps: '- command: "true"',
      run: ['init', 'success succeeded', 'exit succeeded'],
    },
    { end: 'failure', steps: '- command: exit 3', run: ['init', 'failure failed', 'exit failed'] },
    {
      end: 'partial success',
      steps: '- {command: exit 3, continue_on: failed}\n  - command: "true"',
      run: ['init', 'success partially_succeeded', 'exit partially_succeeded'],
    },
  ])('are those of a $end, in order, with its status', async ({ steps, run }) => {
    const file = trace();

    await runToEnd(`${handlers(file)}steps:\n  ${steps}\n`);

    expect(linesOf(file)).toEqual(run.map((line) => (line === 'init' ? 'init running' : line)));
  });

  it('are nodes of the run with logs of their own', async () => {
    const { run, ...started } = await runToEnd(
      'handler_on:\n  exit: {command: echo bye}\n  abort: {command: echo no}\nsteps: []\n',
    );

    expect(run.onExit).toMatchObject({ statusLabel: 'succeeded', step: { name: 'onExit' } });
    expect(run.onAbort).toMatchObject({ statusLabel: 'not_started' });
    expect(run.onCancel).toEqual(run.onAbort);
    expect(run.onInit).toBeUndefined();
    expect(run.nodes).toEqual([]);
    expect((await logOf(started, 'onExit')).trim()).toBe('bye');
  });

  it.each([
    { which: 'success', runs: ['exit failed'] },
    { which: 'exit', runs: ['success succeeded'] },
  ])('turn a success into a failure when $which fails, and run no failure handler', async (one) => {
    const file = trace();
    const others = handlers(file).replace(
      new RegExp(`  ${one.which}: .*`),
      `  ${one.which}: exit 4`,
    );

    const { run } = await runToEnd(`${others}steps:\n  - command: "true"\n`);

    expect(run.statusLabel).toBe('failed');
    expect(linesOf(file)).toEqual(['init running', ...one.runs]);
  });

  it('that ran are rows of the grid of their DAG, behind its steps', async () => {
    const engine = await anEngine();
    const spec =
      'handler_on: {exit: echo bye, abort: echo no}\nsteps:\n  - {name: a, command: "true"}\n';
    await engine.client.call('dags.create', { name: 'mine', spec });
    await engine.client.call('dags.startSync', { fileName: 'mine', timeout: 30 });

    const { gridData } = await engine.client.call('dags.runs', { fileName: 'mine' });

    expect(gridData).toEqual([
      { name: 'a', history: [4] },
      { name: 'onExit', history: [4] },
    ]);
  });

  it('see every output, whatever step it came from, and the parameters', async () => {
    const { run, ...started } = await runToEnd(`
type: graph
params: [{WHO: ann}]
handler_on:
  exit: {command: 'echo "$A $B $WHO \${b.exit_code}"'}
steps:
  - {name: a, command: echo one, output: A}
  - {name: b, id: b, command: echo two, output: B}
`);

    expect(run.statusLabel).toBe('succeeded');
    expect((await logOf(started, 'onExit')).trim()).toBe('one two ann 0');
  });

  it('honor their own preconditions', async () => {
    const { run } = await runToEnd(`
handler_on:
  exit:
    command: exit 1
    preconditions: [{condition: a, expected: b}]
steps: []
`);

    expect(run.statusLabel).toBe('succeeded');
    expect(run.onExit?.statusLabel).toBe('skipped');
  });

  it('run after an unmet precondition of the DAG, but for init', async () => {
    const file = trace();

    const { run } = await runToEnd(
      `preconditions: [{condition: a, expected: b}]\n${handlers(file)}steps:\n  - command: "true"\n`,
    );

    expect(run).toMatchObject({
      statusLabel: 'aborted',
      error: 'condition was not met: expected "b", got "a"',
      preconditions: [{ error: 'condition was not met: expected "b", got "a"' }],
    });
    expect(run.nodes[0]?.statusLabel).toBe('not_started');
    expect(linesOf(file)).toEqual(['abort aborted', 'exit aborted']);
  });

  it('of a wait run each time that the run comes to wait, with the steps that do', async () => {
    const file = trace();
    const started = await startInline(`
handler_on:
  wait: {command: 'echo "$DAG_WAITING_STEPS" >> ${file}'}
steps:
  - {name: one, type: hitl}
  - {name: two, type: hitl}
`);
    const { client } = started.engine;
    for (const [index, stepName] of ['one', 'two'].entries()) {
      await runUntil(started, ({ nodes }) => nodes[index]?.statusLabel === 'waiting');
      await eventually(() => readIfThere(file).split('\n').length > index + 1, 'the handler ran');
      await client.call('runs.approve', { ...started, stepName });
    }

    expect((await endOf(started)).run.statusLabel).toBe('succeeded');
    expect(linesOf(file)).toEqual(['one', 'two']);
  });

  it('of a wait run for the next wait too when they were still at the one before', async () => {
    const file = trace();
    const started = await startInline(`
handler_on:
  wait: {command: 'echo "$DAG_WAITING_STEPS" >> ${file}; until [ -e ${file}.go ]; do sleep 0.05; done'}
steps:
  - {name: one, type: hitl}
  - {name: two, type: hitl}
`);
    const { client } = started.engine;
    await eventually(() => readIfThere(file) !== '', 'the handler has begun');
    await client.call('runs.approve', { ...started, stepName: 'one' });
    await runUntil(started, ({ nodes }) => nodes[1]?.statusLabel === 'waiting');

    writeFileSync(`${file}.go`, '');
    await eventually(() => linesOf(file).length === 2, 'the handler ran for the second wait');
    await client.call('runs.approve', { ...started, stepName: 'two' });

    expect((await endOf(started)).run.statusLabel).toBe('succeeded');
    expect(linesOf(file)).toEqual(['one', 'two']);
  });

  it('end a run for the reason that it had, whatever a restart finds', async () => {
    const folder = temporaryFolder('traces');
    vi.stubEnv('HANDLERS_TEST_TOKEN', undefined);
    const first = await startInline(`
secrets: [{name: TOKEN, provider: env, key: HANDLERS_TEST_TOKEN}]
handler_on:
  exit: echo up > ${folder}/up; until [ -e ${folder}/go ]; do sleep 0.05; done
steps:
  - command: "true"
`);
    await eventually(() => readIfThere(join(folder, 'up')) !== '', 'the handler has begun');
    await first.engine.stop();

    vi.stubEnv('HANDLERS_TEST_TOKEN', 'there now');
    const engine = await anEngine({ config: first.engine.config });
    writeFileSync(join(folder, 'go'), '');
    const { run } = await endOf({ ...first, engine });
    vi.unstubAllEnvs();

    expect(run.statusLabel).toBe('failed');
    expect(run.error).toMatch(/^failed to resolve secrets: .*HANDLERS_TEST_TOKEN/);
  });

  it('can be stopped, which aborts a run that had succeeded', async () => {
    const file = trace();
    const started = await startInline(`
max_clean_up_time_sec: 1
handler_on:
  success: {command: 'echo up >> ${file}; sleep 300'}
  exit: {command: 'echo "exit $DAG_RUN_STATUS" >> ${file}'}
steps:
  - command: "true"
`);
    await eventually(() => readIfThere(file) !== '', 'the handler has begun');

    await started.engine.client.call('runs.stop', started);

    expect((await endOf(started)).run.statusLabel).toBe('aborted');
    expect(linesOf(file)).toEqual(['up', 'exit aborted']);
  });

  it('are named as the reason of a run that their stop aborts, and not a failure that let it go on', async () => {
    const file = trace();
    const started = await startInline(`
handler_on: {success: echo up >> ${file}; sleep 300}
steps:
  - {command: exit 3, continue_on: failed}
  - command: "true"
`);
    await eventually(() => readIfThere(file) !== '', 'the handler has begun');

    await started.engine.client.call('runs.stop', started);

    const { run } = await endOf(started);
    expect(run).toMatchObject({ statusLabel: 'aborted', error: 'handler "onSuccess": stopped' });
  });

  it('fail a run that had succeeded when what they ask for is refused', async () => {
    const started = await startInline(`
handler_on: {success: {call: kid}}
steps: ["true"]
---
name: kid
steps: [{name: gate, type: hitl}]
`);
    const { client } = started.engine;
    const { onSuccess } = await runUntil(
      started,
      (run) => run.onSuccess?.statusLabel === 'waiting',
    );
    const subDAGRunId = onSuccess?.subRuns[0]?.dagRunId ?? '';

    await client.call('subRuns.reject', {
      ...started,
      subDAGRunId,
      stepName: 'gate',
      reason: 'no',
    });
    const { run } = await endOf(started);

    expect(run.onSuccess?.statusLabel).toBe('rejected');
    expect(run.statusLabel).toBe('failed');
    expect(run.error).toMatch(/^handler "onSuccess": /);
  });

  it('of a failing init: no step runs, and its retry runs init again', async () => {
    const file = trace();
    const started = await runToEnd(`
handler_on:
  init: {command: 'echo init >> ${file}; test "$(grep -c init ${file})" -ge 2'}
steps:
  - command: echo step >> ${file}
`);
    expect(started.run.statusLabel).toBe('aborted');

    await started.engine.client.call('runs.retry', started);

    expect((await endOf(started)).run.statusLabel).toBe('succeeded');
    expect(linesOf(file)).toEqual(['init', 'init', 'step']);
  });
});

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
