import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  anEngine,
  endOf,
  logOf,
  runToEnd,
  startInline,
  untilLogHolds,
} from '../../support/engine.ts';
import { eventually } from '../../support/eventually.ts';
import { temporaryConfig, temporaryFolder } from '../../support/home.ts';

const talk = 'echo out; echo err >&2; echo again';

describe('the logs of a step', () => {
  it('are one file for each stream', async () => {
    const ended = await runToEnd(`steps:\n  - name: main\n    command: ${talk}\n`);

    const { stdout, stderr } = ended.node('main');
    expect(readFileSync(stdout, 'utf8')).toBe('out\nagain\n');
    expect(readFileSync(stderr, 'utf8')).toBe('err\n');
    expect(await logOf(ended, 'main', 'stderr')).toBe('err');
  });

  it('are one file where the DAG merges them, unless the step says otherwise', async () => {
    const ended = await runToEnd(`log_output: merged
steps:
  - name: merged
    command: ${talk}
  - name: separate
    log_output: separate
    command: ${talk}
`);

    const { stdout, stderr } = ended.node('merged');
    expect(stdout).toBe(stderr);
    expect(stdout).toMatch(/\.log$/);
    expect(await logOf(ended, 'merged')).toBe('out\nerr\nagain');
    expect(await logOf(ended, 'merged', 'stderr')).toBe('out\nerr\nagain');
    expect(await logOf(ended, 'separate')).toBe('out\nagain');
  });

  it('are copied to the files that `stdout` and `stderr` name, which are appended to', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'out.txt'), 'before\n');
    const ended = await runToEnd(`working_dir: ${folder}
params:
  - DAY: monday
steps:
  - name: first
    stdout: out.txt
    stderr: new/\${DAY}.txt
    command: ${talk}
  - name: second
    stdout: out.txt
    command: ${talk}
`);

    expect(ended.run.statusLabel).toBe('succeeded');
    expect(readFileSync(join(folder, 'out.txt'), 'utf8')).toBe('before\nout\nagain\nout\nagain\n');
    expect(readFileSync(join(folder, 'new', 'monday.txt'), 'utf8')).toBe('err\n');
    expect(await logOf(ended, 'first')).toBe('out\nagain');
    expect(await logOf(ended, 'first', 'stderr')).toBe('err');
    expect(await logOf(ended, 'second', 'stderr')).toBe('err');
  });

  it('are read by one program where they have a file in common, and copied from there', async () => {
    const folder = temporaryFolder();
    const slowly = (count: string): string =>
      `until grep -q ${count} "$DAG_RUN_STEP_STDOUT_FILE"; do sleep 0.02; done`;
    const ended = await runToEnd(`working_dir: ${folder}
log_output: merged
steps:
  - name: one
    stdout: out.txt
    command: echo o1; ${slowly('o1')}; echo e2 >&2; ${slowly('e2')}; echo o3
  - name: both
    stdout: both.txt
    stderr: both.txt
    command: ${talk}
`);

    const copyOf = (name: string): string => readFileSync(join(folder, name), 'utf8');
    expect(await logOf(ended, 'one')).toBe('o1\ne2\no3');
    expect(copyOf('out.txt')).toBe('o1\no3\n');
    expect(await logOf(ended, 'both')).toBe('out\nerr\nagain');
    expect(copyOf('both.txt')).toBe('out\nerr\nagain\n');
  });

  it('keep their copies whole when the step is stopped', async () => {
    const file = join(temporaryFolder(), 'copy.txt');
    const started = await startInline(`steps:
  - name: main
    stdout: ${file}
    command: |
      trap 'echo last words; exit 0' TERM
      echo ready
      while :; do sleep 0.05; done
`);
    await untilLogHolds(started, 'main', 'ready');

    const { engine, name, dagRunId } = started;
    await engine.client.call('runs.stop', { name, dagRunId });
    const ended = await endOf(started);

    expect(ended.run.statusLabel).toBe('aborted');
    expect(readFileSync(file, 'utf8')).toBe('ready\nlast words\n');
    expect(await logOf(ended, 'main')).toBe('ready\nlast words');
  });

  it('fail the step where the file to copy to cannot be made', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'file'), '');
    const { node } = await runToEnd(
      `steps:\n  - name: main\n    stdout: ${folder}/file/out.txt\n    command: echo x\n`,
    );

    expect(node('main').error).toContain('`stdout`');
    expect(node('main').error).toContain('a file with that name exists');
  });

  it('lie where `log_dir` says', async () => {
    const folder = temporaryFolder();
    const { run } = await runToEnd(
      `log_dir: ${folder}/\${DAG_NAME}\nsteps:\n  - name: main\n    command: echo x\n`,
      { name: 'placed' },
    );

    expect(run.log.startsWith(join(folder, 'placed'))).toBe(true);
    expect(run.nodes[0]?.stdout.startsWith(join(folder, 'placed'))).toBe(true);
    expect(readFileSync(run.log, 'utf8')).toContain('run ended');
  });

  it('refuse the run where `log_dir` cannot be made', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'file'), '');

    const started = runToEnd(`log_dir: ${folder}/file/logs\nsteps:\n  - command: echo x\n`);

    await expect(started).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('log_dir'),
    });
  });

  it('give an empty page with a note when the file is gone', async () => {
    const ended = await runToEnd('steps:\n  - name: main\n    command: echo x\n');
    rmSync(ended.node('main').stdout);

    const page = await ended.engine.client.call('runs.stepLog', {
      name: ended.name,
      dagRunId: ended.dagRunId,
      stepName: 'main',
    });

    expect(page).toMatchObject({ content: '', lineCount: 0, totalLines: 0, hasMore: false });
    expect(page.note).toContain('no longer exists');
  });

  it('are empty and without a note while a call has not printed anything yet', async () => {
    const { engine, name, dagRunId } = await startInline(
      'steps:\n  - name: main\n    call: sub\n    parallel: [a, b]\n---\nname: sub\nsteps:\n  - command: sleep 60\n',
    );
    const call = { name, dagRunId };
    await eventually(async () => {
      const { dagRun } = await engine.client.call('runs.get', call);
      return dagRun.nodes[0]?.statusLabel === 'running';
    }, 'the call runs');

    const page = await engine.client.call('runs.stepLog', { ...call, stepName: 'main' });
    await engine.client.call('runs.stop', call);
    await endOf({ engine, name, dagRunId });
    const stopped = await engine.client.call('runs.stepLog', { ...call, stepName: 'main' });

    expect(page).toMatchObject({ content: '', lineCount: 0 });
    expect(page.note).toBeUndefined();
    expect(stopped.note).toBeUndefined();
  });

  it('are empty and without a note for a step that has not started', async () => {
    const ended = await runToEnd(
      'steps:\n  - name: bad\n    command: exit 1\n  - name: next\n    command: echo x\n',
    );

    const page = await ended.engine.client.call('runs.stepLog', {
      name: ended.name,
      dagRunId: ended.dagRunId,
      stepName: 'next',
    });

    expect(page).toMatchObject({ content: '', totalLines: 0 });
    expect(page.note).toBeUndefined();
  });

  it('are empty and without a note for a step that was skipped', async () => {
    const ended = await runToEnd(
      'steps:\n  - name: main\n    command: echo x\n    preconditions:\n      - condition: "false"\n',
    );

    const page = await ended.engine.client.call('runs.stepLog', {
      name: ended.name,
      dagRunId: ended.dagRunId,
      stepName: 'main',
    });

    expect(ended.node('main').statusLabel).toBe('skipped');
    expect(page).toMatchObject({ content: '', totalLines: 0 });
    expect(page.note).toBeUndefined();
  });

  it('may be deleted under a running step without harm to the run', async () => {
    const started = await startInline(`steps:
  - name: first
    command: echo ready; while [ -e "$DAG_RUN_STEP_STDOUT_FILE" ]; do sleep 0.02; done
  - name: second
    command: echo second
`);
    await untilLogHolds(started, 'first', 'ready');

    const { dagRun } = await started.engine.client.call('runs.get', started);
    rmSync(dirname(dagRun.log), { recursive: true });
    const { run } = await endOf(started);

    expect(run.nodes.map(({ statusLabel }) => statusLabel)).toEqual(['succeeded', 'succeeded']);
  });

  it('never take their names from a user', async () => {
    const config = temporaryConfig();
    const ended = await runToEnd(
      `steps:\n  - name: "a b:c*'é"\n    command: echo x\n  - name: "${'n'.repeat(40)}"\n    command: echo y\n`,
      { engine: await anEngine({ config }), dagRunId: 'some-id' },
    );

    expect(ended.run.statusLabel).toBe('succeeded');
    for (const { stdout } of ended.run.nodes) {
      expect(stdout.startsWith(config.paths.logDir)).toBe(true);
      expect(stdout.slice(config.paths.logDir.length)).toMatch(/^[\w./-]+$/);
      expect(stdout).not.toContain('some-id');
    }
  });
});

