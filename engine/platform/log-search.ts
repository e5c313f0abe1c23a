import type { LogSearch } from '../contract/run.ts';
import { textReader, type TextEncoding } from '../lib/text-encoding.ts';
import type { IndexedLog, LinePlace } from './line-index.ts';
import { LARGEST_PAGE, readLines } from './log-lines.ts';

export interface SearchRequest {
  readonly q: string;
  /** 1-based line to begin at. */
  readonly offset: number;
  readonly limit: number;
  /** Left out: UTF-8. */
  readonly encoding?: TextEncoding;
}

// Small enough that its text is not a large object to the garbage collector.
const CHUNK = 64 * 1024;
const LINE_FEED = 10;
/** The most bytes that stand for one unit of a text in lower case. */
const BYTES_PER_UNIT = 4;

/**
 * Finds lines that hold a text, in any case. The log is looked at in pieces, and lines are made only of pieces that
 * hold the text somewhere: a line is an object, and a gigabyte has millions.
 */
export async function searchLines(log: IndexedLog, request: SearchRequest): Promise<LogSearch> {
  const wanted = request.q.toLowerCase();
  const reader = textReader(request.encoding ?? 'utf-8');
  const found = createMatches(log, wanted, request);
  // What begins in a piece may end in the next.
  const buffer = Buffer.allocUnsafe(CHUNK + BYTES_PER_UNIT * wanted.length);
  let place = log.near(request.offset);
  for (let { offset } = place; offset < log.size && !found.enough(); offset += CHUNK) {
    const wholeLength = Math.min(buffer.length, log.size - offset);
    const { bytesRead } = await log.file.read(buffer, 0, wholeLength, offset);
    const end = endOf(buffer.subarray(0, Math.min(CHUNK, bytesRead)), offset, place);
    const text = reader.read(buffer.subarray(0, bytesRead)).toLowerCase();
    if (text.includes(wanted)) await found.add(place, end.line);
    place = end;
  }
  return found.result();
}

/** The last line that begins in the piece, or the line that goes through all of it. */
function endOf(piece: Buffer, offset: number, start: LinePlace): LinePlace {
  const last = piece.lastIndexOf(LINE_FEED);
  if (last < 0) return start;
  let feeds = 0;
  for (let at = piece.indexOf(LINE_FEED); at >= 0; at = piece.indexOf(LINE_FEED, at + 1)) feeds++;
  return { line: start.line + feeds, offset: offset + last + 1 };
}

interface Matches {
  /** Looks at the lines from `from` to `last`, but for those that were looked at before. */
  readonly add: (from: LinePlace, last: number) => Promise<void>;
  readonly enough: () => boolean;
  readonly result: () => LogSearch;
}

function createMatches(log: IndexedLog, wanted: string, request: SearchRequest): Matches {
  const { offset, limit, encoding } = request;
  const matches: { lineNumber: number; line: string }[] = [];
  let next = offset;
  let size = 0;
  // Long lines fill an answer before there are `limit` of them.
  const enough = (): boolean => matches.length > limit || size >= LARGEST_PAGE;

  function look(line: string): void {
    if (line.toLowerCase().includes(wanted)) {
      matches.push({ lineNumber: next, line });
      size += line.length;
    }
    next++;
  }

  return {
    add: async (from, last) => {
      next = Math.max(next, from.line);
      while (next <= last && !enough()) {
        const { lines } = await readLines(log, next, { count: last - next + 1, from, encoding });
        if (lines.length === 0) return;
        lines.forEach(look);
      }
    },
    enough,
    result: () => ({
      matches: matches.slice(0, limit),
      hasMore: enough() && (matches.length > limit || next <= log.totalLines),
      totalLines: log.totalLines,
    }),
  };
}
