import { appendFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LONGEST_LINE } from '../../../engine/platform/log-lines.ts';
import { readLogPage, searchLog, type PageRequest } from '../../../engine/platform/log-pages.ts';
import { temporaryFolder } from '../../support/home.ts';

const TRUNCATED = 'A very long line is truncated. The file has all of it.';

const folder = temporaryFolder('logs');
let files = 0;

function aLog(content: string | Buffer): string {
  const file = join(folder, `${(files += 1)}.log`);
  writeFileSync(file, content);
  return file;
}

/** The lines of a text as the interface counts them: one ends at a line feed, the last one may go without. */
function linesOf(content: string): string[] {
  const lines = content.split('\n');
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

/** The page that somebody would cut who has all lines in memory. */
function naivePage(content: string, { tail, head, offset, limit }: PageRequest) {
  const all = linesOf(content);
  const first =
    tail !== undefined ? Math.max(0, all.length - tail) : ((head ? 1 : offset) ?? 1) - 1;
  const count = tail ?? head ?? limit ?? 1000;
  const lines = all.slice(first, first + count);
  const shown = lines.map(shortened);
  return {
    content: shown.join('\n'),
    lineCount: lines.length,
    totalLines: all.length,
    hasMore: tail !== undefined ? first > 0 : first + lines.length < all.length,
    isEstimate: false,
    ...(shown.some((line, index) => line !== lines[index]) ? { note: TRUNCATED } : {}),
  };
}

/** A line as it is shown: up to the last character that fits. */
function shortened(line: string): string {
  const bytes = Buffer.byteLength(line);
  if (bytes <= LONGEST_LINE) return line;
  // Half a character at the end becomes U+FFFD, which no line here has of its own.
  const start = Buffer.from(line)
    .toString('utf8', 0, LONGEST_LINE)
    .replace(/\ufffd$/u, '');
  return `${start} [line of ${bytes} bytes, truncated]`;
}

function naiveSearch(content: string, request: { q: string; offset: number; limit: number }) {
  const q = request.q.toLowerCase();
  const all = linesOf(content);
  const matches = all
    .map((line, index) => ({ lineNumber: index + 1, line }))
    .filter(
      ({ lineNumber, line }) => lineNumber >= request.offset && line.toLowerCase().includes(q),
    );
  return {
    matches: matches.slice(0, request.limit),
    hasMore: matches.length > request.limit,
    totalLines: all.length,
  };
}

const word = fc.constantFrom(
  '',
  'x',
  '日本',
  '\u{1f600}',
  '\r',
  'Straße',
  'ERROR',
  'error',
  '\0',
  ' ',
  'İ',
);
const shortLine = fc.array(word, { maxLength: 4 }).map((words) => words.join(''));
const content = fc.oneof(
  fc
    .tuple(fc.array(shortLine, { maxLength: 30 }), fc.boolean())
    .map(([lines, ended]) => lines.join('\n') + (ended && lines.length > 0 ? '\n' : '')),
  // Long enough for several marks of the index and several pieces, with characters across their borders.
  fc
    .record({
      lines: fc.array(shortLine, { minLength: 1, maxLength: 8 }),
      times: fc.integer({ min: 300, max: 9000 }),
      shift: fc.nat({ max: 5 }),
      rest: shortLine,
    })
    .map(
      ({ lines, times, shift, rest }) =>
        'y'.repeat(shift) + `${lines.join('\n')}\n`.repeat(times) + rest,
    ),
  fc
    .record({
      long: fc.integer({ min: 1, max: 300_000 }),
      around: fc.array(shortLine, { maxLength: 5 }),
    })
    .map(({ long, around }) => [...around, 'é'.repeat(long), ...around].join('\n')),
);

const lineNumber = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 10_000 }));
const request: fc.Arbitrary<PageRequest> = fc.oneof(
  fc.record({ tail: lineNumber }),
  fc.record({ head: lineNumber }),
  fc.record({
    offset: fc.oneof(lineNumber, fc.integer({ min: 400, max: 80_000 })),
    limit: lineNumber,
  }),
  fc.record({ offset: lineNumber }),
  fc.record({ limit: lineNumber }),
  fc.record({ tail: lineNumber, head: lineNumber, offset: lineNumber, limit: lineNumber }),
  fc.constant({}),
);

