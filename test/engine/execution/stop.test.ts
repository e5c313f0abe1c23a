import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  anEngine,
  endOf,
  eventually,
  hasEnded,
  logOf,
  runToEnd,
  runUntil,
  startInline,
  untilLogHolds,
  type EndedRun,
  type RunOfEngine,
} from '../../support/engine.ts';
import { temporaryFolder } from '../../support/home.ts';
import { isAlive, membersOf, parentOf } from '../../support/processes.ts';

async function startUntil(spec: string, text = 'ready', step = 'main'): Promise<RunOfEngine> {
  const started = await startInline(spec);
  await untilLogHolds(started, step, text);
  return started;
}

async function stop(started: RunOfEngine): Promise<EndedRun> {
  const { engine, name, dagRunId } = started;
  await engine.client.call('runs.stop', { name, dagRunId });
  return endOf(started);
}

/** A definition whose only step is this shell text. */
function oneStep(script: string, fields = ''): string {
  const body = script.trim().replaceAll('\n', '\n      ');
  return `max_clean_up_time_sec: 1\n${fields}\nsteps:\n  - name: main\n    command: |\n      ${body}\n`;
}

describe('a stop', () => {
  it('leaves nothing of a step that ignores it, nor of its children and theirs', async () => {
    const started = await startUntil(
      oneStep(`
trap '' TERM
(trap '' TERM; (trap '' TERM; while :; do sleep 0.2; done) & while :; do sleep 0.2; done) &
(trap '' TERM INT HUP; exec sleep 300) &
echo $$ ready
while :; do sleep 0.2; done`),
    );
    const shell = Number.parseInt(await logOf(started, 'main'), 10);
    const group = parentOf(shell);
    expect(membersOf(group).length).toBeGreaterThanOrEqual(5);

    const { run, node } = await stop(started);

    expect(membersOf(group)).toEqual([]);
    expect(run.statusLabel).toBe('aborted');
    expect(node('main')).toMatchObject({ statusLabel: 'aborted', error: 'stopped' });
  });

  it.each(['SIGINT', 'SIGUSR1', 'SIGTERM'])(
    'sends %s where `signal_on_stop` says so',
    async (name) => {
      const started = await startUntil(`steps:
  - name: main
    signal_on_stop: ${name}
    command: |
      for s in INT USR1 TERM; do trap "echo got SIG$s; exit 9" $s; done
      echo ready
      while :; do sleep 0.05; done
`);

      const ended = await stop(started);

      expect(await logOf(ended, 'main')).toBe(`ready\ngot ${name}`);
      expect(ended.node('main')).toMatchObject({ statusLabel: 'aborted', exitCode: 9 });
    },
  );

  it('aborts a step that ends politely with 0', async () => {
    const started = await startUntil(
      oneStep("trap 'echo bye; exit 0' TERM\necho ready\nwhile :; do sleep 0.05; done"),
    );

    const ended = await stop(started);

    expect(ended.node('main')).toMatchObject({ statusLabel: 'aborted', exitCode: 0 });
    expect(ended.run.statusLabel).toBe('aborted');
    expect(await logOf(ended, 'main')).toBe('ready\nbye');
  });

  it('begins no further command of a step whose first one ends well by it', async () => {
    const started = await startUntil(`steps:
  - name: main
    command:
      - "trap 'exit 0' TERM; echo ready; while :; do sleep 0.05; done"
      - echo never
`);

    const ended = await stop(started);

    expect(await logOf(ended, 'main')).toBe('ready');
    expect(ended.node('main')).toMatchObject({ statusLabel: 'aborted', exitCode: 143 });
  });

  it('lets a child clean up within the grace when its shell has gone already', async () => {
    const file = join(temporaryFolder(), 'cleaned');
    const started = await startUntil(
      oneStep(
        `
trap 'exit 0' TERM
(trap 'sleep 0.7; echo cleaned > ${file}; exit 0' TERM; echo ready; while :; do sleep 0.05; done) &
wait`,
        'max_clean_up_time_sec: 20',
      ).replace('max_clean_up_time_sec: 1\n', ''),
    );

    const { run } = await stop(started);

    expect(existsSync(file) && readFileSync(file, 'utf8')).toBe('cleaned\n');
    expect(run.statusLabel).toBe('aborted');
  });

  it('kills a step that lies asleep by a signal of its own', async () => {
    const started = await startUntil(oneStep('echo ready\nkill -STOP $$'));

    const { run } = await stop(started);

    expect(run.statusLabel).toBe('aborted');
  });

  it('does not wait for corpses that nobody buries', async () => {
    const started = await startUntil(
      oneStep(`
perl -MPOSIX -e 'if (fork() == 0) { exit 0 } POSIX::setsid(); sleep 60' &
sleep 0.2
echo ready
sleep 60`),
    );

    const { run } = await stop(started);

    expect(run.statusLabel).toBe('aborted');
  });

  it('leaves steps that had not started as they are', async () => {
    const started = await startUntil(`steps:
  - name: done
    command: echo done
  - name: main
    command: echo ready; sleep 60
  - name: later
    command: echo later
`);

    const { run } = await stop(started);

    const statuses = run.nodes.map(({ statusLabel }) => statusLabel);
    expect(statuses).toEqual(['succeeded', 'aborted', 'not_started']);
    expect(run.nodes[2]).toMatchObject({ startedAt: '', finishedAt: '', stdout: '', error: '' });
    expect(run.error).toBe('stopped');
  });

  it('ends the wait of `delay_sec` at once', async () => {
    const started = await startInline(`delay_sec: 3600
steps:
  - name: first
    command: echo first
  - name: second
    command: echo second
`);
    await runUntil(started, ({ nodes }) => nodes[0]?.statusLabel === 'succeeded');

    const { run } = await stop(started);

    expect(run.statusLabel).toBe('aborted');
    expect(run.nodes[1]?.statusLabel).toBe('not_started');
  });

  it('ends the preparation of a step at once, and the command that it waits for', async () => {
    const folder = temporaryFolder();
    const started = await startInline(`steps:
  - name: main
    env:
      - SLOW: "\`echo $$ > ${folder}/pid; exec sleep 25\`"
    command: echo never
`);
    await eventually(() => existsSync(join(folder, 'pid')), 'the substitution runs');
    const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));

    const { run } = await stop(started);

    expect(run.nodes[0]?.statusLabel).toBe('aborted');
    await eventually(() => !isAlive(pid), 'the substitution is gone', 5000);
  });

  it('may be asked for again while the run ends, and is refused after that', async () => {
    const started = await startUntil(
      oneStep("trap 'sleep 0.5; exit 0' TERM\necho ready\nwhile :; do sleep 0.05; done"),
    );
    const { engine, name, dagRunId } = started;
    await engine.client.call('runs.stop', { name, dagRunId });
    await engine.client.call('runs.stop', { name, dagRunId });
    const { run } = await endOf(started);

    const third = engine.client.call('runs.stop', { name, dagRunId });

    expect(run.statusLabel).toBe('aborted');
    await expect(third).rejects.toMatchObject({ code: 'not_running' });
  });

  it('comes at any moment, and the run ends soon with nothing running', async () => {
    const engine = await anEngine();
    const traces = temporaryFolder('traces');
    for (const turns of [0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48]) {
      const name = `r${turns}`;
      const steps = ['a', 'b', 'c', 'd'].map((step) => `\n  - "echo ${step} >> ${traces}/${name}"`);
      const started = await startInline(`steps:${steps.join('')}\n`, { engine, name });
      for (let turn = 0; turn < turns; turn++) await nextTurn();
      await engine.client.call('runs.stop', { name, dagRunId: started.dagRunId }).catch(() => null);
      const { run } = await endOf(started);

      const done = run.nodes.filter(({ statusLabel }) => statusLabel === 'succeeded').length;
      expect(run.statusLabel).toBe(done === 4 ? 'succeeded' : 'aborted');
      expect(run.nodes.filter(({ statusLabel }) => statusLabel === 'running')).toEqual([]);
    }
    expect(engine.runningSteps()).toBe(0);
  });

  it('stops every active run of a DAG, and only those', async () => {
    const engine = await anEngine();
    const spec = 'steps:\n  - name: main\n    command: echo ready; sleep 60\n';
    const runs = [];
    for (const name of ['ours', 'ours', 'other']) {
      const stored = { name, spec };
      await engine.client.call('dags.create', stored).catch(() => undefined);
      const { dagRunId } = await engine.client.call('dags.start', { fileName: name });
      runs.push({ engine, name, dagRunId });
    }
    for (const run of runs) await untilLogHolds(run, 'main', 'ready');

    await engine.client.call('dags.stopAll', { fileName: 'ours' });

    const [first, second, other] = runs;
    if (!first || !second || !other) throw new Error('Three runs were started.');
    expect((await endOf(first)).run.statusLabel).toBe('aborted');
    expect((await endOf(second)).run.statusLabel).toBe('aborted');
    expect((await runUntil(other, () => true)).statusLabel).toBe('running');
  });
});

