import { describe, expect, it } from 'vitest';
import { previousSlot, slotsBetween } from '../../../engine/dag/schedule.ts';
import { wallText } from '../../../engine/dag/wall-time.ts';
import { zoneOffsets } from '../../../engine/dag/zone-offsets.ts';
import { entry, minuteText } from './schedule-entries.ts';

/** `UTC time, wall time`, with the rule where it acted. */
function slots(line: string, timezone: string, [after, until]: readonly [string, string]) {
  const range = { after: Date.parse(after) - 1, until: Date.parse(until), timezone };
  return slotsBetween([entry(line)], range).map(({ at, wall, rule }) =>
    `${minuteText(at).slice(8)} ${wallText(wall).slice(8)} ${rule}`.replace(' none', ''),
  );
}

const berlinSpring = ['2026-03-28T22:00Z', '2026-03-29T04:00Z'] as const;
const berlinAutumn = ['2026-10-24T23:00Z', '2026-10-25T03:00Z'] as const;

describe('a wall time that does not exist', () => {
  it.each<[string, string, readonly [string, string], readonly string[]]>([
    ['30 2 * * *', 'Europe/Berlin', berlinSpring, ['29T01:00Z 29 03:00 gap']],
    ['0,30 2 * * *', 'Europe/Berlin', berlinSpring, ['29T01:00Z 29 03:00 gap']],
    // The time at the end of the gap is its own, and also that of what the gap took.
    [
      '*/30 1-3 * * *',
      'Europe/Berlin',
      berlinSpring,
      ['29T00:00Z 29 01:00', '29T00:30Z 29 01:30', '29T01:00Z 29 03:00 gap', '29T01:30Z 29 03:30'],
    ],
    ['0 2 29 3 *', 'Europe/Berlin', berlinSpring, ['29T01:00Z 29 03:00 gap']],
    ['0 2 30 3 *', 'Europe/Berlin', berlinSpring, []],
    [
      '30 2 8 * *',
      'America/New_York',
      ['2026-03-07T00:00Z', '2026-03-09T00:00Z'],
      ['08T07:00Z 08 03:00 gap'],
    ],
    // Half an hour.
    [
      '15 2 * * *',
      'Australia/Lord_Howe',
      ['2026-10-02T16:00Z', '2026-10-05T00:00Z'],
      ['03T15:30Z 04 02:30 gap', '04T15:15Z 05 02:15'],
    ],
    // Midnight.
    [
      '0 0 * * *',
      'America/Santiago',
      ['2026-09-05T00:00Z', '2026-09-07T12:00Z'],
      ['05T04:00Z 05 00:00', '06T04:00Z 06 01:00 gap', '07T03:00Z 07 00:00'],
    ],
    // A whole day: the 30th of December 2011.
    [
      '0 12 * * *',
      'Pacific/Apia',
      ['2011-12-29T00:00Z', '2012-01-01T00:00Z'],
      ['29T22:00Z 29 12:00', '30T10:00Z 31 00:00 gap', '30T22:00Z 31 12:00', '31T22:00Z 01 12:00'],
    ],
    [
      '0 0 30 12 *',
      'Pacific/Apia',
      ['2011-12-29T00:00Z', '2012-01-01T00:00Z'],
      ['30T10:00Z 31 00:00 gap'],
    ],
    // Two hours.
    [
      '30 1,2 29 3 *',
      'Antarctica/Troll',
      ['2026-03-28T00:00Z', '2026-03-30T00:00Z'],
      ['29T01:00Z 29 03:00 gap'],
    ],
    // The end of Ramadan.
    [
      '30 2 * * *',
      'Africa/Casablanca',
      ['2024-04-13T12:00Z', '2024-04-15T12:00Z'],
      ['14T02:00Z 14 03:00 gap', '15T01:30Z 15 02:30'],
    ],
    // A leap day, which is no gap.
    [
      '0 3 29 2 *',
      'Europe/Berlin',
      ['2028-02-28T00:00Z', '2028-03-02T00:00Z'],
      ['29T02:00Z 29 03:00'],
    ],
  ])(
    'is made up for at the first moment after the gap: %s in %s',
    (line, zone, range, expected) => {
      expect(slots(line, zone, range)).toEqual(expected);
    },
  );

  it('is not made up for by a line for every hour', () => {
    expect(slots('30 * * * *', 'Europe/Berlin', berlinSpring)).toEqual([
      ...['28T22:30Z 28 23:30', '28T23:30Z 29 00:30', '29T00:30Z 29 01:30'],
      ...['29T01:30Z 29 03:30 elapsed', '29T02:30Z 29 04:30', '29T03:30Z 29 05:30'],
    ]);
    expect(
      slots('0 0-23 30 12 *', 'Pacific/Apia', ['2011-12-29T00:00Z', '2012-01-01T00:00Z']),
    ).toEqual([]);
  });
});

