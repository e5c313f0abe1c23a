import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cancelStart, readExitRecord } from '../../../../engine/platform/exit-record.ts';
import { launchDirectly } from '../../../../engine/platform/launch-directly.ts';
import { signalGroup } from '../../../../engine/platform/signal-step.ts';
import { canSpawn } from '../../../../engine/platform/spawner/spawner-script.ts';
import type {
  LaunchOptions,
  LaunchStep,
  ProcessEnd,
} from '../../../../engine/platform/step-process.ts';
import { eventually } from '../../../support/eventually.ts';
import { isAlive, killGroup } from '../../../support/processes.ts';
import { adopt, aSpawner, launch, neverStarted, optionsFor } from '../launched.ts';

const outOf = ({ stdoutFile }: LaunchOptions): string =>
  existsSync(stdoutFile) ? readFileSync(stdoutFile, 'utf8') : '';

/** What a step prints, started in one of two ways. */
async function printed(options: LaunchOptions, by: LaunchStep = launchDirectly): Promise<string> {
  const { end } = await launch(options, by);
  expect(await end).toMatchObject({ kind: 'exited', code: 0 });
  return outOf(options);
}

function pidOf({ pid }: { readonly pid: number | undefined }): number {
  if (pid === undefined) throw new Error('There is no spawner.');
  return pid;
}

