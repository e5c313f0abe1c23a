import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { passZoneOn, settingZone, systemZone } from '../../../engine/config/system-zone.ts';
import { offsetText } from '../../../engine/dag/wall-time.ts';
import { ZoneOffsets } from '../../../engine/dag/zone-offsets.ts';

/** What programs are told that an engine starts. */
function passedOn(tz: string | undefined, timezone = systemZone(tz).name) {
  const env = tz === undefined ? {} : { TZ: tz };
  passZoneOn(env, timezone);
  return (env as { TZ?: string }).TZ;
}

/** What `date` says of some values of TZ: `+0200`. */
async function offsetsOf(values: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await execa('sh', ['-c', 'for tz do TZ=$tz date +%z; done', 'sh', ...values]);
  return stdout.split('\n');
}

function offsetOf(timezone: string): string {
  const { offset } = new ZoneOffsets(timezone).stretchAt(Date.now());
  return offsetText(offset).replace(':', '');
}

/** What is read exactly, and the zone it is. */
const readable: readonly (readonly [tz: string, name: string])[] = [
  ['Europe/Berlin', 'Europe/Berlin'],
  [':Europe/Berlin', 'Europe/Berlin'],
  ['/usr/share/zoneinfo/Europe/Berlin', 'Europe/Berlin'],
  [':/usr/share/zoneinfo/Europe/Berlin', 'Europe/Berlin'],
  ['posix/Europe/Berlin', 'Europe/Berlin'],
  ['EST5EDT', 'EST5EDT'],
  ['Etc/GMT+2', 'Etc/GMT+2'],
  ['GMT0', 'GMT0'],
  ['CET', 'CET'],
  ['GB-Eire', 'GB-Eire'],
];

/** Fixed offsets, in the form of POSIX. */
const offsets: readonly (readonly [tz: string, name: string])[] = [
  ['GMT+2', '-02:00'],
  [':GMT-2', '+02:00'],
  ['UTC0', '+00:00'],
  ['<+03>-3', '+03:00'],
  ['<-0330>3:30', '-03:30'],
  ['IST-5:30', '+05:30'],
  ['XYZ14', '-14:00'],
];

/** Which the C library takes for UTC as well. */
const unknown = [
  ...[
    'Nowhere/Town',
    ' ',
    ' Europe/Berlin',
    'Europe/Berlin ',
    'foo',
    '+02:00',
    '+3',
    'Etc/Unknown',
  ],
  ...['PST', 'BST', 'SystemV/EST5', '/nowhere', ':/etc', 'UTC+'],
];

/** Which the C library can read. */
const beyond = ['CET-1CEST', 'CET-1CEST,M3.5.0,M10.5.0/3', 'EST5EDT,M3.2.0,M11.1.0', 'ABC1:02:03'];

describe('the zone that TZ names', () => {
  it.each(readable)('is read as the C library does, in any form of a name: %s', (tz, name) => {
    expect(systemZone(tz)).toEqual({ name, doubt: null });
  });

  it.each(offsets)('is read with the sign of POSIX, and doubted: %s', (tz, name) => {
    expect(systemZone(tz)).toMatchObject({ name, doubt: { level: 'warning' } });
  });

  it.each([...unknown, ...beyond])('is UTC where it cannot be read exactly: "%s"', (tz) => {
    expect(systemZone(tz)).toMatchObject({
      name: 'UTC',
      doubt: {
        level: 'problem',
        message: expect.stringContaining(`Cannot read the time zone TZ=${tz}`) as string,
      },
    });
  });

  it.each(['', ':'])('is UTC where it is empty: "%s"', (tz) => {
    expect(systemZone(tz)).toMatchObject({ name: 'UTC', doubt: { level: 'warning' } });
  });

  it('is what was meant in spite of small letters', () => {
    expect(systemZone('europe/berlin')).toEqual({ name: 'Europe/Berlin', doubt: null });
    expect(systemZone('us/pacific').name).toBe('America/Los_Angeles');
  });

  it('is that of the machine where TZ is not set', () => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();

    expect(systemZone(undefined)).toEqual({ name: timeZone, doubt: null });
    expect(passedOn(undefined)).toBeUndefined();
  });

  it('is that of the programs of steps, whatever its form', async () => {
    const all = [
      ...readable.map(([tz]) => tz),
      ...offsets.map(([tz]) => tz),
      ...unknown,
      ...beyond,
      '',
    ];

    const given = await offsetsOf(all.map((tz) => passedOn(tz) ?? ''));

    expect(given).toEqual(all.map((tz) => offsetOf(systemZone(tz).name)));
  });

  it('is what programs made of it before, where it was read', async () => {
    const read = [...readable, ...offsets].map(([tz]) => tz);

    expect(await offsetsOf(read)).toEqual(read.map((tz) => offsetOf(systemZone(tz).name)));
  });
});

describe('the zone of the settings', () => {
  it.each([
    ['Europe/Berlin', 'Europe/Berlin', 'Europe/Berlin'],
    ['europe/berlin', 'Europe/Berlin', 'Europe/Berlin'],
    ['PST', 'America/Los_Angeles', 'America/Los_Angeles'],
    ['+05:30', '+05:30', '<+0530>-05:30'],
    ['-02', '-02:00', '<-0200>+02:00'],
  ])('reaches programs by a name that they know: %s', (setting, name, tz) => {
    expect(settingZone(setting)).toBe(name);
    expect(passedOn(undefined, settingZone(setting))).toBe(tz);
    expect(passedOn('Asia/Tokyo', settingZone(setting))).toBe(tz);
  });
});
