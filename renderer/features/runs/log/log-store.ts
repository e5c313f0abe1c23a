import { createStore, type StoreApi } from 'zustand/vanilla';
import type { EngineConnection } from '../../../client/engine-connection.ts';
import { PAGE_LINES, pagesOf, rowAt, rowCount } from '../../../lib/log-window.ts';
import { LogCache } from './log-cache.ts';
import { logPages, type LogPages } from './log-pages.ts';
import { searchLines, type LogMatch, type LogSource } from './log-source.ts';
import { runCalls, type RunCalls } from '../run-calls.ts';
import type { RunIdentity } from '../run-identity.ts';
import type { LogGrowth } from '../run-following.ts';

const MAX_PAGES = 80;

export type LogRowText =
  | { readonly kind: 'header'; readonly text: string }
  | { readonly kind: 'line'; readonly number: number; readonly text: string | undefined };

export interface LogState extends LogPages {
  readonly phase: 'loading' | 'ready';
  /** With `isLive` the view begins at the end of each log, and nothing is told of before the lines there. */
  readonly show: (sources: readonly LogSource[], isLive?: boolean) => Promise<void>;
  /** Fetches what these rows need and is not there yet. */
  readonly need: (from: number, to: number) => void;
  readonly grew: (growth: Pick<LogGrowth, 'stepName' | 'stream'>) => void;
  readonly rowText: (row: number) => LogRowText | undefined;
  /** Once it is aborted, no further log is looked into. */
  readonly search: (text: string, signal?: AbortSignal) => Promise<LogMatches>;
  /** Whether the step on show has printed to stderr. */
  readonly hasStderrLines: () => Promise<boolean>;
}

interface LogMatches {
  readonly matches: readonly LogMatch[];
  readonly hasMore: boolean;
}

export type LogStore = StoreApi<LogState>;

/** The lines of one or more logs, of which only the pages in sight are fetched and few are kept. */
export function createLogStore(engine: EngineConnection, identity: RunIdentity): LogStore {
  const calls = runCalls(engine, identity);
  const pages = new LogCache(MAX_PAGES);
  return createStore<LogState>((set, get) => {
    const { load, grow, follow, forget } = logPages(calls, pages, { set, get });

    return {
      sources: [],
      segments: [],
      rows: 0,
      version: 0,
      phase: 'loading',
      note: undefined,
      problem: undefined,

      show: async (sources, isLive = false) => {
        forget();
        const segments = sources.map(({ key, title }) => ({ key, title, lines: 0 }));
        set({
          sources,
          segments,
          rows: rowCount(segments),
          phase: 'loading',
          note: undefined,
          problem: undefined,
        });
        await Promise.all(sources.map((_, index) => (isLive ? grow(index) : load(index, 0))));
        if (get().sources === sources) set({ phase: 'ready' });
      },

      need: (from, to) => {
        const { segments } = get();
        for (const { segment, page } of pagesOf(segments, from, to)) {
          if (!pages.touch(segments[segment]?.key ?? '', page)) void load(segment, page);
        }
      },

      grew: ({ stepName, stream }) => {
        const key = `${stepName}/${stepName === '' ? 'stdout' : stream}`;
        const index = get().sources.findIndex((source) => source.key === key);
        if (index >= 0) void follow(index, key);
      },

      rowText: (row) => {
        const { segments } = get();
        const place = rowAt(segments, row);
        const segment = place && segments[place.segment];
        if (place === undefined || segment === undefined) return undefined;
        if (place.kind === 'header') return { kind: 'header', text: segment.title ?? '' };
        const page = Math.floor((place.line - 1) / PAGE_LINES);
        const text = pages.get(segment.key, page)?.[(place.line - 1) % PAGE_LINES];
        return { kind: 'line', number: place.line, text };
      },

      search: (text, signal) => searchAll(calls, get().sources, { text, signal }),
      hasStderrLines: async () => {
        const [source] = get().sources;
        if (source === undefined || source.stepName === '') return false;
        const { stepName } = source;
        const { lineCount } = await calls.stepLog(stepName, 'stderr', { offset: 1, limit: 1 });
        return lineCount > 0;
      },
    };
  });
}

async function searchAll(
  calls: RunCalls,
  sources: readonly LogSource[],
  { text, signal }: { readonly text: string; readonly signal: AbortSignal | undefined },
): Promise<LogMatches> {
  const matches: LogMatch[] = [];
  let hasMore = false;
  for (const [segment, source] of sources.entries()) {
    if (signal?.aborted) break;
    const found = await searchLines(calls, source, text);
    matches.push(...found.lines.map(({ number }) => ({ segment, line: number })));
    hasMore ||= found.hasMore;
  }
  return { matches, hasMore };
}