describe('the log of a run', () => {
  it('tells what happened, in order', async () => {
    const ended = await runToEnd(
      'steps:\n  - name: good\n    command: echo x\n  - name: bad\n    command: exit 3\n  - name: never\n    command: echo y\n',
    );

    const { engine, name, dagRunId } = ended;
    const { content } = await engine.client.call('runs.log', { name, dagRunId });

    const events = content.split('\n').map((line) => line.replace(/^\S+ /, ''));
    expect(events).toEqual([
      expect.stringMatching(/^run started dag=test run=\S+ trigger=manual$/),
      expect.stringMatching(/^step started step=good pid=\d+$/),
      'step ended step=good status=succeeded exit=0',
      expect.stringMatching(/^step started step=bad pid=\d+$/),
      'step ended step=bad status=failed exit=3 error="exit status 3"',
      'step not started step=never status=aborted error="upstream failed"',
      'run ended status=failed',
    ]);
  });

  it.each([
    ['secrets:\n  - {name: KEY, provider: env, key: NOT_SET_HERE}\n', 'failed', 'NOT_SET_HERE'],
    ['preconditions:\n  - {condition: a, expected: b}\n', 'aborted', 'condition'],
  ])('says why a run ended before its first step: %j', async (fields, status, reason) => {
    const { engine, name, dagRunId, run } = await runToEnd(
      `${fields}steps:\n  - command: echo x\n`,
    );
    const { content } = await engine.client.call('runs.log', { name, dagRunId });

    expect(run.error).toContain(reason);
    expect(content.trimEnd().split('\n').at(-1)).toMatch(
      new RegExp(`run ended status=${status} error=.*${reason}`),
    );
  });
});

