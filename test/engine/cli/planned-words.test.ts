import { expect, it } from 'vitest';
import { whenWords } from '../../../engine/cli/actions/planned-words.ts';

it.each([
  ['2026-11-28T18:00Z', 'today, on Sat 28 Nov 2026, 18:00 (UTC)'],
  ['2026-11-29T09:00Z', 'tomorrow, on Sun 29 Nov 2026, 09:00 (UTC)'],
  ['2026-12-24T18:00Z', 'on Thu 24 Dec 2026, 18:00 (UTC)'],
])('says when a run that starts at %s will start', (at, words) => {
  expect(whenWords(Date.parse(at), Date.parse('2026-11-28T12:00Z'), 'UTC')).toBe(words);
});
