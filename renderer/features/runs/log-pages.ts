import type { LogPage } from '#contract/run.ts';
import { formatError } from '../../lib/format-error.ts';
import { PAGE_LINES, rowCount, type LogSegment } from '../../lib/log-window.ts';
import type { LogCache } from './log-cache.ts';
import { fetchLines, linesOf, type LogSource } from './log-source.ts';
import type { RunCalls } from './run-calls.ts';

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
  const underway = new Set<string>();
  const growing = new Map<string, 'once' | 'again'>();

  const keep = (index: number, page: number, answer: LogPage) => {
    const { segments: before, version, note } = get();
    const segment = before[index];
    if (segment === undefined) return;
    pages.set(segment.key, page, linesOf(answer));
    const segments = before.with(index, { ...segment, lines: totalOf(answer, page) });
    set({
      segments,
      rows: rowCount(segments),
      version: version + 1,
      note: answer.note ?? note,
      problem: undefined,
    });
  };

  const load = async (index: number, page: number) => {
    const { sources } = get();
    const source = sources[index];
    const key = `${source?.key} ${page}`;
    if (source === undefined || underway.has(key)) return;
    underway.add(key);
    try {
      const range = { offset: page * PAGE_LINES + 1, limit: PAGE_LINES };
      const answer = await fetchLines(calls, source, range);
      // Another log may be shown by now.
      if (get().sources === sources) keep(index, page, answer);
    } catch (error) {
      if (get().sources === sources) set({ problem: formatError(error) });
    } finally {
      underway.delete(key);
    }
  };

  const follow = async (index: number, key: string) => {
    if (growing.has(key)) return void growing.set(key, 'again');
    do {
      growing.set(key, 'once');
      const last = Math.max(0, (get().segments[index]?.lines ?? 0) - 1);
      await load(index, Math.floor(last / PAGE_LINES));
    } while (growing.get(key) === 'again');
    growing.delete(key);
  };

  return { load, follow };
}

/** An estimated total is right once its last page has been seen. */
function totalOf(answer: LogPage, page: number): number {
  const seen = page * PAGE_LINES + answer.lineCount;
  return answer.hasMore || answer.lineCount === 0 ? answer.totalLines : seen;
}