describe('a step of the spawner', () => {
  it('finds all as a child of the engine does: signals, descriptors, folder, limits', async () => {
    const probe =
      'grep -E "^(Sig[^Q]|ShdPnd|Umask)" /proc/self/status; ls /proc/self/fd; pwd; ulimit -a; readlink /proc/self/fd/0; nice';
    const more = { workingDir: '/tmp' };

    const child = await printed(optionsFor(probe, more));

    expect(await printed(optionsFor(probe, more), aSpawner(neverStarted).launch)).toBe(child);
  });

  const names = fc.oneof(
    fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,8}$/),
    fc.constantFrom(
      'IFS',
      'UID',
      'BASHOPTS',
      'SHLVL',
      'RANDOM',
      'LC_ALL',
      'LANG',
      'TZ',
      'a.b',
      'x-y',
    ),
  );
  const values = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.constantFrom("'", '"$(id)"', '\n\n', '\\', '`', '', ' ', '*', 'é', '日本'),
  );

  // Bash tells every program its own file in the variable `_`.
  it('gets any variables as a child gets them', async () => {
    const spawner = aSpawner();
    const commands = [['/usr/bin/env', '-0']];
    await fc.assert(
      fc.asyncProperty(fc.dictionary(names, values, { maxKeys: 8 }), async (given) => {
        const env = Object.fromEntries(
          Object.entries(given)
            .filter(([name]) => name !== '_' && !name.startsWith('__'))
            .map(([name, value]) => [name, value.replaceAll('\0', '')]),
        );
        const more = { commands, env, workingDir: '/tmp' };
        const got = async (by?: LaunchStep): Promise<readonly string[]> =>
          (await printed(optionsFor('', more), by)).split('\0').toSorted();

        const spawned = await got(spawner.launch);

        expect(spawned.filter((each) => !each.startsWith('_='))).toEqual(await got());
      }),
    );
  });

  it('takes another way where bash would change a variable', () => {
    const meant = ['IFS', 'UID', 'BASH_ENV', 'BASHOPTS', 'SHLVL', 'PWD', 'RANDOM', 'a.b', '1x', ''];
    const canHave = (name: string): boolean => canSpawn({ ...optionsFor(''), env: { [name]: '' } });
    expect(meant.filter(canHave)).toEqual([]);
    expect(['PATH', 'HOME', 'x', '_x', 'LC_ALL', 'DAG_NAME'].every(canHave)).toBe(true);
  });

  it('takes another way where SIGINT is to stop it, which bash may send itself for ever', () => {
    const stoppedBy = (stopSignal: NodeJS.Signals): boolean =>
      canSpawn({ ...optionsFor(''), stopSignal });
    expect(stoppedBy('SIGINT')).toBe(false);
    expect(stoppedBy('SIGHUP')).toBe(true);
  });

  it('leaves nothing in its logs that bash says of its end', async () => {
    const options = optionsFor('kill -SEGV $$');

    const { end } = await launch(options, aSpawner(neverStarted).launch);

    expect(await end).toMatchObject({ kind: 'exited', code: 139 });
    expect(readFileSync(options.stderrFile, 'utf8')).toBe('');
  });

  it('has its reason told by the other way where it cannot begin', async () => {
    const spawner = aSpawner();
    const gone = optionsFor('echo x', { workingDir: '/no/such/folder' });
    const blocked = optionsFor('echo x', { stdoutFile: '/no/such/folder/log' });

    await expect(launch(gone, spawner.launch)).rejects.toThrow('the system started no process');
    await expect(launch(blocked, spawner.launch)).rejects.toThrow('ENOENT');
    expect(existsSync(gone.recordFile)).toBe(false);
  });

  it('does not begin when it is called off in time, and nothing is told of it', async () => {
    const spawner = aSpawner(neverStarted);
    const told: unknown[] = [];
    const tell = (each: unknown): unknown => told.push(each);
    const options = optionsFor('echo x');

    await printed(optionsFor('true'), spawner.launch);
    process.kill(pidOf(spawner), 'SIGSTOP');

    const called = spawner.launch(options, { began: tell, refused: tell, ended: tell });
    expect(called.cancel()).toBe(true);
    process.kill(pidOf(spawner), 'SIGCONT');
    await printed(optionsFor('true'), spawner.launch);

    expect(told).toEqual([]);
    expect(outOf(options)).toBe('');
    expect(cancelStart(options.recordFile, options.nonce)).toBe(true);
  });

  it('cannot be called off when it has begun', async () => {
    const spawner = aSpawner(neverStarted);
    const options = optionsFor('exit 3');
    const ended = Promise.withResolvers<ProcessEnd>();
    const events = { began: () => undefined, refused: ended.reject, ended: ended.resolve };
    const asked = spawner.launch(options, events);
    await eventually(
      () => readExitRecord(options.recordFile, options.nonce).pid !== null,
      'it has begun',
    );

    expect(asked.cancel()).toBe(false);
    expect(await ended.promise).toMatchObject({ kind: 'exited', code: 3 });
  });

  it('is known by its record to an engine that never heard of it', async () => {
    const options = optionsFor('until [ -e go ]; do sleep 0.02; done; exit 6');
    const { step } = await launch(options, aSpawner(neverStarted).launch);
    const { pid, began } = readExitRecord(options.recordFile, options.nonce);

    expect({ pid, started: began?.started }).toEqual(step.identity);
    const adopted = adopt(options, null);
    expect(adopted.step.groupId()).toBe(step.identity.pid);
    writeFileSync(join(options.workingDir, 'go'), '');
    expect(await adopted.end).toMatchObject({ kind: 'exited', code: 6 });
  });

  it('is a stranger to an engine that started after another boot', async () => {
    const options = optionsFor('sleep 60');
    const { step } = await launch(options, aSpawner(neverStarted).launch);
    onTestFinished(() => killGroup(step.identity.pid));
    const text = readFileSync(options.recordFile, 'utf8');
    writeFileSync(options.recordFile, text.replace(/\S+\n$/, 'another-boot\n'));

    expect(adopt(options, null).step.groupId()).toBe(0);
  });

  it('has an unknown end when its launcher is killed', async () => {
    const { step, end } = await launch(optionsFor('sleep 60'), aSpawner(neverStarted).launch);

    killGroup(step.groupId());

    expect(await end).toEqual({ kind: 'unknown' });
  });
});

