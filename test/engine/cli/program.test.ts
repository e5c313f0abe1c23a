import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../../../engine/cli/program.ts';
import { version } from '../../../engine/lib/version.ts';
import { temporaryFolder } from '../../support/home.ts';
import { dagwright, homeWith } from './dagwright.ts';
import { command, contextOf } from './in-process.ts';

const home = homeWith();
const documented = [
  ...[
    'server',
    'start-all',
    'scheduler',
    'start',
    'enqueue',
    'dequeue',
    'queues',
    'dry',
    'stop',
    'retry',
    'restart',
    'exec',
    'approve',
    'reject',
    'status',
    'logs',
    'history',
  ],
  ...['validate', 'diff', 'explain', 'cleanup', 'doctor', 'search', 'why', 'next'],
  ...['completion', 'upgrade'],
];

describe('dagwright', () => {
  it('lists its commands with --help', async () => {
    const { stdout, exitCode } = await dagwright(['--help'], { home });

    const commands = [...documented, 'version'];
    expect(
      stdout.match(/^ {2}(\w[\w-]*) (?:\[|<)/gm)?.map((line) => line.trim().split(' ')[0]),
    ).toEqual([...commands, 'help']);
    expect(exitCode).toBe(0);
  });

  it.each(documented)('shows examples in the help of %s', async (name) => {
    const { stdout, exitCode } = await command([name, '--help'], { home });

    expect(stdout).toContain(`\n  $ dagwright ${name} `);
    expect(exitCode).toBe(0);
  });

  it('makes the command that is called, and all where none is named first', () => {
    const { context } = contextOf({ home });
    const made = (word?: string) => createProgram(context, word).commands.map((one) => one.name());

    expect(made('history')).toEqual(['history']);
    for (const word of [undefined, '--help', 'histroy', 'help', 'toString', 'scheduler']) {
      expect(made(word)).toEqual(expect.arrayContaining(documented));
    }
  });

  it('shows its version as text and as JSON', async () => {
    const text = await dagwright(['version'], { home });
    const json = await dagwright(['version', '--format', 'json'], { home });

    expect(text.stdout).toBe(`dagwright ${version} (Node ${process.versions.node})\n`);
    expect(JSON.parse(json.stdout)).toEqual({ version, node: process.versions.node });
  });

  it.each([
    { args: ['strat'], says: /unknown command 'strat'\n\(Did you mean start\?\)/ },
    { args: ['nosuch', '--help'], says: /unknown command 'nosuch'/ },
    { args: ['config', 'sow', '--help'], says: /unknown command 'sow': did you mean `show`\?/ },
    { args: ['help', 'nosuch'], says: /unknown command 'nosuch'/ },
    { args: ['start', 'x', '--singelton'], says: /unknown option '--singelton'/ },
    { args: ['start'], says: /missing required argument 'dag'/ },
    { args: ['history', '--limit', '1001'], says: /must be a whole number from 1 to 1000/ },
    { args: ['history', '--limit', '0'], says: /must be a whole number from 1 to 1000/ },
    { args: ['history', '--status', 'faild'], says: /Did you mean `failed`\?/ },
    { args: ['history', '--last', 'a week'], says: /Use a duration such as 7d/ },
    { args: ['history', '--from', '2026-02-30'], says: /Use a time such as 2026-02-03/ },
    {
      args: ['history', '--last', '7d', '--from', '2026-02-01'],
      says: /'--last <duration>' cannot be used with option '--from <time>'/,
    },
    { args: ['status', 'x', '--format', 'yaml'], says: /Allowed choices are text, json/ },
    { args: ['start', 'x', '-p', '{"A":1}', 'B=2'], says: /JSON parameters cannot be combined/ },
    {
      args: ['start', 'x', '--from-run-id', 'y', '-p', 'A=1'],
      says: /cannot be used with option '-p/,
    },
    { args: ['start', 'x', '--from-run-id', 'y', 'A=1'], says: /uses the parameters of that run/ },
    ...['stop', 'restart', 'retry', 'status', 'logs', 'history', 'start', 'why', 'search'].map(
      (name) => ({ args: [name, ''], says: /^error: The argument '\w+' is empty\.\nIf it comes/ }),
    ),
    { args: ['exec', '--', ''], says: /The argument 'words' is empty/ },
    ...['25:00', 'nonsense', '2026-02-30T02:30'].map((time) => ({
      args: ['why', 'x', time],
      says: /'\S+' is invalid for argument 'time'\. Use a time such as 02:30 or 2026-02-03T02:30/,
    })),
    ...['start', 'dry', 'enqueue', 'next', 'explain', 'validate'].flatMap((name) => [
      { args: [name, './none.yaml'], says: /^error: File \.\/none\.yaml not found\.\n$/ },
      { args: [name, './'], says: /^error: \.\/ is a folder, not a file\.\n$/ },
    ]),
    { args: ['history', '--last', '99999999999999d'], says: /up to 36500d/ },
    { args: ['--home', '', 'history'], says: /The option '--home' is empty/ },
    { args: ['stop', '.yaml'], says: /DAG \.yaml not found/ },
  ])('answers $args with what is wrong, and exits 1', async ({ args, says }) => {
    const { stdout, stderr, exitCode } = await command(args, {
      home: homeWith({ x: 'steps: [echo]' }),
    });

    expect(stderr).toMatch(says);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 });
  });

  it.each([
    { dags: [], says: /^No DAGs are stored\. To use a file, give its path, such as/ },
    { dags: ['greet', 'wait'], says: /^Stored DAGs: greet, wait\n$/ },
    {
      dags: Array.from({ length: 25 }, (_, at) => `d${at}`),
      says: /^Stored DAGs: d0, (?:d\d+, ){18}d\d+ and 5 more\n$/,
    },
  ])(
    'names the stored DAGs where none has a name like the one given: $dags',
    async ({ dags, says }) => {
      const texts = Object.fromEntries(dags.map((name) => [name, 'steps: [echo]']));

      const { stderr } = await command(['status', 'nightly'], { home: homeWith(texts) });

      const [error, hint] = stderr.split(/(?<=not found\.\n)/);
      expect(error).toBe('error: DAG nightly not found.\n');
      expect(hint).toMatch(says);
    },
  );

  it.each([
    { env: { FORCE_COLOR: '1' }, colored: true },
    { env: { FORCE_COLOR: '1', NO_COLOR: '1' }, colored: false },
    { env: {}, colored: false },
  ])('with $env writes in color: $colored', async ({ env, colored }) => {
    const { stderr } = await dagwright(['status', 'nothing'], { home, env });

    expect(stderr.includes('\u001b[31merror:')).toBe(colored);
    expect(stderr).toContain('DAG nothing not found.\n');
  });

  it('says what is wrong with the settings, and exits 1', async () => {
    const odd = homeWith();
    writeFileSync(join(odd, 'config.yaml'), 'prot: 80\n');

    const { stderr, exitCode } = await dagwright(['history'], { home: odd });

    expect(stderr).toBe(
      `error: Invalid setting: ${odd}/config.yaml:1:1: unknown key \`prot\`: did you mean \`port\`?\n`,
    );
    expect(exitCode).toBe(1);
  });

  it.runIf(process.platform === 'linux')(
    'names the folder when its home can have none, and exits 1',
    async () => {
      const env = { HOME: '/proc', SVC_HOME: '', XDG_CACHE_HOME: '' };

      const { stderr, exitCode } = await dagwright(['history'], { home, env });

      expect(stderr).toMatch(
        /^error: The folder \/proc\/.*\/data cannot be made: .*\. Choose another home with SVC_HOME or --home\.\n$/,
      );
      expect(exitCode).toBe(1);
    },
  );

  it.each([
    { name: '--config', args: (file: string) => ['-c', file], env: () => ({}) },
    { name: 'SVC_CONFIG', args: () => [], env: (file: string) => ({ SVC_CONFIG: file }) },
  ])('reads the settings of another file when $name says so', async ({ args, env }) => {
    const file = join(temporaryFolder('elsewhere'), 'other.yaml');
    writeFileSync(file, 'port: 99\npaths: {dags_dir: flows}\n');
    const port = ['config', 'show', 'port', '--sources'];

    const shown = await dagwright([...args(file), ...port], { home, env: env(file) });
    const path = await dagwright([...args(file), 'config', 'path'], { home, env: env(file) });
    const doctor = await dagwright([...args(file), 'doctor'], { home, env: env(file) });

    expect(shown.stdout).toMatch(new RegExp(`^port: 99 +# ${file}:1:1\n$`));
    expect(path.stdout).toBe(`${file}\n`);
    expect(doctor.stdout).toContain(`The settings in ${file} are valid.`);
  });

  it('takes --home as a whole, whatever file the environment names', async () => {
    const { stdout } = await dagwright(['--home', home, 'config', 'path'], {
      home,
      env: { SVC_CONFIG: '/nowhere/other.yaml' },
    });

    expect(stdout).toBe(`${home}/config.yaml\n`);
  });

  it('says that a file of settings does not exist which somebody has named', async () => {
    const { stderr, exitCode } = await dagwright(['-c', 'none.yaml', 'history'], { home });

    expect(stderr).toMatch(/^error: Settings file .*none\.yaml not found\.\n$/);
    expect(exitCode).toBe(1);
  });

  it('gives a new home its samples, whatever command is the first', async () => {
    const fresh = temporaryFolder('fresh');
    const env = { SVC_SKIP_EXAMPLES: 'false' };
    await dagwright(['history'], { home: fresh, env });

    const { stdout, exitCode } = await dagwright(['dry', 'disk-usage'], { home: fresh, env });

    expect(stdout).toMatch(/^disk-usage .*nothing was executed/);
    expect(exitCode).toBe(0);
  });

  it('writes where the time goes when it is asked to', async () => {
    const cwd = temporaryFolder('elsewhere');

    const { exitCode } = await dagwright(['--cpu-profile', 'status', 'none'], { home, cwd });

    const profile: unknown = JSON.parse(readFileSync(join(cwd, 'dagwright.cpuprofile'), 'utf8'));
    expect(profile).toMatchObject({ nodes: expect.any(Array), samples: expect.any(Array) });
    expect(exitCode).toBe(1);
  });

  it('exits 1 as well where the database cannot be read', async () => {
    const odd = homeWith();
    mkdirSync(join(odd, 'data'));
    writeFileSync(join(odd, 'data', 'engine.db'), 'no database at all');

    const { stderr, exitCode } = await dagwright(['history'], { home: odd });

    expect(stderr).toMatch(/^error: Cannot read the database .+/);
    expect(exitCode).toBe(1);
  });

  it('says that the folder is gone in which it was called', async () => {
    const under = ['sh', '-c', 'rmdir "$PWD" && exec "$@"', 'sh'];
    const options = { home, cwd: temporaryFolder('gone'), under };

    const { stderr, exitCode } = await dagwright(['history'], options);

    expect(stderr).toBe('error: The current folder was deleted.\nChange to another one: cd\n');
    expect(exitCode).toBe(1);
  });

  it('names the file when the system refuses it', async () => {
    const file = join(home, 'no-folder');
    writeFileSync(file, '');

    const { stderr, exitCode } = await dagwright(['--home', file, 'history'], { home });

    expect(stderr).toMatch(/^error: Cannot read the settings: ENOTDIR: .*no-folder/);
    expect(exitCode).toBe(1);
  });
});
