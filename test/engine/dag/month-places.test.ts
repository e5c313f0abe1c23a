import { expect, it } from 'vitest';
import { slotsBetween } from '../../../engine/dag/schedule.ts';
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
  ['@monthly', '2026-12-01 2027-01-01 2027-02-01'],
  ['@weekly', '2026-11-29 2026-12-06 2026-12-13'],
  ['@annually', '2027-01-01 2028-01-01 2029-01-01'],
  ['@reboot', ''],
])('%s is due on %s', (line, expected) => {
  expect(days(line)).toBe(expected);
});
