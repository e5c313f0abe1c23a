import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonInTurns } from '../../../engine/lib/json-in-turns.ts';

const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

it('JSON in turns is that of JSON.stringify', async () => {
  const long = fc.jsonValue({ maxDepth: 2 }).map((value) => many(60, () => value));
  const left = fc.constant(undefined);
  const answer = fc.record({ list: long, other: fc.oneof(left, fc.jsonValue()), inner: left });

  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.jsonValue(), answer, fc.array(answer), long), async (value) => {
      expect(await jsonInTurns(value)).toBe(JSON.stringify(value));
    }),
  );
  const odd = { a: many(60, (index) => (index % 2 ? undefined : { b: undefined })) };
  expect(await jsonInTurns(odd)).toBe(JSON.stringify(odd));
});

it.each([
  ['a long list', { dagRuns: many(20_000, (index) => ({ index, text: 'x'.repeat(200) })) }],
  [
    'a few items with long lists',
    {
      dagRuns: many(2, () => ({
        nodes: many(10_000, (index) => ({ text: 'x'.repeat(200), index })),
      })),
    },
  ],
])('JSON of %s lets others go first', async (_what, value) => {
  let [turns, isOver] = [0, false];
  const written = jsonInTurns(value).finally(() => {
    isOver = true;
  });
  for (; !isOver; turns += 1) await turn();

  expect(await written).toBe(JSON.stringify(value));
  // 4 MB, of which each turn writes half a megabyte.
  expect(turns).toBeGreaterThanOrEqual(8);
});
