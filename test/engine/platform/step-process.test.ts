import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { cancelStart, readExitRecord } from '../../../engine/platform/exit-record.ts';
import {
  bootId,
  groupIsAlive,
  groupOf,
  isSameProcess,
  noProcess,
  processStarted,
} from '../../../engine/platform/process-identity.ts';
import { adoptStep } from '../../../engine/platform/adopt-step.ts';
import { signalGroup } from '../../../engine/platform/signal-step.ts';
import { launchDirectly } from '../../../engine/platform/launch-directly.ts';
import type { ProcessEnd } from '../../../engine/platform/step-process.ts';
import { eventually } from '../../support/eventually.ts';
import { temporaryFolder } from '../../support/home.ts';
import { aStranger, isAlive, killGroup } from '../../support/processes.ts';
import { adopt, aSpawner, launch, neverStarted, optionsFor } from './launched.ts';

const ways = [
  { way: 'as a child', by: (_otherwise = neverStarted) => launchDirectly },
  { way: 'by the spawner', by: (otherwise = neverStarted) => aSpawner(otherwise).launch },
];

describe.each(ways)('a step that is launched $way', ({ by }) => {
  it('ends with the code of its command, and the record stays for the next engine', async () => {
    const options = optionsFor('exit 7');

    const { end } = await launch(options, by());

    expect(await end).toMatchObject({ kind: 'exited', code: 7, command: 1 });
    expect(readExitRecord(options.recordFile, options.nonce).exit).toMatchObject({
      code: 7,
      command: 1,
    });
  });

  it('runs commands until one fails, and tells which', async () => {
    const options = optionsFor('', {
      commands: [
        ['echo', 'one'],
        ['/bin/sh', '-c', 'exit 3'],
        ['echo', 'three'],
      ],
    });

    expect(await (await launch(options, by())).end).toMatchObject({
      kind: 'exited',
      code: 3,
      command: 2,
    });
    expect(readFileSync(options.stdoutFile, 'utf8')).toBe('one\n');
  });

  it('copies what all of its commands print', async () => {
    const options = optionsFor('', {
      commands: [
        ['echo', 'one'],
        ['/bin/sh', '-c', 'echo two; echo wrong >&2'],
        ['echo', 'three'],
      ],
    });
    const copies = { out: `${options.stdoutFile}.copy`, err: `${options.stderrFile}.copy` };

    await (
      await launch({ ...options, copyStdoutTo: [copies.out], copyStderrTo: [copies.err] }, by())
    ).end;

    for (const file of [options.stdoutFile, copies.out]) {
      expect(readFileSync(file, 'utf8')).toBe('one\ntwo\nthree\n');
    }
    for (const file of [options.stderrFile, copies.err]) {
      expect(readFileSync(file, 'utf8')).toBe('wrong\n');
    }
  });

  it('runs nothing when an engine has taken its place', async () => {
    const options = optionsFor('echo x');
    expect(cancelStart(options.recordFile, options.nonce)).toBe(true);

    expect(await (await launch(options, by(launchDirectly))).end).toEqual({ kind: 'unknown' });

    expect(readFileSync(options.stdoutFile, 'utf8')).toBe('');
    expect(readFileSync(options.stderrFile, 'utf8')).toBe('');
    expect(readFileSync(options.recordFile, 'utf8')).toBe(`cancelled ${options.nonce}\n`);
  });

  it('leads a group of its own', async () => {
    const options = optionsFor('ps -o pgid= -p $$; exec sleep 60');
    const { step, end } = await launch(options, by());
    await eventually(
      () => readFileSync(options.stdoutFile, 'utf8') !== '',
      'it has told its group',
    );

    expect(Number(readFileSync(options.stdoutFile, 'utf8'))).toBe(step.identity.pid);
    expect(step.groupId()).toBe(step.identity.pid);
    killGroup(step.groupId());
    expect(await end).toEqual({ kind: 'unknown' });
  });

  it.each(['SIGHUP', 'SIGINT', 'SIGTERM', 'SIGUSR1', 'SIGUSR2', 'SIGQUIT', 'SIGALRM'] as const)(
    'notes its exit although %s reaches its whole group',
    async (signal) => {
      const more = { stopSignal: signal };
      const options = optionsFor(`echo up; while :; do sleep 0.05; done`, more);
      const { step, end } = await launch(options, by(launchDirectly));
      await eventually(() => readFileSync(options.stdoutFile, 'utf8') !== '', 'it is up');

      signalGroup(step.groupId(), signal);

      const ended = await end;
      expect(ended).toMatchObject({ kind: 'exited' });
      expect(ended.kind === 'exited' && ended.code).toBeGreaterThan(128);
    },
  );

  it('is refused with a reason where its directory is gone, and nothing else happens', async () => {
    const options = optionsFor('echo x', { workingDir: '/no/such/folder' });

    await expect(launch(options)).rejects.toThrow('the system started no process');
  });

  it('is refused with a reason where its environment is too large', async () => {
    const values = Array.from({ length: 40 }, (_, index) => [`V${index}`, 'x'.repeat(100_000)]);
    const options = optionsFor('echo x', { env: Object.fromEntries(values) as never });

    await expect(launch(options)).rejects.toThrow('E2BIG');
  });

  it('takes words of any kind as they are', async () => {
    const words = ["it's", '$HOME', '`id`', '"', '\n', '', ' ', '\\', '-n', '日本', '*'];
    const options = optionsFor('', {
      commands: [['/bin/sh', '-c', 'printf "<%s>" "$@"', 'sh', ...words]],
    });

    await (
      await launch(options, by())
    ).end;

    expect(readFileSync(options.stdoutFile, 'utf8')).toBe(
      words.map((word) => `<${word}>`).join(''),
    );
  });

  it('gets its variables as they are, those of one letter too', async () => {
    const names = [...'abcdefghijklmnopqrstuvwxyz'];
    const options = optionsFor(`echo "${names.map((name) => `$${name}`).join(' ')}"`);
    const env = {
      ...options.env,
      ...Object.fromEntries(names.map((name) => [name, `my-${name}`])),
    };

    await (
      await launch({ ...options, env, copyStdoutTo: [`${options.stdoutFile}.copy`] })
    ).end;

    const values = names.map((name) => `my-${name}`).join(' ');
    expect(readFileSync(options.stdoutFile, 'utf8')).toBe(`${values}\n`);
  });
});

