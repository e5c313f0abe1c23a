import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Schema } from '../../../renderer/lib/schema-docs.ts';
import { docOfWord, valueStart, wordsAt } from '../../../renderer/lib/schema-words.ts';

const file = new URL('../../../resources/schemas/dag.schema.json', import.meta.url);
const schema = JSON.parse(readFileSync(file, 'utf8')) as Schema;
/** Those that are offered in the line with the mark. */
function offered(text: string): readonly string[] {
  const lines = text.split('\n');
  const line = lines.findIndex((one) => one.includes('|'));
  return wordsAt(schema, lines.with(line, (lines[line] ?? '').replace('|', '')), line).map(
    ({ word }) => word,
  );
}

describe('the values that the schema offers', () => {
  it.each([
    'schedule: |',
    'schedule: "@da|',
    'schedule: ["0 6 * * *", |',
    'schedule:\n  - |',
    'schedule:\n- "@|',
    'schedule:\n  stop: |',
    'name: a\nschedule:\n  start:\n    - 0 6 * * *\n    - |\nsteps: []',
  ])('are the short forms and signs of a schedule: %j', (text) => {
    expect(offered(text)).toEqual(
      expect.arrayContaining([
        ...['@hourly', '@daily', '@weekly', '@monthly', '@yearly', '@reboot'],
        ...['0 6 L * *', '0 6 * * MON#1'],
      ]),
    );
  });

  it.each(['name: |', 'steps:\n  - |', 'steps:\n  - command: |', 'schedule|', 'tags:\n  - |'])(
    'are none elsewhere: %j',
    (text) => {
      expect(offered(text)).toEqual([]);
    },
  );
});

describe('the start of a value', () => {
  it.each([
    ['schedule: x', 10],
    ['  - x', 4],
    ['  - start: x', 11],
    ['- x', 2],
    ['# a: b', undefined],
    ['text', undefined],
  ])('in %j is %s', (text, start) => {
    expect(valueStart(text)).toBe(start);
  });
});

describe('what is said of a word of a schedule', () => {
  const words = wordsAt(schema, ['schedule: '], 0);

  it.each([
    ['@daily', /^Each day at 00:00/],
    ['@Reboot', /^Once for each boot/],
    ['L', /last day of the month/],
    ['LW', /last working day/],
    ['3W', /working day nearest/],
    ['WED#2', /first Monday of the month/],
    ['sun#L', /last Friday/],
    ['1L', /last Friday/],
  ])('%s', (word, description) => {
    expect(docOfWord(words, word)?.description).toMatch(description);
  });

  it.each(['6', 'MON', 'CRON_TZ', '@often', 'JUL'])('%s: nothing', (word) => {
    expect(docOfWord(words, word)).toBeUndefined();
  });
});
