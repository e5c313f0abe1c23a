import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { itemsOf } from '../../../engine/steps/dag/items.ts';

const itemsOfText = async (text: string): Promise<readonly string[]> => {
  const parallel = { items: { kind: 'text', text } as const, maxConcurrent: 1 };
  return (await itemsOf(parallel, async (same) => same)).map((item) => item.text);
};

describe('the items of a text', () => {
  it.each([
    ['a, b\n\nc', ['a', 'b', 'c']],
    ['', []],
    ['{"a": 1.50, "b": [null]}', ['{"a":1.50,"b":[null]}']],
    ['{\n  "a": 1\n}\n', ['{"a":1}']],
    ['{"a":1}\r\n[2]\n\n"x, y"\nnull\n', ['{"a":1}', '[2]', 'x, y', '']],
    ['[[1], "a\\"b", true]', ['[1]', 'a"b', 'true']],
    ['1\n2.50', ['1', '2.50']],
    ['"a","b"', ['"a"', '"b"']],
  ])('of %j are %j', async (text, items) => {
    expect(await itemsOfText(text)).toEqual(items);
  });

  it.each(['[1, 2', '{"a":1}\n{"a":', '{"a":1}, {"a":2}', '{"a":1}\ntext'])(
    'that seems to be JSON and is not is refused: %j',
    async (text) => {
      await expect(itemsOfText(text)).rejects.toThrow(/are not valid JSON: use one list/);
    },
  );

  it('are the same as a list and one a line', async () => {
    const values = fc.array(fc.jsonValue(), { minLength: 2 });
    await fc.assert(
      fc.asyncProperty(values, async (items) => {
        const lines = items.map((item) => JSON.stringify(item)).join('\n');

        expect(await itemsOfText(lines)).toEqual(await itemsOfText(JSON.stringify(items)));
      }),
    );
  });
});