describe('a wall time that exists twice', () => {
  it.each<[string, string, readonly [string, string], readonly string[]]>([
    ['30 2 * * *', 'Europe/Berlin', berlinAutumn, ['25T00:30Z 25 02:30 overlap']],
    [
      '*/30 1-3 * * *',
      'Europe/Berlin',
      berlinAutumn,
      [
        ...['24T23:00Z 25 01:00', '24T23:30Z 25 01:30', '25T00:00Z 25 02:00 overlap'],
        ...['25T00:30Z 25 02:30 overlap', '25T02:00Z 25 03:00', '25T02:30Z 25 03:30'],
      ],
    ],
    [
      '30 1 * * *',
      'America/New_York',
      ['2026-11-01T00:00Z', '2026-11-02T12:00Z'],
      ['01T05:30Z 01 01:30 overlap', '02T06:30Z 02 01:30'],
    ],
    [
      '45 1 * * *',
      'Australia/Lord_Howe',
      ['2026-04-04T12:00Z', '2026-04-05T00:00Z'],
      ['04T14:45Z 05 01:45 overlap'],
    ],
    // Midnight comes twice: the clock goes back from 24:00 to 23:00.
    [
      '30 23 * * *',
      'America/Santiago',
      ['2026-04-04T12:00Z', '2026-04-05T12:00Z'],
      ['05T02:30Z 04 23:30 overlap'],
    ],
  ])('is due at its first occurrence alone: %s in %s', (line, zone, range, expected) => {
    expect(slots(line, zone, range)).toEqual(expected);
  });

  it('is due both times for a line for every hour', () => {
    expect(slots('30 * * * *', 'Europe/Berlin', berlinAutumn)).toEqual([
      ...['24T23:30Z 25 01:30', '25T00:30Z 25 02:30 elapsed'],
      ...['25T01:30Z 25 02:30 elapsed', '25T02:30Z 25 03:30'],
    ]);
  });

  it('is no second time for who looks only afterwards', () => {
    const line = [entry('30 2 * * *')];
    const after = Date.parse('2026-10-25T00:30Z');

    expect(
      slotsBetween(line, { after, until: after + 12 * 3_600_000, timezone: 'Europe/Berlin' }),
    ).toEqual([]);
    expect(previousSlot(line, after + 7_200_000, 'Europe/Berlin')).toBe(after);
  });
});

describe('the offsets of a zone', () => {
  it.each<[string, number, readonly string[]]>([
    ['Europe/Berlin', 2026, ['2026-03-29T01:00Z', '2026-10-25T01:00Z']],
    ['Pacific/Apia', 2011, ['2011-04-02T14:00Z', '2011-09-24T14:00Z', '2011-12-30T10:00Z']],
    ['Africa/Casablanca', 2024, ['2024-03-10T02:00Z', '2024-04-14T02:00Z']],
    ['UTC', 2026, []],
    ['America/Caracas', 2007, ['2007-12-09T07:00Z']],
  ])('change in %s in %i when its clocks are set', (timezone, year, changes) => {
    const zone = zoneOffsets(timezone);
    const found: string[] = [];
    const end = Date.UTC(year + 1, 0);
    for (let at = zone.stretchAt(Date.UTC(year, 0)).to; at < end; at = zone.stretchAt(at).to) {
      found.push(minuteText(at));
    }

    expect(found).toEqual(changes);
  });

  it('are known for more zones than are kept', () => {
    const midsummer = Date.UTC(2026, 6);
    const offsets = Intl.supportedValuesOf('timeZone').map((timezone) => {
      return zoneOffsets(timezone).stretchAt(midsummer).offset;
    });

    expect(new Set(offsets).size).toBeGreaterThan(30);
    expect(zoneOffsets('Asia/Kathmandu').stretchAt(midsummer).offset).toBe(20_700_000);
  });
});
