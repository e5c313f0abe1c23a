import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryConfig } from '../../support/home.ts';
import { serveEngine } from '../../support/serve-engine.ts';
import { command } from './in-process.ts';
import { homeWith } from './dagwright.ts';

const older = '# Cleans up.\nlogDir: /tmp/logs\nsteps:\n  - echo x\n';
const newer = older.replace('logDir', 'log_dir');

function aFolder(home: string, files: Readonly<Record<string, string>>): string {
  const folder = join(home, 'old');
  mkdirSync(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

describe('dagwright import dagu', () => {
  it('shows the difference and what could not be turned, and changes nothing on a dry run', async () => {
    const home = homeWith();
    const folder = aFolder(home, {
      'a.yaml': older,
      'b.yml': 'foo: 1\nsteps: [echo]\n',
      'c.txt': '',
    });

    const { stdout, exitCode } = await command(['import', 'dagu', folder, '--dry-run'], { home });

    expect(stdout).toBe(`a.yaml: creates a
--- a.yaml
+++ a
 # Cleans up.
-logDir: /tmp/logs
+log_dir: /tmp/logs
 steps:
   - echo x

b.yml: cannot be imported
  line 1: unknown key \`foo\`
`);
    expect(exitCode).toBe(1);
    expect(existsSync(join(home, 'dags', 'a.yaml'))).toBe(false);
  });

  it('asks before it creates anything', async () => {
    const home = homeWith();
    const folder = aFolder(home, { 'a.yaml': older });

    const { stderr, exitCode } = await command(['import', 'dagu', folder], { home });

    expect(stderr).toContain('Use -y');
    expect(exitCode).toBe(1);
    expect(existsSync(join(home, 'dags', 'a.yaml'))).toBe(false);
  });

  it('creates what was agreed to, and does so once', async () => {
    const home = homeWith();
    const folder = aFolder(home, { 'a.yaml': older, 'b.yaml': newer });
    const args = ['import', 'dagu', folder, '-y', '--only', 'a'];

    const first = await command(args, { home });
    const second = await command(args, { home });

    expect(first.stdout).toContain('Created a.\n');
    expect(first.exitCode).toBe(0);
    expect(readFileSync(join(home, 'dags', 'a.yaml'), 'utf8')).toBe(newer);
    expect(existsSync(join(home, 'dags', 'b.yaml'))).toBe(false);
    expect(readFileSync(join(folder, 'a.yaml'), 'utf8')).toBe(older);
    expect(second).toMatchObject({ stdout: 'a.yaml: a is there already\n', exitCode: 0 });
  });

  it('replaces a DAG of the same name only with --replace', async () => {
    const home = homeWith({ a: 'steps: [echo]\n' });
    const folder = aFolder(home, { 'a.yaml': older });
    const text = () => readFileSync(join(home, 'dags', 'a.yaml'), 'utf8');

    const left = await command(['import', 'dagu', folder, '-y'], { home });
    const after = text();
    const replaced = await command(['import', 'dagu', folder, '-y', '--replace'], { home });

    expect(left).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('--replace') });
    expect(after).toBe('steps: [echo]\n');
    expect(replaced).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('Replaced a.') });
    expect(replaced.stdout).toContain('--- a now\n+++ a\n-steps: [echo]\n+# Cleans up.');
    expect(text()).toBe(newer);
  });

  it('reads no file behind a link, and takes the others', async () => {
    const home = homeWith();
    const folder = aFolder(home, { 'a.yaml': older });
    writeFileSync(join(home, 'outside.yaml'), newer);
    symlinkSync(join(home, 'outside.yaml'), join(folder, 'link.yaml'));

    const { stdout, stderr, exitCode } = await command(['import', 'dagu', folder, '-y'], { home });

    expect(stderr).toContain('link.yaml');
    expect(stdout).toContain('Created a.');
    expect(exitCode).toBe(1);
  });

  it('takes more text than one request has, and still knows files of one name', async () => {
    const config = temporaryConfig();
    const home = dirname(config.paths.configFile);
    await serveEngine(config);
    const padding = `# ${'x'.repeat(250_000)}\n`;
    const names = Array.from({ length: 51 }, (_, index) => `dag-${index}.yaml`);
    const files = Object.fromEntries(names.map((name) => [name, padding + newer]));
    const folder = aFolder(home, { ...files, 'DAG-7.yml': newer });

    const { stdout, exitCode } = await command(['import', 'dagu', folder, '-y'], { home });

    expect(stdout).toContain('Another file of this import has this name.');
    expect(exitCode).toBe(1);
    expect(readdirSync(join(home, 'dags'))).toHaveLength(51);
  });

  it('knows the names of all files where they need several requests', async () => {
    const config = temporaryConfig();
    const home = dirname(config.paths.configFile);
    await serveEngine(config);
    const padding = `# ${'x'.repeat(250_000)}\n`;
    const names = Array.from({ length: 20 }, (_, index) => `fill-${index}.yaml`);
    const files = Object.fromEntries(names.map((name) => [name, padding + newer]));
    const folder = aFolder(home, {
      ...files,
      'a first.yaml': 'steps: [{run: z-last}, {run: z last}, {run: Long Name!}]\n',
      // Names that become one name here.
      'a-first.yaml': newer,
      'z last.yaml': 'name: Long Name!\nsteps: [{run: a first}, {run: a-first}]\n',
      'z-last.yaml': newer,
    });

    const { stdout } = await command(['import', 'dagu', folder, '-y'], { home });

    const calls = (name: string) =>
      [...readFileSync(join(home, 'dags', `${name}.yaml`), 'utf8').matchAll(/call: ([\w-]+)/g)].map(
        ([, called]) => called,
      );
    expect(stdout).not.toContain('became `command`');
    expect(calls('a-first-2')).toEqual(['z-last', 'z-last-2', 'Long-Name']);
    expect(calls('z-last-2')).toEqual(['a-first-2', 'a-first']);
  });

  it('says what is wrong with a folder or a name', async () => {
    const home = homeWith();
    const folder = aFolder(home, { 'a.yaml': older });
    const failed = async (...args: string[]) =>
      (await command(['import', 'dagu', ...args], { home })).stderr;

    expect(await failed(join(home, 'nowhere'))).toMatch(/^error: Folder .*nowhere not found\.\n$/);
    expect(await failed(join(folder, 'a.yaml'))).toContain('a.yaml is a file, not a folder');
    expect(await failed(home)).toContain('has no YAML files');
    expect(await failed(folder, '--only', 'z')).toContain('no DAG z');
  });
});