describe('a spawner that dies', () => {
  it('leaves its steps as they are, which still tell their ends', async () => {
    const spawner = aSpawner(neverStarted);
    const options = optionsFor('until [ -e go ]; do sleep 0.02; done; exit 7');
    const { end } = await launch(options, spawner.launch);

    process.kill(pidOf(spawner), 'SIGKILL');
    await eventually(() => spawner.pid === undefined, 'its end is noticed');
    writeFileSync(join(options.workingDir, 'go'), '');

    expect(await end).toMatchObject({ kind: 'exited', code: 7 });
  });

  it('is started again for the next step', async () => {
    const spawner = aSpawner(neverStarted);
    await printed(optionsFor('true'), spawner.launch);
    const first = pidOf(spawner);

    process.kill(first, 'SIGKILL');
    await eventually(() => spawner.pid === undefined, 'its end is noticed');

    expect(await printed(optionsFor('echo x'), spawner.launch)).toBe('x\n');
    expect(pidOf(spawner)).not.toBe(first);
  });

  it('lets what it was asked for begin never, and says so', async () => {
    const spawner = aSpawner(neverStarted);
    await printed(optionsFor('true'), spawner.launch);
    process.kill(pidOf(spawner), 'SIGSTOP');
    const options = optionsFor('echo x');
    const { promise, resolve, reject } = Promise.withResolvers<ProcessEnd>();
    spawner.launch(options, { began: reject, refused: reject, ended: resolve });

    process.kill(pidOf(spawner), 'SIGKILL');

    expect(await promise).toEqual({ kind: 'never-began' });
    expect(outOf(options)).toBe('');
  });

  it('is killed when it does nothing, so that it is restarted', async () => {
    const spawner = aSpawner(neverStarted);
    await printed(optionsFor('true'), spawner.launch);
    process.kill(pidOf(spawner), 'SIGSTOP');
    const { promise, resolve, reject } = Promise.withResolvers<ProcessEnd>();

    spawner.launch(optionsFor('echo x'), { began: reject, refused: reject, ended: resolve });

    expect(await promise).toEqual({ kind: 'never-began' });
    expect(await printed(optionsFor('echo y'), spawner.launch)).toBe('y\n');
  });

  it('is not tried again when it never started anything', async () => {
    const started: string[] = [];
    const spawner = aSpawner((options, events) => {
      started.push(options.nonce);
      return launchDirectly(options, events);
    }, '/bin/false');
    const options = optionsFor('echo x');
    const { promise, resolve, reject } = Promise.withResolvers<ProcessEnd>();
    spawner.launch(options, { began: reject, refused: reject, ended: resolve });

    expect(await promise).toEqual({ kind: 'never-began' });
    expect(await printed(optionsFor('echo y'), spawner.launch)).toBe('y\n');
    expect(started).toHaveLength(1);
  });
});

describe('a spawner whose engine is gone', () => {
  it('ends with its last step, and does what it was asked for until then', async () => {
    const spawner = aSpawner(neverStarted);
    const running = optionsFor('until [ -e go ]; do sleep 0.02; done; echo done');
    const { step } = await launch(running, spawner.launch);
    const pid = pidOf(spawner);
    const asked = optionsFor('echo x');
    const nothing = () => undefined;
    spawner.launch(asked, { began: nothing, refused: nothing, ended: nothing });

    spawner.close();

    await eventually(() => outOf(asked) === 'x\n', 'it has done what it was asked for');
    expect(await adopt(asked, null).end).toMatchObject({ kind: 'exited', code: 0 });
    expect(isAlive(pid)).toBe(true);
    writeFileSync(join(running.workingDir, 'go'), '');
    await eventually(() => !isAlive(pid), 'it has ended');
    expect(isAlive(step.identity.pid)).toBe(false);
    expect(outOf(running)).toBe('done\n');
  });

  // The kernel hangs up on stopped processes whose parent is gone from their session.
  it('does not let those of its steps be ended that are stopped', async () => {
    const spawner = aSpawner(neverStarted);
    const options = optionsFor('echo up; until [ -e go ]; do sleep 0.02; done; exit 5');
    const { step } = await launch(options, spawner.launch);
    await eventually(() => outOf(options) === 'up\n', 'it is up');
    signalGroup(step.groupId(), 'SIGSTOP');

    spawner.close();
    const { end } = adopt(options, step);
    writeFileSync(join(options.workingDir, 'go'), '');
    signalGroup(step.groupId(), 'SIGCONT');

    expect(await end).toMatchObject({ kind: 'exited', code: 5 });
  });
});
