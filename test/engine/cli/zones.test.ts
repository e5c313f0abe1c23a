import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fetch } from 'undici';
import { describe, expect, it } from 'vitest';
import { offsetText } from '../../../engine/dag/wall-time.ts';
import { eventually } from '../../support/eventually.ts';
import { dagwright, homeWith, serve } from './dagwright.ts';

const QUARTER_MS = 900_000;
const zones = 'steps:\n  - command: date +%z > zone.part; mv zone.part zone.txt\n';
const LINE = /(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d\.\d{3}) info {2}Engine is ready/;

/** By what the log, a schedule and a step of a server are ahead of UTC, and what it wrote into its log. */
async function offsetsUnder(env: Readonly<Record<string, string>>) {
  const home = homeWith({ zones });
  await using server = await serve(home, env);
  const [, date, time] = await server.printed(LINE);
  const log = Math.round((Date.parse(`${date}T${time}Z`) - Date.now()) / QUARTER_MS) * QUARTER_MS;
  const { slots } = (await post(`${server.url}/api/v1/schedule/preview`, {
    start: ['* * * * *'],
    count: 1,
  })) as { readonly slots: readonly { readonly offset: string }[] };
  await post(`${server.url}/api/v1/dags/zones/start`, {});
  const file = join(home, 'dags', 'zone.txt');
  await eventually(() => existsSync(file), 'the step has written its zone');
  const step = readFileSync(file, 'utf8').trim();
  const offsets = [offsetText(log), slots[0]?.offset, step.replace(/..$/, ':$&')];
  server.signal('SIGTERM');
  return { offsets, said: (await server.ended).stderr };
}

async function post(url: string, body: unknown): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).json();
}

describe('an engine', () => {
  it.each([
    ['', '+00:00', /TZ is empty, which means UTC/],
    ['Nowhere/Town', '+00:00', /Cannot read the time zone TZ=Nowhere\/Town/],
    ['CET-1CEST,M3.5.0,M10.5.0/3', '+00:00', /so schedules, logs and steps use UTC/],
    ['GMT+2', '-02:00', /TZ=GMT\+2 means UTC-02:00/],
    ['<+0530>-5:30', '+05:30', /means UTC\+05:30/],
    [':/usr/share/zoneinfo/Asia/Tokyo', '+09:00', /^(?!.*TZ)/s],
  ])(
    'starts under TZ="%s", with one zone for log, schedules and steps',
    async (tz, offset, words) => {
      const { offsets, said } = await offsetsUnder({ TZ: tz });

      expect(offsets).toEqual([offset, offset, offset]);
      expect(said).toMatch(words);
    },
  );

  it('puts the zone of the settings before TZ, for log, schedules and steps', async () => {
    const { offsets, said } = await offsetsUnder({ TZ: 'Nowhere', SVC_TZ: 'Asia/Kathmandu' });

    expect(offsets).toEqual(['+05:45', '+05:45', '+05:45']);
    expect(said).not.toContain('TZ');
  });

  it('has its commands read and print times in the zone of the settings', async () => {
    const home = homeWith({ zones });
    const env = { TZ: 'UTC', SVC_TZ: 'Asia/Tokyo' };
    await dagwright(['start', 'zones', '--quiet'], { home, env });
    const [{ startedAt }] = JSON.parse(
      (await dagwright(['history', 'zones', '--format', 'json'], { home, env })).stdout,
    ) as [{ startedAt: string }];
    const inTokyo = new Date(Date.parse(startedAt) + 9 * 3_600_000).toISOString();
    const [day = '', time = ''] = inTokyo.split(/[T.]/);

    const ofDay = await dagwright(['history', '--from', day, '--to', day], { home, env });
    const ofSecond = await dagwright(['history', '--from', `${day}T${time}`], { home, env });

    for (const { stdout } of [ofDay, ofSecond]) expect(stdout).toContain(`${day} ${time}`);
  });

  it('tells in the doctor what to set', async () => {
    const home = homeWith();
    const { stdout } = await dagwright(['doctor', '--format', 'json'], {
      home,
      env: { TZ: 'CET-1CEST' },
    });

    expect(JSON.parse(stdout)).toMatchObject({
      findings: expect.arrayContaining([
        expect.objectContaining({
          check: 'clock',
          level: 'problem',
          message: expect.stringContaining('Cannot read the time zone TZ=CET-1CEST') as string,
          fix: expect.stringContaining('Europe/Berlin') as string,
        }),
      ]) as unknown,
    });
  });
});
