import picocolors from 'picocolors';
import { describe, expect, it } from 'vitest';
import { csv } from '../../../../engine/cli/print/csv.ts';
import { displayWidth, fitTo, oneLine } from '../../../../engine/cli/print/display-width.ts';
import { table, type Column } from '../../../../engine/cli/print/table.ts';

const plain = picocolors.createColors(false);
const colored = picocolors.createColors(true);
const columns: readonly Column<readonly string[]>[] = [
  { title: 'NAME', value: ([name = '']) => name, style: (text) => colored.red(text) },
  { title: 'TEXT', value: ([, text = '']) => text },
];
/** What tables do without. */
const rest = { writeRaw: () => {}, logLine: (line: string) => line };
const plainColumns = columns.map(({ title, value }) => ({ title, value }));

describe('table', () => {
  it('aligns columns by what a terminal shows', () => {
    const rows = [
      ['日本', 'one'],
      ['a', 'two'],
      ['👩‍👩‍👧x', 'three'],
      ['é', 'four'],
    ];

    expect(
      table(plainColumns, rows, { colors: plain, columns: null, write: () => {}, ...rest }),
    ).toBe('NAME  TEXT\n日本  one\na     two\n👩‍👩‍👧x   three\né     four\n');
  });

  it('does not count colors', () => {
    const out = { colors: plain, columns: null, write: () => {}, ...rest };

    expect(table(columns, [['ab', 'c']], out)).toBe('NAME  TEXT\n\u001b[31mab\u001b[39m    c\n');
  });

  it('cuts the last column where the terminal ends', () => {
    const out = { colors: plain, columns: 16, write: () => {}, ...rest };

    expect(table(plainColumns, [['a', '0123456789abc']], out)).toBe(
      'NAME  TEXT\na     012345678…\n',
    );
  });

  it('keeps what a value holds from disturbing the terminal', () => {
    const out = { colors: plain, columns: null, write: () => {}, ...rest };

    expect(table(plainColumns, [['a\u001b[2Jb', 'two\nlines\u0007']], out)).toBe(
      'NAME  TEXT\nab    two lines\u2407\n',
    );
  });
});

describe('displayWidth', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['日本語', 6],
    ['ｆｕｌｌ', 8],
    ['한글', 4],
    ['e\u0301', 1],
    ['👍', 2],
    ['👩‍👩‍👧', 2],
    ['✓', 1],
    ['\u001b[31mred\u001b[39m', 3],
  ])('of %j is %i', (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });
});

describe('fitTo', () => {
  it.each([
    ['short', 5, 'short'],
    ['longer', 5, 'long…'],
    ['日本語', 5, '日本…'],
    ['日本語', 4, '日…'],
    ['x', 0, ''],
  ])('cuts %s to %i columns', (text, width, is) => {
    expect(fitTo(text, width)).toBe(is);
  });
});

describe('oneLine', () => {
  it('leaves no line feeds, and shows control characters as pictures', () => {
    expect(oneLine(' a\r\n b\u001b[31m\u0000c\t')).toBe('a b\u2400c');
  });
});

describe('csv', () => {
  it('quotes what would be read as something else', () => {
    expect(csv([['a', 'b c', 'd,e', 'say "f"', 'g\nh', ' i', '']])).toBe(
      'a,b c,"d,e","say ""f""","g\nh"," i",\r\n',
    );
  });
});
