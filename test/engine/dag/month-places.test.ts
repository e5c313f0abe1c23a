import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseScheduleEntry, slotsBetween } from '../../../engine/dag/schedule.ts';
import { DAY_MS } from '../../../engine/dag/wall-time.ts';
import { readCronLine } from '../dst/cron-match.ts';
import { entry } from './schedule-entries.ts';

const days = (line: string): string =>
  slotsBetween([entry(line)], { after: Date.parse('2026-11-28T00:00Z'), timezone: 'UTC', limit: 3 })
    .map(({ at }) => new Date(at).toISOString().slice(0, 10))
    .join(' ');

it.each([
  ['0 0 L * *', '2026-11-30 2026-12-31 2027-01-31'],
  ['0 0 1,L * *', '2026-11-30 2026-12-01 2026-12-31'],
  ['0 0 LW * *', '2026-11-30 2026-12-31 2027-01-29'],
  ['0 0 15W * *', '2026-12-15 2027-01-15 2027-02-15'],
  ['0 0 * * MON#1', '2026-12-07 2027-01-04 2027-02-01'],
  ['0 0 * * 5L', '2026-12-25 2027-01-29 2027-02-26'],
  ['0 0 * * 7#2', '2026-12-13 2027-01-10 2027-02-14'],
  ['0 0 * * MON#1,WED#3', '2026-12-07 2026-12-16 2027-01-04'],
  ['0 0 L,* * MON#1', '2026-11-29 2026-11-30 2026-12-01'],
  ['0 0 ? * MON#1', '2026-12-07 2027-01-04 2027-02-01'],
  ['@monthly', '2026-12-01 2027-01-01 2027-02-01'],
  ['@weekly', '2026-11-29 2026-12-06 2026-12-13'],
  ['@annually', '2027-01-01 2028-01-01 2029-01-01'],
  ['@reboot', ''],
])('%s is due on %s', (line, expected) => {
  expect(days(line)).toBe(expected);
});

const day = fc.constantFrom('L', 'LW', '15W', '1W', '31W', '29', '1-5', '*/5', '*', '?', 'W', '0W');
const weekday = fc.constantFrom(
  ...['MON#1', '5L', '7L', 'FRI#L', 'mon-fri#2', '1-5L', 'sun#5', '6-7#1', 'FRI-SUN#1'],
  ...['MON', '3', '*', '?', 'L', '1#6', '#1', '8L'],
);
const list = (part: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(','));

it('any day and weekday is refused with a reason, or due on the days that the rule names', () => {
  const first = Date.UTC(2027, 0, 1);
  const until = Date.UTC(2028, 3, 30);
  fc.assert(
    fc.property(list(day), list(weekday), (ofMonth, ofWeek) => {
      const line = `0 0 ${ofMonth} * ${ofWeek}`;
      const read = parseScheduleEntry(line);
      if ('problem' in read) return;
      const rule = readCronLine(line);
      const expected: number[] = [];
      for (let at = first; at <= until; at += DAY_MS)
        if (rule.matches(at / 60_000)) expected.push(at);

      const slots = slotsBetween([read], { after: first - 1, until, timezone: 'UTC' });

      expect(slots.map(({ at }) => at)).toEqual(expected);
    }),
  );
});

it('LW in a list is refused, since croner reads it only where it stands by itself', () => {
  expect(parseScheduleEntry('0 0 1,LW * *')).toEqual({
    problem: 'has `LW` in the list `1,LW`: write a line of its own for LW',
  });
});
