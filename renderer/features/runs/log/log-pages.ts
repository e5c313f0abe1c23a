import type { LogPage } from '#contract/run.ts';
import { formatError } from '../../../lib/format-error.ts';
import { PAGE_LINES, rowCount, type LogSegment } from '../../../lib/log-window.ts';
import type { LogCache } from './log-cache.ts';
import { fetchLines, linesOf, type LogSource } from './log-source.ts';
import type { RunCalls } from '../run-calls.ts';

/** What is known of the logs that are shown. */
export interface LogPages {
  readonly sources: readonly LogSource[];
  readonly segments: readonly LogSegment[];
  readonly rows: number;
  /** Grows with every page that comes in. */
  readonly version: number;
  readonly note: string | undefined;
  readonly problem: string | undefined;
}

/** What loading pages reads and changes of the store that it is part of. */
interface Store {
  readonly set: (state: Partial<LogPages>) => void;
  readonly get: () => LogPages;
}

/** Fetches pages of logs into a cache, each once at a time, and the last one as long as its log grows. */
export function logPages(calls: RunCalls, pages: LogCache, { set, get }: Store) {
  /** An answer for logs that are not shown anymore is of no use, also where the same ones are shown again. */
  let underway = new Map<string, Promise<LogPage | undefined>>();
  const growing = new Map<string, 'once' | 'again'>();

  const notes = new Map<string, string>();

  const ask = async (index: number, page: number): Promise<LogPage | undefined> => {
    const { sources } = get();
    const source = sources[index];
    if (source === undefined) return undefined;
    try {
      const range = { offset: page * PAGE_LINES + 1, limit: PAGE_LINES };
      const answer = await fetchLines(calls, source, range);
      // Another log may be shown by now.
      if (get().sources !== sources) return undefined;
      pages.set(source.key, page, linesOf(answer, source));
      return answer;
    } catch (error) {
      if (get().sources === sources) set({ problem: formatError(error) });
      return undefined;
    }
  };
  const keyOf = (index: number, page: number) => `${get().sources[index]?.key} ${page}`;
  /** Asks anew: an answer that is on its way may be older than what is wanted, and is waited for first. */
  const fetch = async (index: number, page: number): Promise<LogPage | undefined> => {
    const current = underway;
    const key = keyOf(index, page);
    while (current.has(key)) await current.get(key);
    const answer = ask(index, page);
    current.set(key, answer);
    try {
      return await answer;
    } finally {
      current.delete(key);
    }
  };

  /** Tells of a page, and of as many lines as the log is said to have. */
  const tell = (index: number, { note }: LogPage, lines: number) => {
    const { segments: before, version } = get();
    const segment = before[index];
    if (segment === undefined) return;
    // What is said of a log without lines holds no longer once it has some; one that was cut stays cut.
    if (note !== undefined) notes.set(segment.key, note);
    else if (segment.lines === 0) notes.delete(segment.key);
    const segments = before.with(index, { ...segment, lines });
    set({
      segments,
      rows: rowCount(segments),
      version: version + 1,
      note: before.map(({ key }) => notes.get(key)).find((one) => one !== undefined),
      problem: undefined,
    });
  };

  const load = async (index: number, page: number) => {
    if (underway.has(keyOf(index, page))) return;
    const answer = await fetch(index, page);
    if (answer === undefined) return;
    // What came to the end meanwhile is told of once it is there too.
    const known = get().segments[index]?.lines ?? 0;
    const isInside = answer.hasMore && page < lastPage(known);
    tell(index, answer, isInside ? known : totalOf(answer, page));
  };

  /** The end of a log that has grown. Nothing is told of before the lines are there that a view at the end will show. */
  const grow = async (index: number): Promise<'more' | 'whole'> => {
    const known = lastPage(get().segments[index]?.lines ?? 0);
    const answer = await fetch(index, known);
    if (answer === undefined) return 'whole';
    const end = lastPage(totalOf(answer, known));
    if (end === known) {
      tell(index, answer, totalOf(answer, known));
      return 'whole';
    }
    const [, newest] = await Promise.all([
      end - 1 > known ? fetch(index, end - 1) : undefined,
      fetch(index, end),
    ]);
    // The total may have been an estimate, and a view may have asked for that page itself.
    if (newest === undefined || newest.lineCount === 0) {
      tell(index, answer, totalOf(answer, known));
      return 'whole';
    }
    tell(index, newest, end * PAGE_LINES + newest.lineCount);
    return newest.hasMore ? 'more' : 'whole';
  };

  const follow = async (index: number, key: string) => {
    if (growing.has(key)) return void growing.set(key, 'again');
    for (let isGrowing = true; isGrowing;) {
      growing.set(key, 'once');
      const end = await grow(index);
      isGrowing = end === 'more' || growing.get(key) === 'again';
    }
    growing.delete(key);
  };

  const forget = () => {
    pages.clear();
    notes.clear();
    underway = new Map();
  };

  return { load, grow, follow, forget };
}

function lastPage(lines: number): number {
  return Math.floor(Math.max(0, lines - 1) / PAGE_LINES);
}

/** An estimated total is right once its last page has been seen. */
function totalOf(answer: LogPage, page: number): number {
  const seen = page * PAGE_LINES + answer.lineCount;
  return answer.hasMore || answer.lineCount === 0 ? answer.totalLines : seen;
}
