import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { command } from './in-process.ts';
import { homeWith } from './dagwright.ts';

const daily = `schedule: 30 2 * * *
params: [{ REGION: north }]
steps:
  - name: fetch
    command: curl -s https://a.example.com/orders
  - name: count
    command: jq length
    timeout_sec: 60
`;
const draft = `schedule: 0 3 * * *
params: [{ REGION: south }]
steps:
  - name: download
    command: curl -s https://b.example.com/orders
  - name: count
    timeout_sec: 90
    command: jq length
  - name: tell
    script: |
      date
      wc -l
`;

function files() {
  const home = homeWith({ daily, nightly: 'steps: [{ call: daily }]' });
  const write = (name: string, text: string): string => {
    writeFileSync(join(home, name), text);
    return join(home, name);
  };
  return { home, write };
}

describe('dagwright diff', () => {
  it('prints what a file changes in the meaning of a stored DAG', async () => {
    const { home, write } = files();

    const { stdout, stderr, exitCode } = await command(['diff', 'daily', write('d.yaml', draft)], {
      home,
    });

    expect(stdout.replaceAll(/ {6}\d{4}-\d\d-\d\d (\S+) \S+\n/g, '      DAY $1\n')).toBe(`Schedule
  in UTC
  - start 30 2 * * *
${'      DAY 02:30\n'.repeat(5)}  + start 0 3 * * *
${'      DAY 03:00\n'.repeat(5)}Parameters
  ~ REGION: north → south
Steps
  ~ fetch → download
    ~ command: curl -s https://a.example.com/orders → curl -s https://b.example.com/orders
  ~ count
    ~ timeout_sec: 60 → 90
  + tell
    + script:
      + date
      + wc -l
    + after count
Programs
  + date
  + wc
Hosts
  + b.example.com
  - a.example.com
Called by
  nightly
`);
    expect([stderr, exitCode]).toEqual(['', 0]);
  });

  it('compares two files, and exits with 1 for --check where something changes', async () => {
    const { home, write } = files();
    const [old, same, now] = [
      write('old.yaml', daily),
      write('same.yaml', `# Another spelling\n${daily.replace('name: fetch', 'name: "fetch"')}`),
      write('now.yaml', draft),
    ];

    const equal = await command(['diff', old, same, '--check'], { home });
    const other = await command(['diff', old, now, '--check', '--format', 'json'], { home });

    expect([equal.stdout, equal.exitCode]).toEqual(['Nothing changes in meaning.\n', 0]);
    expect(JSON.parse(other.stdout)).toMatchObject({ change: 'changed' });
    expect(other.exitCode).toBe(1);
  });

  it('shows the errors of a file that does not load', async () => {
    const { home, write } = files();
    const file = write('broken.yaml', 'steps:\n  - comand: echo\n');

    const { stdout, stderr, exitCode } = await command(['diff', 'daily', file], { home });

    expect(stderr).toContain('broken.yaml:2:5: error: ');
    expect([stdout, exitCode]).toEqual(['', 1]);
  });
});
