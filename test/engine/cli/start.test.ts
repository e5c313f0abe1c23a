import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/home.ts';
import { dagwright, homeWith, launch, serve } from './dagwright.ts';

const greet = `
params: NAME=world
steps:
  - name: hello
    command: echo "hello $NAME"; echo careful >&2
  - name: check
    command: test "$NAME" != nobody
`;
/** Runs until somebody makes the file `go` beside it. */
const patient = `
steps:
  - name: wait
    command: echo waiting; until [ -e go ]; do sleep 0.05; done; echo gone
`;

describe.each(['in process', 'by the running server'])('dagwright start, run %s', (where) => {
  const shared = homeWith();
  let server: Awaited<ReturnType<typeof serve>> | undefined;
  beforeAll(async () => {
    if (where === 'by the running server') server = await serve(shared);
  });
  afterAll(() => server?.[Symbol.asyncDispose]());
  /** A home with these DAGs: that of the server, which stays up, or a new one. */
  const engineWith = (dags: Readonly<Record<string, string>>) => {
    if (server === undefined) return { home: homeWith(dags) };
    for (const [name, text] of Object.entries(dags))
      writeFileSync(join(shared, 'dags', `${name}.yaml`), text);
    return { home: shared };
  };

  it('takes an empty SHELL for one that is not set', async () => {
    const home = homeWith({ greet });

    const { exitCode } = await dagwright(['start', 'greet'], { home, env: { SHELL: '' } });

    expect(exitCode).toBe(0);
  });

  it('exits 0 where the DAG keeps no history, and the run is gone at its end', async () => {
    const engine = engineWith({ passing: `hist_retention_days: 0${greet}` });

    const { stdout, stderr, exitCode } = await dagwright(['start', 'passing'], engine);

    expect(stdout).toMatch(/✓ passing {2}succeeded/);
    expect(stderr).toBe('');
    expect(exitCode).toBe(0);
  });

  it('names a parameter that the DAG does not declare, beside the answer', async () => {
    const engine = engineWith({ greet });
    const args = ['start', 'greet', '-p', 'name=ann'];

    const { stderr, exitCode } = await dagwright(args, engine);

    expect(stderr).toContain(
      'Warning: Parameter "name" is not declared by the DAG: it differs only by case from "NAME"',
    );
    expect(exitCode).toBe(0);
  });

  it('names a secret that is too short to be hidden well, once', async () => {
    const pin = join(temporaryFolder('secrets'), 'pin');
    writeFileSync(pin, '42');
    const engine = engineWith({
      bank: `secrets: [{name: PIN, provider: file, key: ${pin}}]\nsteps: [echo done]`,
    });

    const { stderr, exitCode } = await dagwright(['start', 'bank'], engine);

    expect(stderr.split('Warning: Secret "PIN" has one or two characters')).toHaveLength(2);
    expect(exitCode).toBe(0);
  });

  it('follows the run to its success, and exits 0', async () => {
    const engine = engineWith({ greet });

    const { stdout, exitCode } = await dagwright(['start', 'greet'], engine);

    expect(stdout).toMatch(/^greet {2}run [\w-]{36}\n(?:▶ hello {2}started\n)? {2}hello │/);
    expect(stdout).toContain('  hello │ hello world\n');
    expect(stdout).toContain('  hello │ careful\n');
    expect(stdout).toMatch(/│ \w+ \w+\n(?:.*\n)*✓ hello {2}succeeded {2}\d\.\ds\n(?:.*\n)*✓ check/);
    expect(stdout).toMatch(/\n✓ greet {2}succeeded {2}in \d\.\ds {2}[\w-]{36}\n/);
    expect(stdout).toMatch(
      /\n├─ ✓ hello {2}succeeded {2}\d\.\ds\n└─ ✓ check {2}succeeded {2}\d\.\ds\n$/,
    );
    expect(exitCode).toBe(0);
  });

  it('exits 1 when the run fails, and says why', async () => {
    const engine = engineWith({ greet });

    const { stdout, exitCode } = await dagwright(['start', 'greet', '-p', 'NAME=nobody'], engine);

    expect(stdout).toMatch(/\n✗ check {2}failed {2}\d\.\ds {2}exit status 1\n/);
    expect(stdout).toMatch(/\n└─ ✗ check {2}failed.*\n +exit status 1\n$/);
    expect(exitCode).toBe(1);
  });

  it('takes each argument after -- as one value', async () => {
    const dag = `params: A=1 B=2\nsteps:\n  - printf '<%s> <%s> <%s>\\n' "$A" "$B" "$C"`;
    const engine = engineWith({ echo: dag });

    const args = ['A=two words', 'B=say "hi" \\ it\'s', 'C={"x": [1]}'];
    const { stdout } = await dagwright(['start', 'echo', '--', ...args], engine);

    expect(stdout).toContain(`│ <two words> <say "hi" \\ it's> <{"x": [1]}>\n`);
  });

  it('prints the final run as JSON and nothing else', async () => {
    const engine = engineWith({ greet });

    const args = ['start', 'greet', '--run-id', 'one', '--name', 'other', '--format', 'json'];
    const { stdout, exitCode } = await dagwright(args, engine);

    expect(JSON.parse(stdout)).toMatchObject({
      name: 'other',
      dagRunId: 'one',
      statusLabel: 'succeeded',
      nodes: [{ step: { name: 'hello' } }, { step: { name: 'check' } }],
    });
    expect(exitCode).toBe(0);
  });

  it('runs a file that is not stored', async () => {
    const engine = engineWith({});
    const cwd = temporaryFolder('elsewhere');
    writeFileSync(join(cwd, 'draft.yaml'), 'steps: [echo from a draft]');

    const { stdout, exitCode } = await dagwright(['start', 'draft.yaml'], { ...engine, cwd });

    expect(stdout).toContain('│ from a draft\n');
    expect(stdout).toMatch(/\n✓ draft {2}succeeded/);
    expect(exitCode).toBe(0);
  });

  it('shows the errors of a file in place of running it', async () => {
    const engine = engineWith({});
    const cwd = temporaryFolder('elsewhere');
    writeFileSync(join(cwd, 'draft.yaml'), 'stops: [echo]');

    const result = await dagwright(['start', './draft.yaml'], { ...engine, cwd });

    expect(result).toEqual({
      stdout: '',
      stderr: `./draft.yaml:1:1: error: unknown key \`stops\`: did you mean \`steps\`?
  1 | stops: [echo]
    | ^^^^^
`,
      exitCode: 1,
    });
  });

  it('suggests the DAG that was meant', async () => {
    const engine = engineWith({ greet });

    expect(await dagwright(['start', 'great'], engine)).toEqual({
      stdout: '',
      stderr: 'error: DAG great not found: did you mean `greet`?\n',
      exitCode: 1,
    });
  });

  it.each(['start', 'enqueue', 'dry'])(
    'says to %s how a file with an odd name runs',
    async (word) => {
      const engine = engineWith({});
      writeFileSync(join(engine.home, 'my dag.yaml'), 'steps: [echo]');
      const inHome = { ...engine, cwd: engine.home };

      const refused = await dagwright([word, './my dag.yaml'], inHome);
      writeFileSync(join(engine.home, 'my dag.yaml'), 'name: mine\nsteps: [echo]');
      const named = await dagwright([word, './my dag.yaml'], inHome);

      expect(refused.stderr).toMatch(/^error: No DAG can be called "my dag"\. A name has 1 to 40/);
      expect(refused.stderr).toContain('\nAdd `name:` to the file');
      expect(refused.stderr.includes('--name')).toBe(word !== 'dry');
      expect(refused).toMatchObject({ stdout: '', exitCode: 1 });
      expect(named).toMatchObject({ stderr: expect.not.stringContaining('error'), exitCode: 0 });
    },
  );

  it('runs a file with an odd name under the name that it is given', async () => {
    const engine = engineWith({});
    writeFileSync(join(engine.home, 'my dag.yaml'), 'steps: [echo]');

    const { stdout } = await dagwright(
      ['start', '-N', 'mine', `${engine.home}/my dag.yaml`],
      engine,
    );

    expect(stdout).toMatch(/✓ mine {2}succeeded/);
  });

  it('stops the run on Ctrl-C, and exits 0', async () => {
    const engine = engineWith({ patient });
    const start = launch(['start', 'patient'], engine);
    await start.printed(/│ waiting\n/);

    start.signal('SIGINT');
    const { stdout, exitCode } = await start.ended;

    expect(stdout).toMatch(/\n■ patient {2}aborted/);
    expect(exitCode).toBe(0);
  });

  it('exits 0 when its preconditions let nothing begin', async () => {
    const picky = 'preconditions: [{condition: "1", expected: "2"}]\nsteps: [echo]\n';
    const engine = engineWith({ picky });

    const { stdout, exitCode } = await dagwright(['start', 'picky'], engine);

    expect(stdout).toMatch(/\n■ picky {2}aborted/);
    expect(exitCode).toBe(0);
  });

  it('prints nothing with --quiet, except what was asked for as JSON and what went wrong', async () => {
    const engine = engineWith({ greet });

    const good = await dagwright(['start', '-q', 'greet'], engine);
    const bad = await dagwright(['start', 'greet', '-q', '-p', 'NAME=nobody'], engine);
    const wrong = await dagwright(['start', 'great', '--quiet'], engine);
    const json = await dagwright(['start', 'greet', '-q', '--format', 'json'], engine);

    expect(good).toEqual({ stdout: '', stderr: '', exitCode: 0 });
    expect(bad).toMatchObject({ stdout: '', exitCode: 1 });
    expect(bad.stderr).toMatch(
      /^Run \S+ of greet has ended: failed: step "check": exit status \d\n$/,
    );
    expect(wrong.stderr).toMatch(/^error: DAG great not found/);
    expect(JSON.parse(json.stdout)).toMatchObject({ statusLabel: 'succeeded' });
  });

  it('runs once more what an earlier run ran, with its definition and its parameters', async () => {
    const engine = engineWith({ greet });
    await dagwright(['start', 'greet', '-r', 'one', '--', 'NAME=Ada'], engine);
    writeFileSync(join(engine.home, 'dags', 'greet.yaml'), 'steps: [echo other]');

    const again = ['start', 'greet', '--from-run-id', 'one', '-r', 'two', '-N', 'twin'];
    const { stdout, exitCode } = await dagwright(again, engine);
    const none = await dagwright(['start', 'greet', '--from-run-id', 'none'], engine);

    expect(stdout).toMatch(/^twin {2}run two\n/);
    expect(stdout).toContain('  hello │ hello Ada\n');
    expect(exitCode).toBe(0);
    expect(none.stderr).toMatch(/^error: DAG greet has no run none\./);
    expect(none.exitCode).toBe(1);
  });

  it.each(['where', './draft.yaml'])('works in the folder that it is told, for %s', async (dag) => {
    const spec = 'steps:\n  - name: look\n    command: pwd\n';
    const engine = engineWith({ where: spec });
    const cwd = temporaryFolder('elsewhere');
    const folder = temporaryFolder('elsewhere');
    writeFileSync(join(cwd, 'draft.yaml'), spec);

    const args = ['start', dag, '--default-working-dir', folder];
    const { stdout } = await dagwright(args, { ...engine, cwd });

    expect(stdout).toContain(`look │ ${folder}\n`);
  });

  it('shows output as it comes, whole lines or not', async () => {
    const dag = `steps:\n  - printf asking; until [ -e go ]; do sleep 0.05; done; echo thanks`;
    const engine = engineWith({ ask: dag });
    const start = launch(['start', 'ask'], engine);
    await start.printed(/│ asking\n/);

    writeFileSync(join(engine.home, 'dags', 'go'), '');
    const { stdout } = await start.ended;

    expect(stdout).toMatch(/│ asking\n.*│ thanks\n/);
  });
});