describe.each(ways)('an adopted step that was launched $way', ({ by }) => {
  it('ends with the code that its launcher leaves', async () => {
    const options = optionsFor('sleep 0.3; exit 9');
    const { step } = await launch(options, by());
    step.detach();

    expect(await adopt(options, step).end).toMatchObject({ kind: 'exited', code: 9, command: 1 });
  });

  it('may have ended before', async () => {
    const options = optionsFor('exit 4');
    const { step, end } = await launch(options, by());
    await end;

    expect(await adopt(options, step).end).toMatchObject({ kind: 'exited', code: 4, command: 1 });
  });

  it('is found by its own first word where nobody noted its pid', async () => {
    const options = optionsFor('sleep 0.3; exit 6');
    const { step } = await launch(options, by());
    step.detach();
    await eventually(() => existsSync(options.recordFile), 'the launcher has spoken');

    const adopted = adopt(options, null);

    expect(adopted.step.groupId()).toBe(step.identity.pid);
    expect(await adopted.end).toMatchObject({ kind: 'exited', code: 6, command: 1 });
  });

  it('is kept from ever beginning where nobody noted its pid and it has not begun', async () => {
    const options = optionsFor('echo x');

    const adopted = adopt(options, null);
    const late = await launch(options, by(launchDirectly));

    expect(adopted.step.groupId()).toBe(0);
    expect(await adopted.end).toEqual({ kind: 'never-began' });
    expect(await late.end).toEqual({ kind: 'unknown' });
    expect(readFileSync(options.stdoutFile, 'utf8')).toBe('');
  });

  it('that was kept from beginning stays so for the engine after the next', async () => {
    const options = optionsFor('echo x');
    await adopt(options, null).end;

    expect(await adopt(options, null).end).toEqual({ kind: 'never-began' });
  });

  it('that has created its record and said nothing has an unknown end', async () => {
    const options = optionsFor('echo x');
    writeFileSync(options.recordFile, '');

    expect(await adopt(options, null).end).toMatchObject({ kind: 'unknown' });
  });

  it('that has created its record is given time to say who it is', async () => {
    const options = optionsFor('sleep 60');
    const { step } = await launch(options, by());
    const recordFile = `${options.recordFile}-of-another`;
    writeFileSync(recordFile, '');
    // Of all that is put off, only what is due at once ever happens.
    const after = (delayMs: number, callback: () => void): (() => void) => {
      const timer = delayMs === 0 ? globalThis.setImmediate(callback) : null;
      return () => clearImmediate(timer ?? undefined);
    };
    const { promise, resolve } = Promise.withResolvers<ProcessEnd>();

    adoptStep(
      {
        ...options,
        recordFile,
        identity: null,
        logs: [],
        clock: { now: () => 0, elapsed: () => 0, slept: () => 0, after },
      },
      resolve,
    );
    await setImmediate();
    appendFileSync(recordFile, `started ${step.identity.pid} ${options.nonce}\n`);
    appendFileSync(recordFile, `exited ${options.nonce} 5 1\n`);

    expect(await promise).toMatchObject({ kind: 'exited', code: 5, command: 1 });
    killGroup(step.groupId());
  });

  it('has an unknown end when its launcher was killed', async () => {
    const options = optionsFor('sleep 60');
    const { step } = await launch(options, by());
    step.detach();
    const { end } = adopt(options, step);

    killGroup(step.identity.pid);

    expect(await end).toMatchObject({ kind: 'unknown' });
  });

  it('does not believe the record of another launcher', async () => {
    const options = optionsFor('exit 0');
    await (
      await launch(options, by())
    ).end;

    const other = { ...options, nonce: 'ffffffffffffffff' };

    expect(await adopt(other, null).end).toMatchObject({ kind: 'unknown' });
  });

  it('tells nothing any more when it is detached', async () => {
    const options = optionsFor('sleep 0.2');
    const { step, end } = await launch(options, by());
    let told = false;
    const adopted = adopt(options, step);
    void adopted.end.then(() => (told = true));

    adopted.step.detach();
    await end;
    await adopt(options, step).end;

    expect(told).toBe(false);
  });
});

