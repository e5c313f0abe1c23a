import type { LogPage, LogSearch } from '../contract/run.ts';
import { NotRegularFile } from '../lib/regular-file.ts';
import type { TextEncoding } from '../lib/text-encoding.ts';
import { openIndexedLog, type IndexedLog } from './line-index.ts';
import { readLines, type Lines } from './log-lines.ts';
import { searchLines, type SearchRequest } from './log-search.ts';

/** Which lines: tail beats head beats offset; without any, the first 1000. */
export interface PageRequest {
  readonly tail?: number | undefined;
  readonly head?: number | undefined;
  /** 1-based. */
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
  /** Left out: UTF-8. */
  readonly encoding?: TextEncoding;
}

const DEFAULT_LINES = 1000;

export const emptyPage: LogPage = {
  content: '',
  lineCount: 0,
  totalLines: 0,
  hasMore: false,
  isEstimate: false,
};

/**
 * Reads one page of a log, never more of it than the page needs. A log that is gone, or in whose place something else has
 * been put, is an empty page with a note.
 *
 * @param isBegun Whether something was written to it: before that a log that is not there is one without lines.
 */
export async function readLogPage(
  path: string,
  request: PageRequest,
  isBegun = true,
): Promise<LogPage> {
  return withLog(
    path,
    (log) => (request.tail === undefined ? forward(log, request) : backward(log, request)),
    (why) => {
      if (why !== null) return { ...emptyPage, note: notALog(why) };
      return isBegun
        ? { ...emptyPage, note: `The log file ${path} no longer exists.` }
        : { ...emptyPage };
    },
  );
}

const notALog = ({ message }: NotRegularFile): string =>
  `${message}: the log was replaced, so it is not shown.`;

async function forward(log: IndexedLog, request: PageRequest): Promise<LogPage> {
  const { head, offset, limit, encoding } = request;
  const first = head === undefined ? (offset ?? 1) : 1;
  const page = await readLines(log, first, { count: head ?? limit ?? DEFAULT_LINES, encoding });
  return toPage(log, page, first - 1 + page.lines.length < log.totalLines);
}

async function backward(log: IndexedLog, { tail = 0, encoding }: PageRequest): Promise<LogPage> {
  let count = Math.min(tail, log.totalLines);
  let page = await readLines(log, log.totalLines - count + 1, { count, encoding });
  // The last lines matter: a page that is too large loses its first ones.
  while (page.full && count > 1) {
    count = Math.ceil(count / 2);
    page = await readLines(log, log.totalLines - count + 1, { count, encoding });
  }
  const full = count < Math.min(tail, log.totalLines);
  return toPage(log, { ...page, full }, log.totalLines > count);
}

function toPage(log: IndexedLog, page: Lines, hasMore: boolean): LogPage {
  return {
    content: page.lines.join('\n'),
    lineCount: page.lines.length,
    totalLines: log.totalLines,
    hasMore,
    isEstimate: false,
    ...(page.damaged ? { note: DAMAGED } : {}),
    ...(page.full ? { note: 'The lines are long, so this page has fewer of them.' } : {}),
    ...(page.shortened ? { note: 'A very long line is truncated. The file has all of it.' } : {}),
  };
}

const DAMAGED =
  'Parts of this log cannot be read as text and are shown as \u{fffd}. Name the encoding of the program in `log_output_encoding` of the step.';

/** Finds lines that hold a text, in any case, from line `offset` on. */
export async function searchLog(path: string, request: SearchRequest): Promise<LogSearch> {
  return withLog(
    path,
    (log) => searchLines(log, request),
    () => ({ matches: [], hasMore: false, totalLines: 0 }),
  );
}

async function withLog<T>(
  path: string,
  use: (log: IndexedLog) => Promise<T>,
  /** Null: there is nothing. */
  gone: (why: NotRegularFile | null) => T,
): Promise<T> {
  let log: IndexedLog;
  try {
    log = await openIndexedLog(path);
  } catch (error) {
    if (error instanceof NotRegularFile) return gone(error);
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return gone(null);
    throw error;
  }
  try {
    return await use(log);
  } finally {
    await log.file.close();
  }
}