describe('dagwright start', () => {
  it('exits 0 when somebody else stops the run', async () => {
    const home = homeWith({ patient });
    await using server = await serve(home);
    const start = launch(['start', 'patient'], { home });
    await start.printed(/│ waiting\n/);

    await dagwright(['stop', 'patient'], { home });
    const { stdout, exitCode } = await start.ended;

    expect(server.url).toMatch(/^http:/);
    expect(stdout).toMatch(/\n■ patient {2}aborted/);
    expect(exitCode).toBe(0);
  });

  it('returns at once with --no-follow, and the server goes on', async () => {
    const home = homeWith({ patient });
    await using server = await serve(home);
    const started = await dagwright(
      ['start', 'patient', '--no-follow', '--run-id', 'one', '--format', 'json'],
      { home },
    );

    const again = await dagwright(['start', 'patient', '--singleton'], { home });
    await dagwright(['stop', 'patient'], { home });

    expect(server.url).toMatch(/^http:/);
    expect(JSON.parse(started.stdout)).toEqual({ name: 'patient', dagRunId: 'one' });
    expect(again.stderr).toMatch(/^error: .*patient/);
    expect(again.exitCode).toBe(1);
  });

  it('refuses --no-follow where no engine would go on with the run', async () => {
    const home = homeWith({ greet });

    const { stderr, exitCode } = await dagwright(['start', 'greet', '--no-follow'], { home });

    expect(stderr).toBe(
      'error: No engine is running for this home, so nothing would continue the run.\n' +
        'Start one with `dagwright server`, or omit --no-follow.\n',
    );
    expect(exitCode).toBe(1);
  });

  it('leaves the run to itself on a second Ctrl-C', async () => {
    const stubborn = `
max_clean_up_time_sec: 60
steps:
  - name: wait
    command: trap '' TERM; echo waiting; until [ -e go ]; do sleep 0.05; done
`;
    const home = homeWith({ stubborn });
    await using server = await serve(home);
    const start = launch(['start', 'stubborn', '--run-id', 'one'], { home });
    await start.printed(/│ waiting\n/);

    start.signal('SIGINT');
    await start.printed(/Press Ctrl-C again/);
    start.signal('SIGINT');
    const { stderr, exitCode } = await start.ended;
    writeFileSync(join(home, 'dags', 'go'), '');

    expect(stderr).toContain('The run continues. See: dagwright status stubborn --run-id one\n');
    expect(exitCode).toBe(130);
    expect(server.url).toMatch(/^http:/);
  });
});
