import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../../engine/config/load-config.ts';
import { anEngine, eventually } from '../../support/engine.ts';
import { travelClock } from '../../support/travel-clock.ts';
import { dagwright, homeWith } from './dagwright.ts';

const nightly =
  'schedule: "CRON_TZ=UTC 0 2 * * *"\nhist_retention_days: -1\nsteps:\n  - command: "true"\n';

/** A home whose DAG ran at two on the tenth of March, and whose engine was away on the eleventh. */
async function aHistory(): Promise<string> {
  const home = homeWith({ nightly });
  const config = loadConfig({ env: { SVC_SKIP_EXAMPLES: 'true', SVC_TZ: 'UTC' }, home });
  const clock = travelClock('2026-03-10T01:50:00Z');
  const first = await anEngine({ config, clock });
  clock.set(Date.parse('2026-03-10T01:59:59.800Z') - clock.now());
  first.wake();
  await eventually(async () => {
    const { slots } = await first.client.call('dags.slots', { fileName: 'nightly' });
    const { dagRuns } = await first.client.call('runs.list', { name: 'nightly', status: 4 });
    return slots.length === 1 && dagRuns.length === 1;
  }, 'the DAG has run');
  await first.stop();
  const second = await anEngine({ config, clock: travelClock('2026-03-11T06:48:00.000Z') });
  await second.stop();
  return home;
}

const env = { SVC_TZ: 'UTC', TZ: 'UTC' };

describe('dagwright why', () => {
  it('says what became of the last slot, with the evidence', async () => {
    const home = await aHistory();

    const { stdout, exitCode } = await dagwright(['why', 'nightly'], { home, env });

    expect(exitCode).toBe(0);
    expect(stdout).toMatch(
      /^nightly was due to start on Wed 11 Mar 2026, 02:00 and was missed\. Dagwright was not running from Tue 10 Mar 2026, 02:00 to Wed 11 Mar 2026, 06:48\. This DAG has no catchup_window, so the slot does not run later\. No server or app is running\. The last one ran until Wed 11 Mar 2026, 06:48\. The next one decides the slots that were due later\.$/m,
    );
    expect(stdout.split('\n').slice(2, -1)).toEqual([
      expect.stringMatching(/2026-03-10 02:00:\d\d {2}engine last seen/),
      '  2026-03-11 02:00:00  slot due (start)',
      expect.stringContaining('engine started'),
      expect.stringContaining('decided: missed'),
    ]);
  });

  it('says it of another time, with the end of the run', async () => {
    const home = await aHistory();
    const args = ['why', 'nightly', '2026-03-10T02:00', '--format', 'json'];

    const { stdout } = await dagwright(args, { home, env });

    const { sentence, slot } = JSON.parse(stdout) as { sentence: string; slot: object };
    expect(sentence).toMatch(
      /2026, 02:00\. It ran on time(?:, \d\.\ds after it was due)?\. Run \S+ ended succeeded after 0\.\ds\.$/,
    );
    expect(slot).toMatchObject({ fate: 'ran', runStatus: 'succeeded' });
  });

  it('says when there was no slot, and when the next one is', async () => {
    const home = homeWith({ nightly, byhand: 'steps:\n  - command: "true"\n' });

    const noTime = await dagwright(['why', 'nightly', '2026-03-10T03:15'], { home, env });
    const noSchedule = await dagwright(['why', 'byhand'], { home, env });

    expect(noTime.stdout).toMatch(
      /^nightly is not due on Tue 10 Mar 2026, 03:15\. It is next due on .*, 02:00\.\n$/,
    );
    expect(noSchedule.stdout).toBe('byhand has no schedule. It runs only when started.\n');
  });

  it('says that nothing starts while the definition has errors', async () => {
    const home = homeWith({ wrong: nightly.replace('command', 'comand'), unread: 'steps: [echo' });

    const wrong = await dagwright(['why', 'wrong', '2026-03-10T03:15'], { home, env });
    const unread = await dagwright(['why', 'unread'], { home, env });

    const reason = 'The definition has errors: nothing starts until you fix them.\n';
    expect(wrong.stdout).toMatch(/^wrong is not due on .* It is next due on .*, 02:00\. /);
    expect(wrong.stdout.endsWith(reason)).toBe(true);
    expect(unread.stdout).toBe(`No schedule of unread can be read. ${reason}`);
  });

  it('says until when an engine ran, where slots have come due since then', async () => {
    const home = await aHistory();
    const ran = 'The last one ran until Wed 11 Mar 2026, 06:48. The next one decides the';

    const later = await dagwright(['why', 'nightly', '2026-03-12T02:00'], { home, env });
    writeFileSync(join(home, 'dags', 'new.yaml'), nightly);
    const unknown = await dagwright(['why', 'new'], { home, env });

    expect(later.stdout).toBe(
      `nightly was due on Thu 12 Mar 2026, 02:00. No server or app is running. ${ran} slots that were due later.\n`,
    );
    expect(unknown.stdout).toContain('new has no decided slot yet. No server or app is running.');
    expect(unknown.stdout).toContain(ran);
  });

  it('says that nobody has decided slots where only a command has run', async () => {
    const home = homeWith({ nightly });
    await dagwright(['start', 'nightly'], { home, env });

    const { stdout } = await dagwright(['why', 'nightly'], { home, env });

    expect(stdout).toMatch(
      /^nightly has no decided slot yet\. No server or app has run here yet\. The first one decides the slots\. It is next due on .*\n$/,
    );
  });

  it('finds no slot that the engine of a single command has decided', async () => {
    const home = await aHistory();

    await dagwright(['start', 'nightly'], { home, env });
    const { stdout } = await dagwright(['why', 'nightly', '--format', 'json'], { home, env });

    expect((JSON.parse(stdout) as { slot: { time: string } }).slot.time).toBe(
      '2026-03-11T02:00:00.000Z',
    );
  });
});