describe('a page of a log', () => {
  it('is the one that a reader of the whole file would cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        content,
        fc.array(request, { minLength: 1, maxLength: 6 }),
        async (text, pages) => {
          const file = aLog(text);
          for (const page of pages) {
            expect(await readLogPage(file, page)).toEqual(naivePage(text, page));
          }
        },
      ),
      { numRuns: 150 },
    );
  }, 60_000);

  it('is that of the moment while the file grows, however it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(content, { minLength: 2, maxLength: 5 }),
        request,
        async (parts, page) => {
          const file = aLog('');
          let text = '';
          for (const part of parts) {
            appendFileSync(file, part);
            text += part;
            expect(await readLogPage(file, page)).toEqual(naivePage(text, page));
          }
        },
      ),
      // A line that only becomes too long as it grows, the cut through a character.
      { numRuns: 60, examples: [[['x', 'é'.repeat(300_000), 'é'.repeat(300_000)], {}]] },
    );
  }, 60_000);

  it('never takes half a character for a line, wherever the pieces end', async () => {
    for (let shift = 0; shift < 4; shift++) {
      const text = `${'a'.repeat(128 * 1024 - 6 + shift)}\u{1f600}\n`.repeat(3);
      const file = aLog(text);

      expect(await readLogPage(file, {})).toEqual(naivePage(text, {}));
      expect(await readLogPage(file, { tail: 1 })).toEqual(naivePage(text, { tail: 1 }));
    }
  });

  it('is right around every mark of the index', async () => {
    const text = Array.from({ length: 2000 }, (_, index) => `line ${index + 1}`).join('\n');
    const file = aLog(text);
    for (const mark of [512, 1024, 1536]) {
      for (const offset of [mark - 1, mark, mark + 1, mark + 2]) {
        const page = { offset, limit: 1 };
        expect((await readLogPage(file, page)).content).toBe(`line ${offset}`);
      }
    }
  });

  it('is right for many readers at once', async () => {
    const text = 'some words in a line\n'.repeat(60_000);
    const file = aLog(text);
    const offsets = Array.from({ length: 20 }, (_, index) => index * 3000 + 1);

    const pages = await Promise.all(
      offsets.map((offset) => readLogPage(file, { offset, limit: 2 })),
    );

    expect(new Set(pages.map(({ totalLines }) => totalLines))).toEqual(new Set([60_000]));
    expect(new Set(pages.map(({ lineCount }) => lineCount))).toEqual(new Set([2]));
  });

  it('begins anew when the file was emptied or replaced', async () => {
    const file = aLog('one\ntwo\nthree\n');
    await readLogPage(file, {});
    writeFileSync(file, 'only\n');
    expect(await readLogPage(file, {})).toMatchObject({ content: 'only', totalLines: 1 });

    renameSync(aLog('a\nb\nc\nd\n'), file);

    expect(await readLogPage(file, {})).toMatchObject({ content: 'a\nb\nc\nd', totalLines: 4 });
  });

  it('cuts a line that is too long, and says so', async () => {
    const exact = aLog(`${'x'.repeat(LONGEST_LINE)}\n`);
    const over = aLog(`before\n${'x'.repeat(LONGEST_LINE + 1)}\nafter`);

    const whole = await readLogPage(exact, {});
    const cut = await readLogPage(over, {});

    expect(whole.content).toHaveLength(LONGEST_LINE);
    expect(whole.note).toBeUndefined();
    expect(cut.note).toBe(TRUNCATED);
    expect(cut.content.split('\n')).toEqual([
      'before',
      `${'x'.repeat(LONGEST_LINE)} [line of ${LONGEST_LINE + 1} bytes, truncated]`,
      'after',
    ]);
  });

  it('is empty with a note for a file that is not there', async () => {
    const file = join(folder, 'absent.log');

    expect(await readLogPage(file, {})).toEqual({
      content: '',
      lineCount: 0,
      totalLines: 0,
      hasMore: false,
      isEstimate: false,
      note: `The log file ${file} no longer exists.`,
    });
  });
});

describe('a search in a log', () => {
  const query = fc.oneof(
    fc.constantFrom(
      'x',
      'error',
      'ERROR',
      'SS',
      'straße',
      '日本',
      '\u{1f600}',
      'yx',
      'i',
      '\r',
      '  ',
    ),
    fc.string({ minLength: 1, maxLength: 3 }),
  );

  it('finds the lines that a reader of the whole file would find', async () => {
    await fc.assert(
      fc.asyncProperty(content, query, lineNumber, lineNumber, async (text, q, offset, limit) => {
        const search = { q, offset, limit };

        expect(await searchLog(aLog(text), search)).toEqual(naiveSearch(text, search));
      }),
      { numRuns: 200 },
    );
  }, 60_000);

  it('finds a text across the border of two pieces, once', async () => {
    for (let shift = 0; shift < 40; shift++) {
      const text = `${'.'.repeat(64 * 1024 - 20 + shift)}Needle日本\nother\n`.repeat(3);

      const { matches } = await searchLog(aLog(text), { q: 'needle日本', offset: 1, limit: 10 });

      expect(matches.map(({ lineNumber: number }) => number)).toEqual([1, 3, 5]);
    }
  });

  it('finds nothing in a file that is not there', async () => {
    const search = { q: 'x', offset: 1, limit: 10 };

    expect(await searchLog(join(folder, 'absent.log'), search)).toEqual({
      matches: [],
      hasMore: false,
      totalLines: 0,
    });
  });
});
