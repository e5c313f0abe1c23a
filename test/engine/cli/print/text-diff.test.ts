import fc from 'fast-check';
import { expect, it } from 'vitest';
import { diffLines, hunks, type DiffLine } from '../../../../engine/cli/print/text-diff.ts';

const text = fc
  .array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 })
  .map((lines) => lines.map((line) => `${line}\n`).join(''));

const of = (lines: readonly DiffLine[], ...kinds: readonly DiffLine['kind'][]): string =>
  lines.flatMap((line) => (kinds.includes(line.kind) ? [`${line.text}\n`] : [])).join('');

it('has both texts in it, whatever they are', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = diffLines(before, after);

      expect(of(lines, 'same', 'removed')).toBe(before);
      expect(of(lines, 'same', 'added')).toBe(after);
    }),
  );
});

it('shows the lines around a change, and where others are left out', () => {
  const lines = diffLines('1\n2\n3\n4\n5\n6\n7\n', '1\n2\n3\nx\n5\n6\n7\n');

  const shown = hunks(lines, 1).map((line) => line?.text ?? '…');

  expect(shown).toEqual(['…', '3', '4', 'x', '5', '…']);
  expect(hunks(diffLines('a\n', 'a\n'), 1)).toEqual([]);
});
