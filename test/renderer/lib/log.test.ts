import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ansiSpans, withoutAnsi } from '../../../renderer/lib/ansi.ts';
import {
  PAGE_LINES,
  pagesOf,
  rowAt,
  rowCount,
  rowOfLine,
} from '../../../renderer/lib/log-window.ts';
import { RowHeights } from '../../../renderer/lib/row-heights.ts';
import { scrollScale } from '../../../renderer/lib/scroll-scale.ts';

describe('colors of a log', () => {
  it('maps sequences to the colors of the theme', () => {
    expect(ansiSpans('\u001b[1;31mERROR\u001b[0m plain')).toEqual([
      { text: 'ERROR', classes: 'ansi-red ansi-bold' },
      { text: ' plain', classes: '' },
    ]);
  });

  it('drops what moves the cursor, sets a title or makes a link', () => {
    expect(
      withoutAnsi('\u001b[2K\u001b]0;title\u0007a\u001b]8;;http://x\u001b\\b\u001b[10;5H'),
    ).toBe('ab');
  });

  it('shows the last paint of a progress bar', () => {
    expect(withoutAnsi('10%\r50%\r100%\r')).toBe('100%');
  });

  it('shows bytes that are no text as pictures', () => {
    expect(ansiSpans('a\u0000b\u0007\u202e')).toEqual([
      { text: 'a\u2400b\u2407<202e>', classes: '' },
    ]);
  });

  it('reads long color codes without taking their numbers for others', () => {
    expect(ansiSpans('\u001b[38;2;31;1;4mx\u001b[38;5;9my')).toEqual([
      { text: 'x', classes: 'ansi-mixed', colors: { '--mixed': 'rgb(31 1 4)' } },
      { text: 'y', classes: 'ansi-red' },
    ]);
  });

  it.each([
    ['38;5;208', 'ansi-mixed', { '--mixed': 'rgb(255 135 0)' }],
    ['38;5;232', 'ansi-mixed', { '--mixed': 'rgb(8 8 8)' }],
    ['38:2::1:2:3', 'ansi-mixed', { '--mixed': 'rgb(1 2 3)' }],
    ['48;2;1;2;3', 'ansi-on', { '--on': 'rgb(1 2 3)' }],
    ['41', 'ansi-on', { '--on': 'var(--ansi-red)' }],
    ['97;107', 'ansi-on', { '--on': 'var(--ansi-grey)' }],
    ['2;3;4;7;9', 'ansi-dim ansi-italic ansi-underline ansi-strike ansi-inverse', undefined],
    ['4;58;5;9;31', 'ansi-red ansi-underline', undefined],
  ])('draws %s', (codes, classes, colors) => {
    const span = { text: 'x', classes, ...(colors && { colors }) };

    expect(ansiSpans(`\u001b[${codes}mx`)).toEqual([span]);
  });

  it.each(['0', '', '22;23;24;27;29;39;49', '22;23;4:0;27;29;39;49'])(
    'is plain again after %s',
    (codes) => {
      const [, after] = ansiSpans(`\u001b[1;3;4;7;9;31;41mx\u001b[${codes}my`);

      expect(after).toEqual({ text: 'y', classes: '' });
    },
  );

  it.each(['[38;5m', '[38;5;256m', '[38;2;1;2m', '[48;2;300;0;0m', '[38m', '[99999m', '[;;m'])(
    'takes no color from %s, which is not complete or out of range',
    (sequence) => {
      expect(ansiSpans(`\u001b${sequence}x`)).toEqual([{ text: 'x', classes: '' }]);
    },
  );

  it.each(['[', '[3', '[38;5', '(B', ']0;title', 'Pq#0\u001b\\', ''])(
    'drops %s where it is not a sequence that ends',
    (sequence) => {
      expect(withoutAnsi(`x\u001b${sequence}`)).toBe('x');
    },
  );

  it('reads any sequence of numbers, and keeps the text behind it', () => {
    const numbers = fc.array(fc.oneof(fc.nat(300), fc.constantFrom(38, 48, 58, 2, 5)));
    fc.assert(
      fc.property(numbers, fc.constantFrom(';', ':'), (codes, by) => {
        const [span, ...more] = ansiSpans(`\u001b[${codes.join(by)}mtext`);

        expect([span?.text, more]).toEqual(['text', []]);
        expect(JSON.stringify(span)).not.toMatch(/NaN|undefined|null/);
      }),
    );
  });

  it('lets no control character through, and loses no text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (line) => {
        const text = ansiSpans(line)
          .map((span) => span.text)
          .join('');
        expect(text).not.toMatch(/[\u0000-\u0008\u000a-\u001f\u007f]/);
      }),
    );
  });
});

