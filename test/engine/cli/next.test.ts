import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { dagwright, homeWith, serve } from './dagwright.ts';
import { command } from './in-process.ts';

const nightly = 'schedule: 30 2 * * *\nsteps:\n  - echo\n';
const shop = `schedule:
  start: 0 8 * * *
  stop: CRON_TZ=Asia/Tokyo 0 20 * * *
steps:
  - echo
`;
const atSpring = ['--from', '2026-03-28', '--timezone', 'Europe/Berlin', '--count', '3'];

describe('dagwright next', () => {
  it('lists when a stored DAG is due, and says where a change of the clock moves that', async () => {
    const home = homeWith({ nightly });

    const { stdout, stderr, exitCode } = await dagwright(['next', 'nightly', ...atSpring], {
      home,
    });

    const shown = stdout.replaceAll(/\d+d \d\dh ago/g, 'AGO').replace(/IN +LINE/, 'IN   LINE');
    expect(shown).toBe(`WHEN                UTC     IN   LINE
2026-03-28 02:30    +01:00  AGO  30 2 * * *
2026-03-29 03:00 *  +02:00  AGO  30 2 * * *
2026-03-30 02:30    +02:00  AGO  30 2 * * *

* 02:30 does not exist on 29 March 2026 in Europe/Berlin; the slot is due at 03:00, the first moment after the gap.
`);
    expect([stderr, exitCode]).toEqual(['', 0]);
  });

  it('takes a file, and names what is no start and which zone is another', async () => {
    const home = homeWith();
    writeFileSync(join(home, 'shop.yaml'), shop);

    const { stdout } = await dagwright(['next', './shop.yaml', '--from', '2126-01-01T08:00'], {
      home,
    });

    expect(stdout).toMatch(
      /^WHEN +UTC +ZONE +IN +DOES +LINE\n2126-01-01 08:00 +\+00:00 +UTC +\d+d \d\dh +start +0 8/,
    );
    expect(stdout).toMatch(
      /\n2126-01-01 20:00 +\+09:00 +Asia\/Tokyo +\S+ \S+ +stop +CRON_TZ=Asia\/Tokyo 0 20/,
    );
    expect(stdout.split('\n')).toHaveLength(7);
  });

  it('says by how much a start is put off, of a stored DAG and of a file', async () => {
    const spread = `jitter_sec: 600\n${nightly}`;
    const home = homeWith({ spread });
    writeFileSync(join(home, 'spread.yaml'), spread);

    const stored = await dagwright(['next', 'spread', ...atSpring], { home });
    const file = await dagwright(['next', './spread.yaml', ...atSpring], { home });

    expect(stored.stdout).toMatch(
      /^WHEN +UTC +STARTS +IN +LINE\n2026-03-28 02:30 +\+01:00 +\+(\d+\.\ds|\dm \d\ds) +\d+d/,
    );
    expect(file.stdout).toBe(stored.stdout);
  });

  it('reads a file without an engine, also while that of the home does not answer', async () => {
    const home = homeWith();
    writeFileSync(join(home, 'shop.yaml'), shop);
    writeFileSync(join(home, 'broken.yaml'), 'schedule: 1\n');
    await using server = await serve(home);
    server.signal('SIGSTOP');
    onTestFinished(() => void server.signal('SIGCONT'));
    const file = (name: string): string => join(home, name);

    const { stdout, exitCode } = await command(['next', file('shop.yaml'), '--count', '1'], {
      home,
    });
    const zone = await command(['next', file('shop.yaml'), '--timezone', 'Nowhere'], { home });
    const broken = await command(['next', file('broken.yaml')], { home });
    server.signal('SIGCONT');

    expect([stdout.split('\n').length, exitCode]).toEqual([3, 0]);
    expect(zone.stderr).toContain('unknown time zone `Nowhere`');
    expect([broken.exitCode, broken.stderr]).toEqual([1, expect.stringContaining('error')]);
  });

  it('asks the running engine, and gives programs the same as JSON', async () => {
    const home = homeWith({ nightly });
    await using server = await serve(home);
    const args = ['next', 'nightly', ...atSpring, '--format', 'json'];

    const { stdout } = await dagwright(args, { home });

    expect(server.url).toMatch(/^http:/);
    expect(JSON.parse(stdout)).toMatchObject({
      timezone: 'Europe/Berlin',
      slots: [
        { rule: 'none' },
        { rule: 'gap', time: '2026-03-29T01:00:00.000Z' },
        { rule: 'none' },
      ],
      hasMore: true,
    });
  });

  it('says when nothing will come of it', async () => {
    const home = homeWith({ nightly, broken: `${nightly}x: 1\n`, idle: 'steps: [echo]\n' });
    await using server = await serve(home);
    await fetch(`${server.url}/api/v1/dags/nightly/suspend`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"suspend":true}',
    });

    const [suspended, broken, idle] = await Promise.all(
      ['nightly', 'broken', 'idle'].map((name) => command(['next', name], { home })),
    );

    expect(suspended).toMatchObject({
      stdout: expect.stringMatching(/^WHEN/),
      stderr: 'The DAG is suspended: nothing starts at these times until you resume it.\n',
    });
    expect(broken?.stderr).toBe('The definition has errors: nothing starts until you fix them.\n');
    expect(idle).toMatchObject({ stdout: 'No scheduled times.\n', stderr: '', exitCode: 0 });
  });

  it.each([
    [['next', 'nightli'], /DAG nightli not found: did you mean `nightly`/],
    [['next', 'nightly', '--count', '0'], /whole number from 1 to 1000/],
    [['next', 'nightly', '--from', 'soon'], /Use a time such as/],
    [['next', 'nightly', '--timezone', 'Mars/Olympus'], /unknown time zone `Mars\/Olympus`/],
    [['next', './faulty.yaml'], /faulty\.yaml:1:11: error: `schedule`: `5 4` has 2 fields/],
  ])('refuses %j', async (args, message) => {
    const home = homeWith({ nightly });
    writeFileSync(join(home, 'faulty.yaml'), 'schedule: 5 4\nsteps: [echo]\n');

    const { stderr, exitCode } = await dagwright(args, { home });

    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(message)]);
  });
});
