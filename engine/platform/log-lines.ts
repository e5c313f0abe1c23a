import type { FileHandle } from 'node:fs/promises';
import { isDamaged, textReader, type TextEncoding } from '../lib/text-encoding.ts';
import type { IndexedLog, LinePlace } from './line-index.ts';

const CHUNK = 128 * 1024;
const LINE_FEED = 10;

/** Longest line and largest page that are handed out, in bytes: no log can fill the memory of engine or window. */
export const LONGEST_LINE = 1024 * 1024;
export const LARGEST_PAGE = 4 * 1024 * 1024;

export interface Lines {
  readonly lines: readonly string[];
  /** Whether the page ended before its last line because it grew too large. */
  readonly full: boolean;
  readonly shortened: boolean;
  /** Whether some bytes are no text. */
  readonly damaged: boolean;
}

interface Wanted {
  readonly count: number;
  /** Where a line at or before the first one begins, for those who know better than the index. */
  readonly from?: LinePlace;
  /** Left out: UTF-8. */
  readonly encoding?: TextEncoding | undefined;
}

/** Reads `count` lines from line `first` (1-based). */
export async function readLines(
  log: IndexedLog,
  first: number,
  { count, from = log.near(first), encoding = 'utf-8' }: Wanted,
): Promise<Lines> {
  const collector = createCollector(first, { count, startLine: from.line, encoding });
  let { offset } = from;
  // A page of a few lines needs few bytes.
  const buffer = Buffer.allocUnsafe(Math.min(CHUNK, Math.max(1, log.size - offset)));
  while (!collector.done() && offset < log.size) {
    const read = await readChunk(log.file, buffer, { offset, end: log.size });
    if (read === 0) break;
    collector.add(buffer.subarray(0, read));
    offset += read;
  }
  return collector.result();
}

async function readChunk(
  file: FileHandle,
  buffer: Buffer,
  { offset, end }: { readonly offset: number; readonly end: number },
): Promise<number> {
  const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, end - offset), offset);
  return bytesRead;
}

const nothing = Buffer.alloc(0);

/** A decoder leaves out the character that the cut goes through. */
const truncated = (start: Buffer, length: number, encoding: TextEncoding): string =>
  `${textReader(encoding).read(start, { stream: true })} [line of ${length} bytes, truncated]`;

interface Collector {
  readonly add: (bytes: Buffer) => void;
  readonly done: () => boolean;
  readonly result: () => Lines;
}

interface Collected {
  readonly count: number;
  readonly startLine: number;
  readonly encoding: TextEncoding;
}

function createCollector(first: number, { count, startLine, encoding }: Collected): Collector {
  const reader = encoding === 'utf-8' ? null : textReader(encoding);
  const lines: string[] = [];
  let line = startLine;
  /** Where a line that goes through several chunks is put together; each in the same place, as they can be long. */
  let joined: Buffer | null = null;
  let kept = 0;
  let length = 0;
  let total = 0;
  let shortened = false;
  let damaged = false;

  function textOf(bytes: Buffer): string {
    const text = reader === null ? bytes.toString('utf8') : reader.read(bytes);
    damaged ||= isDamaged(text, bytes, encoding);
    return text;
  }

  function keep(bytes: Buffer): void {
    length += bytes.length;
    if (bytes.length === 0) return;
    joined ??= Buffer.allocUnsafe(LONGEST_LINE);
    kept += bytes.copy(joined, kept);
  }
  /** `rest` is the end of the line; mostly it is all of it, and needs no copy. */
  function endLine(rest: Buffer): void {
    if (line >= first && length === 0 && rest.length <= LONGEST_LINE) {
      lines.push(textOf(rest));
      total += rest.length;
    } else if (line >= first) {
      keep(rest);
      const bytes = (joined ?? nothing).subarray(0, kept);
      lines.push(length > kept ? truncated(bytes, length, encoding) : textOf(bytes));
      shortened ||= length > kept;
      total += kept;
    }
    line++;
    kept = 0;
    length = 0;
  }
  const full = (): boolean => total >= LARGEST_PAGE;
  const done = (): boolean => lines.length >= count || full();

  return {
    add: (bytes) => {
      let from = 0;
      for (
        let at = bytes.indexOf(LINE_FEED);
        at >= 0 && !done();
        at = bytes.indexOf(LINE_FEED, from)
      ) {
        endLine(bytes.subarray(from, at));
        from = at + 1;
      }
      if (!done() && line >= first) keep(bytes.subarray(from));
    },
    done,
    result: () => {
      if (length > 0 && !done()) endLine(nothing);
      return { lines, full: full() && lines.length < count, shortened, damaged };
    },
  };
}
