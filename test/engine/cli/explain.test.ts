import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dagwright, homeWith } from './dagwright.ts';
import { command } from './in-process.ts';

const daily = `timeout_sec: 60
steps:
  - name: fetch
    command: echo a
    retry_policy:
      limit: 3
      interval_sec: 5
`;

describe('dagwright explain', () => {
  it('prints what a key means, its value and its place', async () => {
    const home = homeWith({ daily });
    const args = ['explain', 'dags/daily.yaml', 'fetch.retry_policy.interval_sec'];

    expect(await dagwright(args, { home })).toEqual({
      stdout: `fetch.retry_policy.interval_sec
Seconds to wait before a retry: a number, or a reference to one.

  takes    integer from 0 or text
  default  none (required)
  value    5
  from     dags/daily.yaml:7:21

For example:

  steps:
    - command: |
        test -e tried || { touch tried; exit 75; }
        echo "there at last"
      retry_policy:
        limit: 3
        interval_sec: 1
        backoff: true
        max_interval_sec: 30
        exit_code: [75]
`,
      stderr: '',
      exitCode: 0,
    });
  });

  it('finds stored DAGs, and what base.yaml of the home gives them', async () => {
    const home = homeWith({ daily });
    writeFileSync(join(home, 'base.yaml'), 'hist_retention_days: 7\n');

    const { stdout } = await command(['explain', 'daily', 'hist_retention_days'], { home });

    expect(stdout).toContain('  value    7\n  from     base.yaml\n');
  });

  it('lists all keys of a step', async () => {
    const { stdout } = await command(['explain', 'daily', 'fetch'], {
      home: homeWith({ daily }),
    });

    expect(stdout).toMatch(
      /^KEY +VALUE +SOURCE +DESCRIPTION\nname +fetch +\S+daily\.yaml:3:11 +Name/,
    );
    expect(stdout).toMatch(/\ntimeout_sec +0 +the default +Time/);
  });

  it('gives programs the same as JSON', async () => {
    const args = ['explain', 'daily', 'timeout_sec', '--format', 'json'];
    const { stdout } = await command(args, { home: homeWith({ daily }) });

    expect(JSON.parse(stdout)).toMatchObject({
      path: 'timeout_sec',
      type: 'integer from 0',
      default: 0,
      value: 60,
      source: { kind: 'file', line: 1, column: 14 },
      example: expect.stringContaining('timeout_sec: 1'),
    });
  });

  it.each([
    [
      ['explain', 'daily', 'fetch.comand'],
      /No key of the step "fetch" is named "comand": did you mean/,
    ],
    [['explain', 'none', 'name'], /^error: DAG none not found\.\nStored DAGs: daily\n$/],
  ])('names what does not exist: %j', async (args, message) => {
    const { stdout, stderr, exitCode } = await command(args, { home: homeWith({ daily }) });

    expect(stderr).toMatch(message);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 });
  });

  it('shows the errors of a faulty file in its place', async () => {
    const home = homeWith({ daily: 'stops: []\n' });
    const { stderr, exitCode } = await command(['explain', 'daily', 'name'], { home });

    expect(stderr).toMatch(/daily\.yaml:1:1: error: unknown key `stops`/);
    expect(exitCode).toBe(1);
  });
});
