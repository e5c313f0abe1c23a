import type { JsonSchema } from './field.ts';

/** Lines that editors offer, with what they mean: the short forms, and an example of each sign that few know by heart. */
const words: Readonly<Record<string, string>> = {
  '@hourly': 'At the start of each hour: `0 * * * *`.',
  '@daily': 'Each day at 00:00: `0 0 * * *`. `@midnight` is the same.',
  '@weekly': 'Each Sunday at 00:00: `0 0 * * 0`.',
  '@monthly': 'On the first day of each month at 00:00: `0 0 1 * *`.',
  '@yearly': 'On 1 January at 00:00: `0 0 1 1 *`. `@annually` is the same.',
  '@reboot': 'Once for each boot of the machine, when an engine first starts in it.',
  '0 6 L * *': '`L` in the day is the last day of the month: here at 06:00.',
  '0 6 LW * *': '`LW` in the day is the last working day of the month: here at 06:00.',
  '0 6 15W * *': '`15W` in the day is the working day nearest to the 15th: here at 06:00.',
  '0 6 * * MON#1': '`MON#1` in the weekday is the first Monday of the month: here at 06:00.',
  '0 6 * * FRI#L':
    '`FRI#L` in the weekday is the last Friday of the month: here at 06:00. `5L` is the same.',
  '0 6 * * 5L':
    '`5L` in the weekday is the last Friday of the month: here at 06:00. `FRI#L` is the same.',
};

/** As branches beside any text: they refuse nothing, and editors offer them. */
export const scheduleWords: readonly JsonSchema[] = Object.entries(words).map(
  ([line, description]) => ({ const: line, description }),
);