describe('a time limit', () => {
  it('of a run fails it, aborts what runs and starts nothing more', async () => {
    const { run } = await runToEnd(`type: graph
max_active_steps: 2
max_clean_up_time_sec: 1
timeout_sec: 1
steps:
  - name: polite
    command: sleep 60
  - name: stubborn
    command: "trap '' TERM; while :; do sleep 0.2; done"
  - name: third
    command: echo never
`);

    expect(run.statusLabel).toBe('failed');
    expect(run.error).toBe('the run took longer than 1s (timeout_sec)');
    const statuses = run.nodes.map(({ statusLabel }) => statusLabel);
    expect(statuses).toEqual(['aborted', 'aborted', 'not_started']);
  });

  it('of a step fails it with 124 and ends its whole group', async () => {
    const ended = await runToEnd(`max_clean_up_time_sec: 1
steps:
  - name: main
    timeout_sec: 1
    command: "trap '' TERM; sleep 300 & echo $!; echo early; while :; do sleep 0.2; done"
  - name: next
    command: echo never
`);

    const child = Number.parseInt(await logOf(ended, 'main'), 10);
    expect(ended.node('main')).toMatchObject({ statusLabel: 'failed', exitCode: 124 });
    expect(ended.node('main').error).toBe('step timed out after 1s (timeout_sec)');
    expect(ended.node('next')).toMatchObject({ statusLabel: 'aborted', error: 'upstream failed' });
    expect(ended.run.statusLabel).toBe('failed');
    expect(isAlive(child)).toBe(false);
  });

  it('of a step does not matter to one that is done in time', async () => {
    const { run } = await runToEnd(
      'timeout_sec: 60\nsteps:\n  - name: main\n    timeout_sec: 60\n    command: echo quick\n',
    );

    expect(hasEnded(run)).toBe(true);
    expect(run.statusLabel).toBe('succeeded');
  });
});