describe('dagwright import crontab', () => {
  it('makes a DAG of each entry, with its schedule off', async () => {
    const home = homeWith();
    const file = join(home, 'jobs');
    writeFileSync(file, '# Backs up.\n@daily /bin/backup.sh\n');

    const { stdout, exitCode } = await command(['import', 'crontab', file, '-y'], { home });
    const next = await command(['next', 'backup'], { home });

    expect(stdout).toContain('schedule, off at first: 0 0 * * *');
    expect(stdout).toContain('Created backup.\n1 schedule is off.');
    expect(exitCode).toBe(0);
    expect(next.stdout + next.stderr).toMatch(/off|suspended/i);
  });

  it('takes the word for a user that the file or the option says is one', async () => {
    const home = homeWith();
    mkdirSync(join(home, 'cron.d'));
    const run = async (name: string, ...options: string[]) => {
      writeFileSync(join(home, name), '@daily somebody /bin/backup.sh\n');
      return (await command(['import', 'crontab', join(home, name), '-n', ...options], { home }))
        .stdout;
    };

    expect(await run('cron.d/jobs')).toMatch(/creates backup\n[^]*cron runs this as somebody;/);
    expect(await run('cron.d/jobs', '--no-system')).toContain('creates somebody\n');
    expect(await run('jobs')).toContain('creates somebody\n');
    expect(await run('jobs', '--system')).toContain('creates backup\n');
  });

  it('says that a crontab has no entries', async () => {
    const home = homeWith();
    writeFileSync(join(home, 'jobs'), '# Nothing yet.\n');

    const { stdout, exitCode } = await command(['import', 'crontab', join(home, 'jobs')], { home });

    expect(stdout).toBe('There is nothing to import.\n');
    expect(exitCode).toBe(0);
  });

  it('reads the crontab of the user, or names why it cannot', async () => {
    const home = homeWith();
    const bin = join(home, 'bin');
    mkdirSync(bin);
    const crontab = (script: string) =>
      writeFileSync(join(bin, 'crontab'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    const run = () =>
      command(['import', 'crontab', '--dry-run', '--format', 'json'], {
        home,
        env: { PATH: `${bin}:/usr/bin:/bin` },
      });

    crontab('test "$1" = -l && echo "@hourly echo it"');
    const read = await run();
    crontab('echo no crontab for you >&2; exit 1');
    const none = await run();

    expect(JSON.parse(read.stdout)).toMatchObject({
      dags: [{ source: 'crontab:1', fileName: 'echo', schedules: ['0 * * * *'] }],
      results: [],
    });
    expect(none.stderr).toContain('no crontab for you');
    expect(none.exitCode).toBe(1);
  });
});