describe('the window onto a log', () => {
  const one = [{ key: 'a', title: undefined, lines: 1_000_000 }];
  const two = [
    { key: 'a', title: 'a', lines: 3 },
    { key: 'b', title: 'b', lines: 600 },
  ];

  it('counts a row for each line and each title', () => {
    expect(rowCount(one)).toBe(1_000_000);
    expect(rowCount(two)).toBe(605);
    expect(rowAt(two, 0)).toEqual({ kind: 'header', segment: 0 });
    expect(rowAt(two, 4)).toEqual({ kind: 'header', segment: 1 });
    expect(rowAt(two, 5)).toEqual({ kind: 'line', segment: 1, line: 1 });
    expect(rowAt(two, 605)).toBeUndefined();
    expect(rowCount([...two, { key: 'c', title: 'empty', lines: 0 }])).toBe(605);
  });

  it('fetches the pages in sight and no others', () => {
    expect(pagesOf(one, 499_990, 500_010)).toEqual([
      { segment: 0, page: 999 },
      { segment: 0, page: 1000 },
    ]);
    expect(pagesOf(two, 0, 4)).toEqual([{ segment: 0, page: 0 }]);
    expect(pagesOf([{ key: 'a', title: undefined, lines: 0 }], 0, 10)).toEqual([]);
  });

  it('finds each line in the row that shows it, and in a page that is fetched for it', () => {
    const segments = fc.array(
      fc.record({
        key: fc.string(),
        title: fc.option(fc.string(), { nil: undefined }),
        lines: fc.nat(3000),
      }),
      { minLength: 1, maxLength: 5 },
    );
    fc.assert(
      fc.property(segments, fc.nat(20_000), (all, wanted) => {
        fc.pre(rowCount(all) > 0);
        const row = wanted % rowCount(all);
        const place = rowAt(all, row);
        if (place?.kind !== 'line') return;
        expect(rowOfLine(all, place.segment, place.line)).toBe(row);
        const page = Math.floor((place.line - 1) / PAGE_LINES);
        expect(pagesOf(all, row, row)).toEqual([{ segment: place.segment, page }]);
      }),
    );
  });
});

describe('heights of rows', () => {
  it('agrees with adding them up one by one', () => {
    const changes = fc.array(fc.tuple(fc.nat(299), fc.integer({ min: 20, max: 400 })), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(changes, fc.nat(300), fc.nat(20_000), (sets, row, offset) => {
        const heights = new RowHeights(20);
        heights.resize(300);
        const plain = Array.from({ length: 300 }, () => 20);
        for (const [at, height] of sets) {
          heights.set(at, height);
          plain[at] = height;
        }
        const starts = plain.map((_, index) =>
          plain.slice(0, index).reduce((sum, one) => sum + one, 0),
        );
        const total = plain.reduce((sum, one) => sum + one, 0);
        expect(heights.total).toBe(total);
        expect(heights.startOf(row)).toBe(row === 300 ? total : starts[row]);
        expect(heights.rowAt(offset)).toBe(starts.findLastIndex((start) => start <= offset));
      }),
    );
  });

  it('keeps its heights while the log grows', () => {
    const heights = new RowHeights(20);
    heights.resize(10);
    heights.set(4, 60);

    heights.resize(1_000_000);

    expect(heights.startOf(5)).toBe(140);
    expect(heights.total).toBe(20_000_040);
  });
});

describe('the scroll bar of a very long log', () => {
  it('is the content itself up to what an element can be', () => {
    const scale = scrollScale(20_000_000, 500);
    expect(scale.height).toBe(20_000_000);
    expect(scale.toOffset(12_345)).toBe(12_345);
  });

  it('reaches both ends of a log of ten million lines', () => {
    const scale = scrollScale(200_000_000, 500);
    expect(scale.height).toBeLessThan(33_000_000);
    expect(scale.toOffset(0)).toBe(0);
    expect(scale.toOffset(scale.height - 500)).toBeCloseTo(200_000_000 - 500);
    expect(scale.toOffset(scale.toScroll(77_777_777))).toBeCloseTo(77_777_777);
  });
});
