import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  nextSlot,
  parseScheduleEntry,
  previousSlot,
  slotsBetween,
} from '../../../engine/dag/schedule.ts';
import { cronLine, entry, minuteText } from './schedule-entries.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

function next(
  expressions: readonly string[],
  after: string,
  { limit = 3, timezone = 'UTC' }: { limit?: number; timezone?: string } = {},
) {
  const slots = slotsBetween(expressions.map(entry), { after: Date.parse(after), limit, timezone });
  return slots.map(({ at }) => minuteText(at));
}

describe('slotsBetween', () => {
  it.each([
    ['*/15 8-18 * * 1-5', ['2026-01-02T18:45Z', '2026-01-05T08:00Z', '2026-01-05T08:15Z']],
    ['5/20 0 * * *', ['2026-01-03T00:05Z', '2026-01-03T00:25Z', '2026-01-03T00:45Z']],
    ['0 0 * * 7', ['2026-01-04T00:00Z', '2026-01-11T00:00Z', '2026-01-18T00:00Z']],
    ['0 0 * FEB mon,WED', ['2026-02-02T00:00Z', '2026-02-04T00:00Z', '2026-02-09T00:00Z']],
    ['0 0 29 2 *', ['2028-02-29T00:00Z', '2032-02-29T00:00Z', '2036-02-29T00:00Z']],
  ])('reads %s', (expression, times) => {
    expect(next([expression], '2026-01-02T18:30:00Z')).toEqual(times);
  });

  it('excludes the time it starts after and includes the last one', () => {
    const three = Date.UTC(2026, 0, 1, 3);
    const at = (after: number, until: number) =>
      slotsBetween([entry('0 3 * * *')], { after, until, timezone: 'UTC' }).map((slot) => slot.at);

    expect(at(three, three + DAY_MS - 1)).toEqual([]);
    expect(at(three - 1, three)).toEqual([three]);
    expect(at(three, three + DAY_MS)).toEqual([three + DAY_MS]);
  });

  it('joins lines in order and names a time once, with the first line that is due', () => {
    const entries = ['0 6 * * *', '0 */3 * * *'].map(entry);
    const after = Date.UTC(2026, 0, 1, 2);
    const slots = slotsBetween(entries, { after, limit: 3, timezone: 'UTC' });

    expect(slots.map(({ at, entry: line }) => [minuteText(at), line.cron])).toEqual([
      ['2026-01-01T03:00Z', '0 */3 * * *'],
      ['2026-01-01T06:00Z', '0 6 * * *'],
      ['2026-01-01T09:00Z', '0 */3 * * *'],
    ]);
  });

  it('follows the zone of a line before that of the engine, and names it', () => {
    const entries = ['CRON_TZ=Asia/Tokyo 0 9 * * *', '0 9 * * *'].map(entry);
    const after = Date.UTC(2026, 0, 1);
    const slots = slotsBetween(entries, { after, limit: 2, timezone: 'Europe/Berlin' });

    expect(slots.map(({ at, timezone, offset }) => [minuteText(at), timezone, offset])).toEqual([
      ['2026-01-01T08:00Z', 'Europe/Berlin', HOUR_MS],
      ['2026-01-02T00:00Z', 'Asia/Tokyo', 9 * HOUR_MS],
    ]);
  });

  it('answers nothing for no lines', () => {
    expect(next([], '2026-01-01T00:00:00Z')).toEqual([]);
    expect(nextSlot([], 0, 'UTC')).toBeNull();
    expect(previousSlot([], 0, 'UTC')).toBeNull();
  });
});

const zone = fc.constantFrom(
  ...['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia'],
  ...['America/Santiago', 'Africa/Casablanca', 'Antarctica/Troll', 'Asia/Gaza'],
);
const instant = fc.integer({ min: Date.UTC(2000, 0) / 60_000, max: Date.UTC(2037, 0) / 60_000 });
const lines = fc.array(
  cronLine.map(parseScheduleEntry).filter((read) => 'cron' in read),
  { minLength: 1, maxLength: 3 },
);

