import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { showSealed } from '../../../../engine/dag/sealed-text.ts';
import { createVault } from '../../../../engine/execution/state/vault.ts';
import { isFilter, stepFilter } from '../../../../engine/platform/masking/step-filter.ts';
import { signalGroup } from '../../../../engine/platform/signal-step.ts';
import type {
  LaunchOptions,
  ProcessEnd,
  StepProcess,
} from '../../../../engine/platform/step-process.ts';
import { eventually } from '../../../support/eventually.ts';
import { temporaryFolder } from '../../../support/home.ts';
import { commandOf } from '../../../support/leftovers.ts';
import { killGroup, membersOf } from '../../../support/processes.ts';
import { aSmallDisk, noSmallDisk } from '../../../support/small-disk.ts';
import { launchChild, optionsFor } from '../launched.ts';

const secret = 'hunter2-canary';
const succeeded = { kind: 'exited', code: 0, command: 1 };

interface Given extends Partial<LaunchOptions> {
  readonly secrets?: Readonly<Record<string, string>>;
  readonly capture?: boolean;
  readonly captureBytes?: number;
}

interface Launched {
  readonly options: LaunchOptions;
  readonly step: StepProcess;
  readonly end: Promise<ProcessEnd>;
  readonly out: () => string;
  readonly err: () => string;
}

const vaultOf = (secrets: Readonly<Record<string, string>>) =>
  createVault('run-1', new Map(Object.entries(secrets)), null);

function maskedOptions(command: string, given: Given = {}): LaunchOptions {
  const { secrets = { TOKEN: secret }, capture = false, captureBytes = 1024, ...more } = given;
  const env = { PATH: process.env['PATH'] ?? '', ...secrets };
  const options = optionsFor(command, { env, ...more });
  const captureFile = capture ? join(options.workingDir, 'capture') : null;
  return {
    ...options,
    mask: { secrets: vaultOf(secrets).filterSecrets, captureFile, sealed: true, captureBytes },
  };
}

function launch(command: string, given: Given = {}): Launched {
  const options = maskedOptions(command, given);
  const read = (file: string) => (): string => readFileSync(file, 'utf8');
  return {
    options,
    ...launchChild(options),
    out: read(options.stdoutFile),
    err: read(options.stderrFile),
  };
}

/** Lets a step that waits for the file `go` go on. */
const letGo = ({ options }: Launched): void => writeFileSync(join(options.workingDir, 'go'), '');
const untilGo = 'until [ -e go ]; do sleep 0.02; done';

/** All that a step left in its folder. */
function textsOf({ workingDir }: LaunchOptions): string {
  return readdirSync(workingDir)
    .map((name) => `${name}\n${readFileSync(join(workingDir, name), 'latin1')}`)
    .join('\n');
}

