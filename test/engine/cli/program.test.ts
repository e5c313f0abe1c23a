import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { version } from '../../../engine/lib/version.ts';
import { dagwright, homeWith } from './dagwright.ts';

const home = homeWith();
const documented = [
  ...[
    'server',
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
  ...['validate', 'explain', 'cleanup', 'doctor', 'search', 'why', 'next'],
  ...['completion', 'upgrade'],
];

describe('dagwright', () => {
  it('lists its commands with --help', async () => {
    const { stdout, exitCode } = await dagwright(['--help'], { home });

    const commands = [...documented, 'version'];
    expect(stdout.match(/^ {2}(\w+) (?:\[|<)/gm)?.map((line) => line.trim().split(' ')[0])).toEqual(
      [...commands, 'help'],
    );
    expect(exitCode).toBe(0);
  });

  it.each(documented)('shows examples in the help of %s', async (command) => {
    const { stdout, exitCode } = await dagwright([command, '--help'], { home });

    expect(stdout).toContain(`\n  $ dagwright ${command} `);
    expect(exitCode).toBe(0);
  });

  it('shows its version as text and as JSON', async () => {
    const text = await dagwright(['version'], { home });
    const json = await dagwright(['version', '--format', 'json'], { home });

    expect(text.stdout).toBe(`dagwright ${version} (Node ${process.versions.node})\n`);
    expect(JSON.parse(json.stdout)).toEqual({ version, node: process.versions.node });
  });

  it.each([
    { args: ['strat'], says: /unknown command 'strat'\n\(Did you mean start\?\)/ },
    { args: ['start', 'x', '--singelton'], says: /unknown option '--singelton'/ },
    { args: ['start'], says: /missing required argument 'dag'/ },
    { args: ['history', '--limit', '1001'], says: /must be a whole number from 1 to 1000/ },
    { args: ['history', '--limit', '0'], says: /must be a whole number from 1 to 1000/ },
    { args: ['history', '--status', 'faild'], says: /Did you mean `failed`\?/ },
    { args: ['history', '--last', 'a week'], says: /must be a duration such as 7d/ },
    { args: ['history', '--from', '2026-02-30'], says: /must be a time such as 2026-02-03/ },
    {
      args: ['history', '--last', '7d', '--from', '2026-02-01'],
      says: /'--last <duration>' cannot be used with option '--from <time>'/,
    },
    { args: ['status', 'x', '--format', 'yaml'], says: /Allowed choices are text, json/ },
    { args: ['start', 'x', '-p', '{"A":1}', 'B=2'], says: /as JSON stand alone/ },
  ])('answers $args with what is wrong, and exits 2', async ({ args, says }) => {
    const { stdout, stderr, exitCode } = await dagwright(args, {
      home: homeWith({ x: 'steps: [echo]' }),
    });

    expect(stderr).toMatch(says);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
  });

  it.each([
    { env: { FORCE_COLOR: '1' }, colored: true },
    { env: { FORCE_COLOR: '1', NO_COLOR: '1' }, colored: false },
    { env: {}, colored: false },
  ])('with $env writes in colour: $colored', async ({ env, colored }) => {
    const { stderr } = await dagwright(['status', 'nothing'], { home, env });

    expect(stderr.includes('\u001b[31merror:')).toBe(colored);
    expect(stderr).toContain('There is no DAG nothing.\n');
  });

  it('says what is wrong with the settings, and exits 1', async () => {
    const odd = homeWith();
    writeFileSync(join(odd, 'config.yaml'), 'prot: 80\n');

    const { stderr, exitCode } = await dagwright(['history'], { home: odd });

    expect(stderr).toBe(
      `error: A setting is wrong: ${odd}/config.yaml:1:1: unknown key \`prot\`: did you mean \`port\`?\n`,
    );
    expect(exitCode).toBe(1);
  });

  it('names the file when the system refuses it', async () => {
    const file = join(home, 'no-folder');
    writeFileSync(file, '');

    const { stderr, exitCode } = await dagwright(['--home', file, 'history'], { home });

    expect(stderr).toMatch(/^error: The settings cannot be read: ENOTDIR: .*no-folder/);
    expect(exitCode).toBe(1);
  });
});