describe('the error of a step', () => {
  it('ends with the last lines of standard error', async () => {
    const { node } = await runToEnd(
      'steps:\n  - name: main\n    command: for i in 1 2 3 4 5 6 7; do echo "trouble $i" >&2; done; exit 4\n',
    );

    const tail = [3, 4, 5, 6, 7].map((number) => `trouble ${number}`).join('\n');
    expect(node('main').error).toBe(`exit status 4\nrecent stderr (tail):\n${tail}`);
    expect(node('main').exitCode).toBe(4);
  });

  it('holds whole characters only, however long the lines are', async () => {
    const { node } = await runToEnd(
      `steps:\n  - name: main\n    command: "printf 'x%.0s' 1 >&2; for i in $(seq 400); do printf 日本 >&2; done; exit 1"\n`,
    );

    expect(node('main').error).toMatch(/本$/);
    expect(node('main').error).not.toContain('\u{fffd}');
  });
});

describe('a folder or file in the way', () => {
  it('fails the step when `working_dir` is a file', async () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');

    const { node } = await runToEnd(
      `steps:\n  - name: main\n    working_dir: ${file}\n    command: echo x\n`,
    );

    expect(node('main')).toMatchObject({ statusLabel: 'failed', exitCode: null });
    expect(node('main').error).toBe(
      `\`working_dir\`: cannot use the folder ${file}: a file with that name exists`,
    );
  });

  it('is made when `working_dir` does not exist', async () => {
    const folder = join(temporaryFolder(), 'deep', 'er');
    const ended = await runToEnd(
      `working_dir: ${folder}\nsteps:\n  - name: main\n    working_dir: still\n    command: pwd\n`,
    );

    expect(await logOf(ended, 'main')).toBe(join(folder, 'still'));
  });

  it('is private for a run that came without a file, and gone after it', async () => {
    const ended = await runToEnd('steps:\n  - name: main\n    command: pwd; echo x > made\n');

    const folder = await logOf(ended, 'main');
    expect(folder.startsWith(ended.engine.config.paths.dataDir)).toBe(true);
    await expect.poll(() => existsSync(folder)).toBe(false);
  });

  it('is no trouble when a step removes its own', async () => {
    const folder = join(temporaryFolder(), 'gone');
    const ended = await runToEnd(
      `working_dir: ${folder}\nsteps:\n  - command: rmdir ${folder}\n  - name: next\n    command: pwd\n`,
    );

    expect(await logOf(ended, 'next')).toBe(folder);
  });

  it('fails a program that may not be executed', async () => {
    const file = join(temporaryFolder(), 'program');
    writeFileSync(file, '#!/bin/sh\necho x\n');
    chmodSync(file, 0o600);

    const { node } = await runToEnd(
      `steps:\n  - name: main\n    shell: direct\n    command: ${file}\n`,
    );

    expect(node('main').error).toBe(`Program ${file} does not exist or is not executable.`);
  });
});