describe('the identity of a process', () => {
  it('is that of one process only', () => {
    const pid = aStranger();
    const started = processStarted(pid);

    expect(isSameProcess({ pid, started }, 'sleep')).toBe(true);
    expect(isSameProcess({ pid, started }, 'another nonce')).toBe(false);
    expect(isSameProcess({ pid, started: '1' }, 'sleep')).toBe(false);
    expect(isSameProcess({ pid, started: null }, 'sleep')).toBe(false);
    expect(groupOf({ pid, started })).toBe(pid);
    expect(groupOf({ pid, started: '1' })).toBe(0);
    expect(groupOf(noProcess)).toBe(0);
  });

  it('changes with the boot alone', () => {
    expect(bootId()).toBe(bootId());
    expect(bootId()).not.toBe('');
  });

  it('of a group ends with its last living member', async () => {
    const pid = aStranger();
    expect(groupIsAlive(pid)).toBe(true);

    process.kill(pid, 'SIGKILL');

    await eventually(() => !groupIsAlive(pid), 'its group is gone');
    expect(isAlive(pid)).toBe(false);
    expect([0, 1, -5].map(groupIsAlive)).toEqual([false, false, false]);
  });

  it('is never that of the tests themselves', () => {
    expect(() => signalGroup(0, 'SIGKILL')).not.toThrow();
    expect(() => signalGroup(1, 'SIGKILL')).not.toThrow();
  });
});

describe('the record of a launcher', () => {
  const write = (text: string): string => {
    const file = join(temporaryFolder('record'), 'record');
    writeFileSync(file, text);
    return file;
  };

  it.each([
    { text: '', pid: null, exit: null },
    { text: 'started 12 n1', pid: null, exit: null },
    { text: 'started 12 n1\n', pid: 12, exit: null },
    { text: 'started 12 n1\nexited n1 3', pid: 12, exit: null },
    { text: 'started 12 n1\nexited n1 3 2', pid: 12, exit: null },
    { text: 'started 12 n1\nexited n1 3 2\n', pid: 12, exit: { code: 3, command: 2, cpuMs: null } },
    { text: 'started 12 n2\nexited n2 3 2\n', pid: null, exit: null },
  ])('is whole or not there: %j', ({ text, pid, exit }) => {
    expect(readExitRecord(write(text), 'n1')).toMatchObject({ pid, exit });
  });

  it.each([
    { shell: 'dash', times: '0m0.010000s 0m0.020000s\n1m2.340000s 0m0.160000s', cpuMs: 62_500 },
    { shell: 'bash', times: '0m0.001s 0m0.002s\n0m0.003s 0m0.004s', cpuMs: 7 },
    { shell: 'bash in German', times: '0m0,001s 0m0,002s\n10m0,500s 0m0,250s', cpuMs: 600_750 },
    { shell: 'one that prints something else', times: 'user 1\nsystem 2', cpuMs: null },
  ])('tells the CPU time of the commands alone, as $shell prints it', ({ times, cpuMs }) => {
    const file = write(`started 12 n1\n${times}\nexited n1 0 1\n`);

    expect(readExitRecord(file, 'n1').exit).toEqual({ code: 0, command: 1, cpuMs });
  });

  it('tells no end while the times alone stand there', () => {
    const file = write('started 12 n1\n0m0.01s 0m0.01s\n0m0.01s 0m0.01s\n');

    expect(readExitRecord(file, 'n1').exit).toBeNull();
  });

  it('is nothing where there is no file', () => {
    expect(readExitRecord('/no/such/record', 'n1')).toEqual({ pid: null, began: null, exit: null });
  });
});

describe('the start of a launcher', () => {
  it('is cancelled once for all by whoever creates the record first', () => {
    const file = join(temporaryFolder('record'), 'not', 'there', 'record');

    expect(cancelStart(file, 'n1')).toBe(true);
    expect(cancelStart(file, 'n1')).toBe(true);
    expect(cancelStart(file, 'n2')).toBe(false);
    expect(readExitRecord(file, 'n1')).toEqual({ pid: null, began: null, exit: null });
  });

  it('cannot be cancelled any more when the launcher has begun', async () => {
    const options = optionsFor('exit 0');
    await (
      await launch(options)
    ).end;

    expect(cancelStart(options.recordFile, options.nonce)).toBe(false);
    expect(readExitRecord(options.recordFile, options.nonce).exit).toMatchObject({
      code: 0,
      command: 1,
    });
  });
});
