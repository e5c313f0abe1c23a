import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decidedText,
  readConflicts,
  toConflictText,
  withLineEndsOf,
  type Choice,
} from '../../../renderer/lib/conflict-text.ts';

const lines = fc
  .array(fc.constantFrom('a', '', '=======', '<<<<<<< HEAD', '  - name: x', '>>>>>>>'))
  .map((all) => all.map((line) => `${line}\n`).join(''));
const piece = fc.oneof(
  fc.record({ kind: fc.constantFrom('same', 'mine', 'theirs', 'both'), text: lines }),
  fc.record({ kind: fc.constant('conflict'), base: lines, mine: lines, theirs: lines }),
);
const pieces = fc.array(piece);

/** Decides all conflicts, the last one first. */
function decideAll(text: string, choice: Choice): string {
  return readConflicts(text)
    .toReversed()
    .reduce(
      (rest, one) => rest.slice(0, one.from) + decidedText(rest, one, choice) + rest.slice(one.to),
      text,
    );
}

describe('the text of a merge', () => {
  it('has each conflict, with what both sides made of it and what was before', () => {
    fc.assert(
      fc.property(pieces, (merge) => {
        const text = toConflictText(merge);

        const read = readConflicts(text).map(({ base, mine, theirs }) => ({
          kind: 'conflict',
          base: text.slice(base.from, base.to),
          mine: text.slice(mine.from, mine.to),
          theirs: text.slice(theirs.from, theirs.to),
        }));

        expect(read).toEqual(merge.filter(({ kind }) => kind === 'conflict'));
      }),
    );
  });

  it('comes to what is chosen, without a mark', () => {
    fc.assert(
      fc.property(pieces, fc.constantFrom<Choice>('mine', 'theirs', 'both'), (merge, choice) => {
        const chosen = merge.map((part) => {
          if (part.kind !== 'conflict') return part.text;
          return choice === 'both' ? part.mine + part.theirs : part[choice];
        });

        expect(decideAll(toConflictText(merge), choice)).toBe(chosen.join(''));
      }),
    );
  });

  it('ends each side where the file ends without a line break', () => {
    const text = toConflictText([{ kind: 'conflict', base: '', mine: 'mine', theirs: 'theirs' }]);

    expect(decideAll(text, 'both')).toBe('mine\ntheirs\n');
  });

  it('has no conflict where a mark is missing', () => {
    const text = toConflictText([{ kind: 'conflict', base: 'b\n', mine: 'm\n', theirs: 't\n' }]);

    expect(readConflicts(text.replace('||||||| base\n', ''))).toEqual([]);
    expect(readConflicts(text + text)).toHaveLength(2);
  });

  it('gets the line ends back that the file has', () => {
    expect(withLineEndsOf('a\r\nb\r\n', 'a\nc\n')).toBe('a\r\nc\r\n');
    expect(withLineEndsOf('a\r\nb\n', 'a\nc\n')).toBe('a\nc\n');
    expect(withLineEndsOf('a\nb\n', 'a\nc\n')).toBe('a\nc\n');
  });
});