describe('slots of any schedule', () => {
  it('are sorted whole minutes, each once, and those of its lines together', () => {
    fc.assert(
      fc.property(lines, zone, instant, (entries, timezone, minute) => {
        const range = { after: minute * 60_000, until: minute * 60_000 + DAY_MS, timezone };
        const times = slotsBetween(entries, range).map(({ at }) => at);
        const single = entries.flatMap((one) => slotsBetween([one], range).map(({ at }) => at));

        expect(times).toEqual([...new Set(single)].sort((a, b) => a - b));
        expect(times.every((at) => at % 60_000 === 0)).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  it('are the same, however a time is cut into ranges', () => {
    fc.assert(
      fc.property(lines, zone, instant, fc.nat(2 * DAY_MS), (entries, timezone, minute, cut) => {
        const after = minute * 60_000;
        const until = after + 2 * DAY_MS;
        const between = (from: number, to: number) =>
          slotsBetween(entries, { after: from, until: to, timezone }).map(({ at }) => at);

        const parts = [...between(after, after + cut), ...between(after + cut, until)];
        expect(parts).toEqual(between(after, until));
      }),
      { numRuns: 100 },
    );
  });

  it('agree with the next and the previous one', () => {
    fc.assert(
      fc.property(lines, zone, instant, (entries, timezone, minute) => {
        const after = minute * 60_000;
        const next = nextSlot(entries, after, timezone) ?? NaN;
        const [first] = slotsBetween(entries, { after, limit: 1, timezone });

        expect(first?.at).toBe(next);
        expect(previousSlot(entries, next + 1, timezone)).toBe(next);
        const previous = previousSlot(entries, next, timezone) ?? NaN;
        expect(previous).toBeLessThanOrEqual(after);
        expect(nextSlot(entries, previous, timezone)).toBe(next);
      }),
      { numRuns: 100 },
    );
  });

  it('are the same, whatever was asked of their lines before', () => {
    const questions = fc.array(fc.record({ zone, shift: fc.integer({ min: -2000, max: 2000 }) }), {
      minLength: 2,
      maxLength: 12,
    });
    fc.assert(
      fc.property(lines, instant, questions, (entries, minute, asked) => {
        for (const { zone: timezone, shift } of asked) {
          const after = (minute + shift) * 60_000 + shift;
          const [first] = slotsBetween(entries, { after, limit: 1, timezone });

          expect(nextSlot(entries, after, timezone)).toBe(first?.at ?? null);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('show a wall time that their line names', () => {
    fc.assert(
      fc.property(cronLine, zone, instant, (line, timezone, minute) => {
        const parsed = parseScheduleEntry(line);
        if ('problem' in parsed) return;
        const { cron } = parsed;
        const range = { after: minute * 60_000, until: minute * 60_000 + DAY_MS, timezone };
        for (const { at, wall, named, offset, rule } of slotsBetween([parsed], range)) {
          const due = rule === 'gap' ? named : wall;
          expect([cron, wall]).toEqual([cron, at + offset]);
          expect(nextSlot([parsed], due - 1, 'UTC')).toBe(due);
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe('parseScheduleEntry', () => {
  it.each([
    ['5 4', /2 fields/],
    ['', /0 fields/],
    ['* * * * * *', /6 fields/],
    ['@daily', null],
    ['@Hourly', null],
    ['CRON_TZ=Asia/Tokyo @midnight', null],
    ['@reboot', null],
    ['@every 1h', /unknown short form `@every`: use @yearly, .*@reboot, or five fields/],
    ['@daily 5', /more than the short form `@daily`/],
    ['0 0 L * *', null],
    ['0 0 LW * *', null],
    ['0 0 15W,l * *', null],
    ['0 0 32W * *', /invalid day `32`/],
    ['0 0 L-2 * *', /invalid field `L-2`/],
    ['0 0 * * MON#1', null],
    ['0 0 * * mon-fri#2,0#l', null],
    ['0 0 * * 5L', null],
    ['0 0 * * MON#6', /invalid place `#6` in the month: use #1 to #5, or #L/],
    ['0 0 * * 8#1', /invalid weekday `8`/],
    ['0 0 * * L', /invalid field `L`/],
    ['L 0 * * *', /invalid field `L`/],
    ['0 0 * L *', /invalid field `L`/],
    ['60 * * * *', /minute/],
    ['a * * * *', /the invalid field `a`/],
    ['0 0 30 2 *', /never fires/],
    ['0 0 31 4,6,9,11 *', /never fires/],
    ['0 0 31 */2,feb ?', null],
    ['0 0 31 2/2 *', null],
    ['0 0 30 2/12 *', /never fires/],
    ['0 0 30-31 feb ?', /never fires/],
    ['0 0 30 2 1', null],
    ['0 0 29 2 *', null],
    ['CRON_TZ= * * * * *', /unknown time zone/],
    ['CRON_TZ=Mars/Olympus * * * * *', /unknown time zone `Mars\/Olympus`/],
    ['CRON_TZ=Europe/Berlin 5 4', /2 fields/],
    ['TZ=UTC * * * * *', /did you mean `CRON_TZ=UTC \* \* \* \* \*`\?$/],
    ['tz=UTC * * * * *', /did you mean `CRON_TZ=UTC \* \* \* \* \*`\?$/],
  ])('judges %j', (expression, problem) => {
    const parsed = parseScheduleEntry(expression);

    if (problem === null) expect(parsed).toMatchObject({ expression });
    else expect('problem' in parsed && parsed.problem).toMatch(problem);
  });
});
