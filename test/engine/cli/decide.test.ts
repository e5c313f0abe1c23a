import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { dagwright, homeWith, serve } from './dagwright.ts';
import { command } from './in-process.ts';

const gate = `
handler_on:
  exit: echo "the end"
steps:
  - name: ask
    type: hitl
    config:
      prompt: Send it?
      input: [WHO]
      required: [WHO]
  - name: send
    command: echo "sent to $WHO"
`;
const twoGates = `
type: graph
steps:
  - {name: one, type: hitl}
  - {name: two, type: hitl}
`;
const busy = `
type: graph
steps:
  - {name: ask, type: hitl}
  - name: work
    command: until test -e go; do sleep 0.02; done
`;
const flaky = `
steps:
  - name: good
    command: echo once >> runs
  - name: bad
    command: test -e go && echo fixed
`;

/** Where the engine of a command may be. */
const engines = {
  'in process': async (home: string) => ({ home, async [Symbol.asyncDispose]() {} }),
  'by the running server': async (home: string) => {
    const server = await serve(home);
    return { home, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
  },
} as const;

describe.each(Object.entries(engines))('a gate, run %s', (_where, engineAt) => {
  it('ends following with how to decide, and goes on with an approval', async () => {
    await using engine = await engineAt(homeWith({ gate }));

    const start = await dagwright(['start', 'gate', '--run-id', 'one'], engine);
    const missing = await dagwright(['approve', 'gate', 'ask'], engine);
    const approval = await dagwright(['approve', 'gate', '-r', 'one', 'ask', 'WHO=Ada'], engine);

    expect(start.stdout).toMatch(
      /\nThe run is waiting for approval\.\n {2}dagwright approve gate -r one ask WHO=…\n$/,
    );
    expect(start.exitCode).toBe(1);
    expect(missing.stderr).toBe('error: missing required inputs: [WHO]\n');
    expect(missing.exitCode).toBe(1);
    expect(approval.stdout).toContain('│ sent to Ada\n');
    expect(approval.stdout).toMatch(/\n✓ gate {2}succeeded/);
    expect(approval.exitCode).toBe(0);
  });

  it('is rejected with a reason, and the run ends with it', async () => {
    await using engine = await engineAt(homeWith({ gate }));
    await dagwright(['start', 'gate', '--run-id', 'one'], engine);

    const args = ['reject', 'gate', 'ask', '--reason', 'wrong month'];
    const { stdout, exitCode } = await dagwright(args, engine);
    const status = await command(['status', 'gate'], engine);
    const stop = await command(['stop', 'gate'], engine);

    expect(stdout).toBe('Run one of gate has ended: rejected\n');
    expect(exitCode).toBe(0);
    expect(status.stdout).toContain('wrong month');
    expect(stop.stderr).toContain('its newest one was rejected.');
  });

  it('says on stderr with --quiet that it waits', async () => {
    await using engine = await engineAt(homeWith({ gate }));

    const start = await dagwright(['start', 'gate', '-q', '--run-id', 'one'], engine);

    expect(start).toEqual({
      stdout: '',
      stderr: 'The run is waiting for approval.\n  dagwright approve gate -r one ask WHO=…\n',
      exitCode: 1,
    });
  });

  it('says when other gates of the run still wait', async () => {
    await using engine = await engineAt(homeWith({ 'two-gates': twoGates }));
    const start = await dagwright(['start', 'two-gates', '--run-id', 'one'], engine);

    const first = await dagwright(['approve', 'two-gates', 'one'], engine);
    const second = await dagwright(['approve', 'two-gates', 'two', '--format', 'json'], engine);

    expect(start.stdout).toContain('approve two-gates -r one one\n');
    expect(start.stdout).toContain('approve two-gates -r one two\n');
    expect(first).toEqual({
      stdout: 'Approved one of two-gates; other steps of the run are still waiting\n',
      stderr: '',
      exitCode: 0,
    });
    expect(JSON.parse(second.stdout)).toMatchObject({ statusLabel: 'succeeded' });
  });
});

it('whoever follows quietly a run with a gate is told that it was rejected', async () => {
  const home = homeWith({ busy });
  await using server = await serve(home);
  const start = dagwright(['start', 'busy', '-q', '--run-id', 'one'], { home });
  await eventually(async () => {
    const { stdout } = await command(['status', 'busy'], { home });
    return / ask +waiting/.test(stdout) && / work +running/.test(stdout);
  }, 'the gate waits beside a step that runs');

  const reject = dagwright(['reject', 'busy', 'ask', '--reason', 'wrong month'], { home });
  await eventually(async () => {
    const { stdout } = await command(['status', 'busy'], { home });
    return / ask +rejected/.test(stdout);
  }, 'the gate is rejected');
  writeFileSync(join(home, 'dags', 'go'), '');

  expect((await reject).stdout).toContain('has ended: rejected');
  expect(await start).toEqual({
    stdout: '',
    stderr: 'Run one of busy has ended: rejected: step "ask": rejected: wrong month\n',
    exitCode: 1,
  });
  expect(server.url).toMatch(/^http:/);
});

describe('dagwright approve', () => {
  it('returns at once with --no-follow where an engine goes on with the run', async () => {
    const home = homeWith({ gate });
    const args = ['approve', 'gate', 'ask', 'WHO=Ada', '--no-follow'];
    await dagwright(['start', 'gate'], { home });
    const alone = await dagwright(args, { home });
    await using server = await serve(home);

    const beside = await dagwright(args, { home });

    expect(server.url).toMatch(/^http:/);
    expect(alone.stderr).toMatch(/^error: No engine is running for this home/);
    expect(beside).toEqual({ stdout: 'Approved ask of gate\n', stderr: '', exitCode: 0 });
  });
});

describe('a decision that cannot be', () => {
  const home = homeWith({ gate });
  beforeAll(async () => {
    await dagwright(['start', 'gate'], { home });
  });

  it.each([
    [['approve', 'gate', 'ask', 'WHO'], /Write an input as NAME=value, got WHO/],
    [['approve', 'gate', 'send'], /step send is not waiting/],
    [['reject', 'gate', 'send'], /step send is not waiting/],
    [['approve', 'gate', '-r', 'none', 'ask'], /has no run none/],
  ])('says what is wrong with %j', async (args, message) => {
    const { stderr, exitCode } = await command(args, { home });

    expect(stderr).toMatch(message);
    expect(exitCode).toBe(1);
  });
});

describe('dagwright retry', () => {
  it('runs what failed again, under the same id', async () => {
    const home = homeWith({ flaky });
    const failed = await dagwright(['start', 'flaky', '--run-id', 'one'], { home });
    writeFileSync(join(home, 'dags', 'go'), '');

    const { stdout, exitCode } = await dagwright(['retry', 'flaky'], { home });

    expect(failed.exitCode).toBe(1);
    expect(stdout).toContain('flaky  run one\n');
    expect(stdout).toContain('│ fixed\n');
    expect(stdout).toMatch(/\n✓ flaky {2}succeeded/);
    expect(exitCode).toBe(0);
  });

  it('says that no step of a run that succeeded runs again, and how all do', async () => {
    const home = homeWith({ good: 'steps:\n  - name: a\n    command: echo x >> runs\n' });
    await dagwright(['start', 'good', '--run-id', 'one'], { home });

    const { stderr, exitCode } = await dagwright(['retry', 'good'], { home });
    const step = await dagwright(['retry', 'good', '--step', 'a'], { home });

    expect(stderr).toBe(
      'No step of run one failed, so none runs again. To run all: dagwright start good --from-run-id one\n',
    );
    expect(exitCode).toBe(0);
    expect(step).toMatchObject({ stderr: '', exitCode: 0 });
    expect(readFileSync(join(home, 'dags', 'runs'), 'utf8')).toBe('x\nx\n');
  });

  it('runs one step again, and no other', async () => {
    const home = homeWith({ flaky });
    writeFileSync(join(home, 'dags', 'go'), '');
    await dagwright(['start', 'flaky', '--run-id', 'one'], { home });
    writeFileSync(join(home, 'dags', 'runs'), '');

    const args = ['retry', 'flaky', '-r', 'one', '--step', 'bad', '--format', 'json'];
    const { stdout } = await dagwright(args, { home });

    expect(JSON.parse(stdout)).toMatchObject({
      dagRunId: 'one',
      statusLabel: 'succeeded',
      attempt: 2,
    });
    expect(existsSync(join(home, 'dags', 'runs'))).toBe(true);
    const { stdout: unknown, stderr } = await dagwright(['retry', 'flaky', '--step', 'none'], {
      home,
    });
    expect(unknown).toBe('');
    expect(stderr).toMatch(/^error: .*none/);
  });
});
