import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  inOrder,
  type Piece,
  type Source,
} from '../../../../engine/platform/masking/read-streams.ts';

const sourceOf = (from: number): Source => ({
  from,
  sink: { push: () => undefined, end: () => undefined },
});
const out = sourceOf(0);
const err = sourceOf(3);

const piece = (source: Source, text: string): Piece => ({ source, bytes: Buffer.from(text) });
const textOf = (pieces: readonly Piece[]): string =>
  Buffer.concat(pieces.map(({ bytes }) => bytes)).toString();

describe('pieces of two streams that come at once', () => {
  it.each([
    ['as many', [piece(out, 'o1\no2\n'), piece(err, 'e1\ne2\n')], 'o1\ne1\no2\ne2\n'],
    ['one more of the second', [piece(out, 'o1\n'), piece(err, 'e1\ne2\n')], 'e1\no1\ne2\n'],
    ['one more of the first', [piece(err, 'e1\ne2\n'), piece(out, 'o1\n')], 'e1\no1\ne2\n'],
    ['a line in two of them', [piece(out, 'o'), piece(err, 'e1\n'), piece(out, '1\n')], 'o1\ne1\n'],
    ['a line without an end', [piece(err, 'e1\n'), piece(out, 'name? ')], 'e1\nname? '],
  ])('are taken line by line: %s', (_name, pieces, text) => {
    expect(textOf(inOrder(pieces))).toBe(text);
  });

  it('stay whole in the order in which they came where one stream wrote much more', () => {
    const pieces = [piece(out, 'o1\no2\no3\n'), piece(err, 'fatal\n'), piece(out, 'o4\n')];

    expect(textOf(inOrder(pieces))).toBe('o1\no2\no3\nfatal\no4\n');
  });

  it('lose no byte, and keep the order of each stream', () => {
    const bytes = fc.string({ unit: fc.constantFrom('a', 'b', '\n') });
    const given = fc.array(fc.tuple(fc.constantFrom(out, err), bytes));

    fc.assert(
      fc.property(given, (texts) => {
        const pieces = texts.map(([source, text]) => piece(source, text));
        const ordered = inOrder(pieces);
        for (const source of [out, err]) {
          const own = (of: readonly Piece[]) => textOf(of.filter((each) => each.source === source));
          expect(own(ordered)).toBe(own(pieces));
        }
      }),
    );
  });
});
