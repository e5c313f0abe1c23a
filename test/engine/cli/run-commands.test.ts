import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/home.ts';
import { dagwright, homeWith, launch, serve } from './dagwright.ts';
import { command } from './in-process.ts';

const dags = {
  quick:
    'params: A=1\nsteps:\n  - name: say\n    command: echo "one $A"; echo bad >&2; echo two; echo three\n',
  /** Ends by itself only in its second version. */
  patient: 'params: A=1 B=2\nsteps:\n  - name: wait\n    command: echo "$A $B $3"; sleep 60\n',
  picky: 'preconditions: [{condition: "1", expected: "2"}]\nsteps: [echo]\n',
  /** Its steps run until somebody makes the files `go` and `on` beside it. */
  slow: 'steps:\n  - name: wait\n    command: echo begun; until [ -e go ]; do sleep 0.05; done; printf gone\n  - until [ -e on ]; do sleep 0.05; done\n',
};

/** A home with ended runs, which no test changes. */
const ended = homeWith(dags);
beforeAll(async () => {
  for (const id of ['old', 'new']) {
    await command(['start', 'quick', '-r', id, '--format', 'json'], { home: ended });
  }
  await command(['start', 'picky', '--format', 'json'], { home: ended });
});

/** A home with a server, for the time of one test. */
async function served(files: Readonly<Record<string, string>> = {}) {
  const home = homeWith(files);
  const server = await serve(home);
  return { home, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

describe('dagwright restart', () => {
  it('stops the active run, and runs the definition of now with the same parameters', async () => {
    await using engine = await served(dags);
    const { home } = engine;
    const first = ['start', 'patient', '--no-follow', '-r', 'p1', '--', 'A=x y', 'B=z', 'third'];
    await command(first, { home });
    writeFileSync(join(home, 'dags', 'patient.yaml'), dags.patient.replace('; sleep 60', ''));

    const { stdout, exitCode } = await command(['restart', 'patient'], { home });
    const history = await command(['history', 'patient', '--format', 'json'], { home });

    expect(stdout).toContain('wait │ x y z third\n');
    expect(stdout).toMatch(/✓ patient {2}succeeded/);
    expect(exitCode).toBe(0);
    expect(JSON.parse(history.stdout)).toMatchObject([
      { statusLabel: 'succeeded', params: '{"A":"x y","B":"z","3":"third"}' },
      { dagRunId: 'p1', statusLabel: 'aborted' },
    ]);
  });

  it('waits between the two as long as the definition says', async () => {
    const waiting = `restart_wait_sec: 1\nsteps:\n  - command: sleep 60\n`;
    await using engine = await served({ waiting });
    const { home } = engine;
    await command(['start', 'waiting', '--no-follow', '-r', 'w1'], { home });

    const { stderr } = await command(['restart', 'waiting', '--no-follow'], { home });
    const { stdout } = await command(['history', 'waiting', '--format', 'json'], { home });
    await command(['stop', 'waiting'], { home });

    const [again, old] = JSON.parse(stdout) as { startedAt: string; finishedAt: string }[];
    const waited = Date.parse(again?.startedAt ?? '') - Date.parse(old?.finishedAt ?? '');
    expect(stderr).toContain('Waiting 1.0s (restart_wait_sec)…');
    expect(waited).toBeGreaterThanOrEqual(1000);
  });

  it('starts what came from no stored file from its own run', async () => {
    await using engine = await served();
    const { home } = engine;
    await command(['exec', '-N', 'nap', '-r', 'n1', '--no-follow', '--', 'sleep', '60'], {
      home,
    });

    const again = await command(['restart', 'nap', '--no-follow', '--format', 'json'], { home });
    const stopped = await command(['stop', 'nap', '--format', 'json'], { home });

    const { dagRunId } = JSON.parse(again.stdout) as { dagRunId: string };
    expect(dagRunId).not.toBe('n1');
    expect(JSON.parse(stopped.stdout)).toMatchObject({ dagRunId, statusLabel: 'aborted' });
  });

  it('gives the new run what was secret in the parameters of the old one', async () => {
    const spec = `secrets:
  - { name: TOKEN, provider: file, key: token.txt }
params: COPY=none
steps:
  - name: wait
    command: '[ "$COPY" = "$TOKEN" ] && echo the same; sleep 60'
`;
    await using engine = await served({ secretive: spec });
    const { home } = engine;
    writeFileSync(join(home, 'dags', 'token.txt'), 'a-long-secret\n');
    const first = ['start', 'secretive', '--no-follow', '--', 'COPY=a-long-secret'];
    await command(first, { home });

    await command(['restart', 'secretive', '--no-follow'], { home });
    const log = launch(['logs', 'secretive', '--step', 'wait', '--follow'], { home });
    await log.printed(/the same/);
    const { stdout } = await command(['stop', 'secretive', '--format', 'json'], { home });
    await log.ended;

    expect(JSON.parse(stdout)).toMatchObject({ params: expect.stringContaining('*******') });
  });

  it.each([
    { args: ['quick'], says: 'DAG quick has no active run, and its newest one has succeeded.' },
    { args: ['quick', '-r', 'old'], says: 'Run old of quick is not active: it has succeeded.' },
    { args: ['quick', '-r', 'q9'], says: 'Run q9 of quick is not active: it was not found.' },
    { args: ['patient'], says: 'DAG patient has no active run.' },
    { args: ['picky'], says: 'DAG picky has no active run, and its newest one was aborted.' },
  ])('says that nothing runs: $args', async ({ args, says }) => {
    const { stdout, stderr, exitCode } = await command(['restart', ...args], { home: ended });

    expect({ stdout, stderr, exitCode }).toEqual({
      stdout: '',
      stderr: `error: ${says}\n`,
      exitCode: 1,
    });
  });
});

describe('dagwright exec', () => {
  const home = homeWith();

  it('starts a program with exactly the words that were given', async () => {
    const words = ["it's", '"q" \\', '$HOME ${X} `date`', '', 'two\nlines', '\\$', 'ü *'];
    const args = ['exec', '--format', 'json', '--', 'printf', '<%s>', ...words];

    const { stdout, exitCode } = await command(args, { home });
    const log = await command(['logs', 'exec-printf', '--step', 'main'], { home });

    expect(JSON.parse(stdout)).toMatchObject({ name: 'exec-printf', statusLabel: 'succeeded' });
    expect(log.stdout).toBe(`${words.map((word) => `<${word}>`).join('')}\n`);
    expect(exitCode).toBe(0);
  });

  it('gives it variables as they are, and works where it was called', async () => {
    const cwd = temporaryFolder('elsewhere');
    writeFileSync(join(cwd, 'more.env'), 'MORE=from a file\n');
    const args = ['exec', '-E', 'A=$HOME `x` a=b', '-E', 'B=', '--dotenv', 'more.env', '-r', 'e1'];

    const { stdout } = await dagwright(
      [...args, '-N', 'other', '--shell', 'sh', '--', 'echo "$A|$B|$MORE";', 'pwd | cat'],
      { home, cwd },
    );

    expect(stdout).toMatch(/^other {2}run e1\n/);
    expect(stdout).toContain('main │ $HOME `x` a=b||from a file\n');
    expect(stdout).toContain(`main │ ${cwd}\n`);
  });

  it('takes the name of a shell as it is', async () => {
    const args = ['exec', '-N', 'odd-shell', '-E', 'ODD=sh', '--shell', '$ODD', '--', 'true'];

    const { stdout, exitCode } = await command(args, { home });

    expect(stdout).toMatch(/main {2}failed .*\$ODD/);
    expect(exitCode).toBe(1);
  });

  it('runs nothing when a file of variables is not there', async () => {
    const folder = temporaryFolder('elsewhere');
    writeFileSync(join(folder, 'here.env'), 'A=1\n');
    const files = ['--workdir', folder, '--dotenv', 'here.env', '--dotenv', 'gone.env'];

    const gone = await command(['exec', '-N', 'gone', ...files, '--', 'true'], { home });
    const { stdout } = await command(['history', 'gone', '--format', 'json'], { home });

    expect(gone.stderr).toBe(`error: File ${join(folder, 'gone.env')} not found.\n`);
    expect(gone.exitCode).toBe(1);
    expect(JSON.parse(stdout)).toEqual([]);
  });

  it('takes the settings that DAGs share from another file when told so', async () => {
    const base = join(temporaryFolder('elsewhere'), 'other-base.yaml');
    writeFileSync(base, 'env:\n  - LEVEL: from the base\n');
    const echo = ['-N', 'based', '--shell', 'sh', '--', 'echo "$LEVEL"'];

    const run = await command(['exec', '--base', base, ...echo], { home });
    writeFileSync(base, 'steps: [true]\n');
    const broken = await command(['exec', '--base', base, ...echo], { home });
    const missing = await command(['exec', '--base', `${base}.gone`, ...echo], { home });

    expect(run.stdout).toContain('main │ from the base\n');
    expect(broken.stderr).toMatch(/^error: .*steps/);
    expect(missing.stderr).toBe(`error: File ${base}.gone not found.\n`);
  });

  it('exits 1 when the program fails, and for a variable that is none', async () => {
    const failed = await command(['exec', '--', 'sh', '-c', 'exit 3'], { home });
    const wrong = await command(['exec', '-E', 'A', '--', 'true'], { home });

    expect(failed.stdout).toMatch(/✗ main {2}failed .*exit status 3\n/);
    expect(failed.exitCode).toBe(1);
    expect(wrong.stderr).toBe('error: Write a variable as NAME=value, got A\n');
    expect(wrong.exitCode).toBe(1);
  });
});

describe('dagwright logs', () => {
  it.each([
    { args: ['--step', 'say'], prints: 'one 1\ntwo\nthree\n' },
    { args: ['--step', 'say', '--stderr'], prints: 'bad\n' },
    { args: ['--step', 'say', '--tail', '2'], prints: 'two\nthree\n' },
    { args: ['--step', 'say', '--tail', '9', '--follow'], prints: 'one 1\ntwo\nthree\n' },
  ])('prints with $args', async ({ args, prints }) => {
    const { stdout, stderr, exitCode } = await command(['logs', 'quick', ...args], {
      home: ended,
    });

    expect({ stdout, stderr, exitCode }).toEqual({ stdout: prints, stderr: '', exitCode: 0 });
  });

  it('shows what would steer a terminal, in the log of a step and as JSON, unless it is asked for', async () => {
    const printed = String.raw`\033]52;c;eA==\007\033[31mred\177\342\200\256\302\2332J\n`;
    const home = homeWith({
      hostile: `params: N=1\nsteps:\n  - name: main\n    command: printf '${printed}'\n`,
    });
    const run = ['start', 'hostile', '-p', 'N="a\u202eb\x9b"'];
    const steers = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/;

    const followed = await command(run, { home });
    const log = await command(['logs', 'hostile', '--step', 'main'], { home });
    const raw = await command(['--raw', 'logs', 'hostile', '--step', 'main'], { home });
    const asJson = await command(['status', 'hostile', '--format', 'json'], { home });

    expect(followed.stdout).not.toMatch(steers);
    expect(log.stdout).toBe('\u241b]52;c;eA==\u2407red\u2421<202e><009b>2J\n');
    expect(raw.stdout).toBe('\x1b]52;c;eA==\x07\x1b[31mred\x7f\u202e\x9b2J\n');
    expect(asJson.stdout).not.toMatch(steers);
    expect(JSON.parse(asJson.stdout)).toMatchObject({ params: '{"N":"a\u202eb\x9b"}' });
  });

  it('prints the log of the run itself, of an older one as well', async () => {
    const older = await command(['logs', 'quick', 'old'], { home: ended });
    const newest = await command(['logs', 'quick'], { home: ended });

    expect([older.stderr, newest.stderr]).toEqual(['', '']);
    expect(older.stdout).toMatch(/say/);
    expect(older.stdout).not.toMatch(/three/);
    expect(newest.stdout).not.toBe(older.stdout);
  });

  it('goes on until the step has ended, and not until the run has', async () => {
    await using engine = await served(dags);
    const { home: own } = engine;
    await command(['start', 'slow', '--no-follow'], { home: own });

    const step = launch(['logs', 'slow', '--step', 'wait', '-f'], { home: own });
    const whole = launch(['logs', 'slow', '--follow'], { home: own });
    await step.printed(/begun/);
    await whole.printed(/wait/);
    writeFileSync(join(own, 'dags', 'go'), '');
    const ofStep = await step.ended;
    writeFileSync(join(own, 'dags', 'on'), '');

    expect(ofStep.stdout).toBe('begun\ngone\n');
    expect((await whole.ended).stdout).toMatch(/succeeded/);
  });

  it.each([
    { args: ['quick', '--stderr'], says: /^error: --stderr requires --step/ },
    { args: ['quick', '--step', 'none'], says: /none/ },
    { args: ['quick', 'no-run'], says: /^error: DAG quick has no run no-run/ },
  ])('says what there is not: $args', async ({ args, says }) => {
    const answer = await command(['logs', ...args], { home: ended });

    expect(answer.stderr).toMatch(says);
    expect(answer).toMatchObject({ stdout: '', exitCode: 1 });
  });
});