describe('the output of a step that knows a secret', () => {
  it('shows it in no log, no copy and no capture', async () => {
    const folder = temporaryFolder('copies');
    const command = 'echo "out $TOKEN"; echo "err $TOKEN" >&2; exit 3';
    const copies = { copyStdoutTo: [join(folder, 'o')], copyStderrTo: [join(folder, 'e')] };

    const launched = launch(command, { ...copies, capture: true });

    expect(await launched.end).toMatchObject({ kind: 'exited', code: 3, command: 1 });
    expect(launched.out()).toBe('out *******\n');
    expect(launched.err()).toBe('err *******\n');
    expect(readFileSync(join(folder, 'o'), 'utf8')).toBe('out *******\n');
    expect(readFileSync(join(folder, 'e'), 'utf8')).toBe('err *******\n');
    expect(textsOf(launched.options)).not.toContain(secret);
    const sealed = readFileSync(join(launched.options.workingDir, 'capture'), 'utf8');
    expect(showSealed(sealed)).toBe('out *******\n');
    expect(vaultOf({ TOKEN: secret }).unseal(sealed)).toBe(`out ${secret}\n`);
  });

  it('leaves nothing but its logs and its record', async () => {
    const { end, options } = launch('echo x');

    await end;

    expect(readdirSync(options.workingDir).sort()).toEqual(['err', 'out', 'record']);
  });

  it('goes through a filter whose settings the step cannot see', async () => {
    const { end, out } = launch('env | cut -d= -f1 | sort');

    await end;

    expect(out()).not.toMatch(/MASK|ELECTRON/);
    expect(out()).toContain('TOKEN');
  });

  it('is masked where the secret comes in two writes, and shows at once what is none', async () => {
    const launched = launch(
      `printf 'Name? '; ${untilGo}; printf hunter; rm go; ${untilGo}; echo 2-canary!`,
    );
    await eventually(() => launched.out() === 'Name? ', 'the prompt is there');

    letGo(launched);
    await eventually(() => !existsSync(join(launched.options.workingDir, 'go')), 'it has begun');
    expect(launched.out()).toBe('Name? ');
    letGo(launched);

    await launched.end;
    expect(launched.out()).toBe('Name? *******!\n');
  });

  it('is masked for secrets of many lines and within each other, between bytes that are no text', async () => {
    const secrets = { KEY: 'first line\nsecond line\n', PASS: 'sesame', LONG: 'open sesame now' };
    const command = `printf '\\377\\000%s\\303(' "$PASS"; printf '%s|%s|%s\\n' "$LONG" "$KEY" "$PASS"; echo "$KEY" | grep second`;

    const { end, options } = launch(command, { secrets });

    await end;
    expect(readFileSync(options.stdoutFile, 'latin1')).toBe(
      '\xff\0*******\xc3(*******|*******|*******\n*******\n',
    );
  });

  it('is masked for secrets that are large together', async () => {
    const secrets = Object.fromEntries(
      ['A', 'B', 'C'].map((name) => [name, `${name}"-`.repeat(20_000)]),
    );

    const { end, out } = launch('printf %s "$A$B$C-$A" | cat', { secrets });

    expect(await end).toMatchObject(succeeded);
    expect(out()).toBe('*********************-*******');
  });

  it('keeps its order in a merged log', async () => {
    const command = 'for i in 1 2 3; do echo "out $i"; echo "err $i" >&2; done';
    const file = join(temporaryFolder('merged'), 'log');

    const { end, out } = launch(command, { stdoutFile: file, stderrFile: file });

    await end;
    expect(out()).toBe('out 1\nerr 1\nout 2\nerr 2\nout 3\nerr 3\n');
  });

  it('is captured without standard error from a merged log', async () => {
    const file = join(temporaryFolder('merged'), 'log');

    const launched = launch('echo out; echo $TOKEN >&2', {
      stdoutFile: file,
      stderrFile: file,
      capture: true,
    });

    await launched.end;
    expect(launched.out().split('\n').sort()).toEqual(['', '*******', 'out']);
    expect(readFileSync(join(launched.options.workingDir, 'capture'), 'utf8')).toBe('out\n');
  });

  it('is captured no further than anybody needs', async () => {
    const launched = launch('head -c 1000000 /dev/zero', { capture: true, captureBytes: 10 });

    await launched.end;

    const { size } = statSync(join(launched.options.workingDir, 'capture'));
    expect(size).toBeGreaterThan(10);
    expect(size).toBeLessThan(200_000);
    expect(launched.out()).toHaveLength(1_000_000);
  });

  it('of all its commands goes into one log', async () => {
    const commands = [
      ['echo', 'one'],
      ['/bin/sh', '-c', 'echo "$TOKEN"; exit 4'],
      ['echo', 'three'],
    ];

    const { end, out } = launch('', { commands });

    expect(await end).toMatchObject({ kind: 'exited', code: 4, command: 2 });
    expect(out()).toBe('one\n*******\n');
  });

  it('is filtered whatever the step tells Node by its environment', async () => {
    const env = {
      PATH: process.env['PATH'] ?? '',
      NODE_OPTIONS: '--require ./none.cjs',
      NODE_DEBUG: 'fs',
    };

    const { end, out, err } = launch('echo "$NODE_OPTIONS"', { env });

    expect(await end).toMatchObject(succeeded);
    expect(out()).toBe('--require ./none.cjs\n');
    expect(err()).toBe('');
  });

  it('streams through a filter whose memory does not grow', async () => {
    const launched = launch(`yes 'a hunter line' | head -c 100000000; ${untilGo}`);
    await eventually(
      () => statSync(launched.options.stdoutFile).size === 100_000_000,
      'all is written',
    );

    const filter = membersOf(launched.step.groupId()).find((pid) =>
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--disable-sigusr1'),
    );
    const most = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${filter}/status`, 'utf8'))?.[1];

    expect(Number(most)).toBeLessThan(150_000);
    letGo(launched);
    await launched.end;
  });
});

describe('the filter of a step', () => {
  it.each(['\0', ' '])('is known by its arguments, separated by %j', (separator) => {
    const { mask, ...step } = maskedOptions('true');
    const { command } = stepFilter(mask!, step);
    const lineOf = (words: readonly string[]) => words.map((word) => word + separator).join('');

    expect(isFilter(lineOf(command))).toBe(true);
    expect(isFilter(lineOf([...command, 'more']))).toBe(false);
    expect(isFilter(lineOf(['node', 'mask-filter.js']))).toBe(false);
  });

  it.each(['HUP', 'INT', 'QUIT', 'ALRM', 'TERM', 'USR1', 'USR2'])(
    'survives SIG%s to the whole group in its first moment and in its life',
    async (name) => {
      const command = `trap "" ${name}; kill -${name} 0; echo "$TOKEN"; ${untilGo}; kill -${name} 0; echo "last $TOKEN"`;
      const launched = launch(command);
      await eventually(() => launched.out() !== '', 'it has spoken');

      letGo(launched);

      expect(await launched.end).toMatchObject(succeeded);
      expect(launched.out()).toBe('*******\nlast *******\n');
      expect(launched.err()).toBe('');
    },
  );

  it('survives the signal that stops the step, whichever it is', async () => {
    const command = 'trap "" WINCH XCPU; kill -XCPU 0; sleep 0.2; kill -XCPU 0; echo "$TOKEN"';

    const { end, out } = launch(command, { stopSignal: 'SIGXCPU' });

    expect(await end).toMatchObject(succeeded);
    expect(out()).toBe('*******\n');
  });

  it('passes on what a step says when it is stopped', async () => {
    const launched = launch(
      `trap 'echo "bye $TOKEN"; exit 5' TERM; echo up; while :; do sleep 0.02; done`,
    );
    await eventually(() => launched.out() === 'up\n', 'it is up');

    signalGroup(launched.step.groupId(), 'SIGTERM');

    expect(await launched.end).toMatchObject({ kind: 'exited', code: 5, command: 1 });
    expect(launched.out()).toBe('up\nbye *******\n');
  });

  it('dies with its group by SIGKILL, and leaves no pipe', async () => {
    const launched = launch('echo up; sleep 60');
    await eventually(() => launched.out() === 'up\n', 'it is up');
    const group = launched.step.groupId();

    killGroup(group);

    expect(await launched.end).toEqual({ kind: 'unknown' });
    await eventually(() => membersOf(group).length === 0, 'nothing of it is left');
    expect(readdirSync(launched.options.workingDir).sort()).toEqual(['err', 'out', 'record']);
  });

  it('lets a step end that leaves a process behind, and masks what that says later', async () => {
    const launched = launch(`(${untilGo}; echo "late $TOKEN") & echo "early $TOKEN"`, {
      capture: true,
    });

    expect(await launched.end).toMatchObject(succeeded);
    expect(launched.out()).toBe('early *******\n');
    letGo(launched);

    await eventually(() => launched.out() === 'early *******\nlate *******\n', 'it has spoken');
    await eventually(() => membersOf(launched.step.groupId()).length === 0, 'the filter has ended');
    const sealed = readFileSync(join(launched.options.workingDir, 'capture'), 'utf8');
    expect(showSealed(sealed)).toBe('early *******\n');
  });

  it('outlives the engine', async () => {
    const options = maskedOptions(`echo up; ${untilGo}; echo "$TOKEN"`);
    const module = join(import.meta.dirname, '../../../../engine/platform/launch-directly.ts');
    const program = `import { launchDirectly } from ${JSON.stringify(module)};
      launchDirectly(${JSON.stringify(options)}, { began() {}, refused() {}, ended() {} });`;
    const engine = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: 'ignore',
    });
    const out = (): string =>
      existsSync(options.stdoutFile) ? readFileSync(options.stdoutFile, 'utf8') : '';
    await eventually(() => out() === 'up\n', 'it is up');

    engine.kill('SIGKILL');
    writeFileSync(join(options.workingDir, 'go'), '');

    const isOver = () =>
      readFileSync(options.recordFile, 'utf8').includes(`exited ${options.nonce} 0 1\n`);
    await eventually(isOver, 'the step has ended');
    expect(out()).toBe('up\n*******\n');
  });

  it.skipIf(noSmallDisk !== null)('fails a step whose log cannot be written', async () => {
    const disk = aSmallDisk(1);
    disk.fill();
    const untilTold = 'until grep -q ENOSPC err; do sleep 0.02; done';
    const command = `echo "$TOKEN"; ${untilTold}; head -c 300000 /dev/zero; exit 0`;

    const { end, err } = launch(command, { stdoutFile: join(disk.folder, 'out') });

    expect(await end).toMatchObject({ kind: 'exited', code: 1, command: 1 });
    expect(err()).toBe(
      'cannot write the output of the step: ENOSPC: no space left on device, write\n',
    );
  });

  it('tells of a copy that cannot be written, and goes on', async () => {
    const folder = temporaryFolder('copies');
    const blocked = join(folder, secret);
    mkdirSync(blocked);

    const { end, out, err } = launch('echo x', { copyStdoutTo: [blocked, join(folder, 'o')] });

    expect(await end).toMatchObject(succeeded);
    expect([out(), readFileSync(join(folder, 'o'), 'utf8')]).toEqual(['x\n', 'x\n']);
    expect(err()).toMatch(/\/\*{7}: EISDIR/);
    expect(err()).not.toContain(secret);
  });

  it.each([0, 3])(
    'comes from no command line but that of its program: %i long words',
    async (n) => {
      const words = Array.from({ length: n }, () => 'x'.repeat(90_000));
      const commands = [
        ['/bin/sh', '-c', `echo up; ${untilGo}`],
        ['/bin/sh', '-c', 'env | grep -c __t; echo "$1"', 'sh', secret, ...words],
      ];
      const launched = launch('', { commands });
      await eventually(() => launched.out() === 'up\n', 'it is up');

      const lines = membersOf(launched.step.groupId()).map(commandOf);
      letGo(launched);

      expect(await launched.end).toMatchObject({ kind: 'exited', command: 2 });
      expect(launched.out()).toBe('up\n0\n*******\n');
      expect(lines.length).toBeGreaterThanOrEqual(3);
      expect(lines.filter((line) => line.includes(secret)).length).toBe(0);
    },
  );

  it('writes commands of any length to no file', async () => {
    const words = Array.from({ length: 4000 }, (_, index) => `${secret} 'ü😀' ${index}`);

    const launched = launch('', {
      commands: [['/bin/sh', '-c', 'echo $#; shift 3999; echo "$1"', 'sh', ...words]],
    });

    expect(await launched.end).toMatchObject(succeeded);
    expect(launched.out()).toBe("4000\n******* 'ü😀' 3999\n");
    expect(textsOf(launched.options)).not.toContain(secret);
  });
});
