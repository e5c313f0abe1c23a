import { createStore, type StoreApi } from 'zustand/vanilla';
import { debounced } from '../../../lib/debounce.ts';
import { formatError } from '../../../lib/format-error.ts';
import { rowOfLine } from '../../../lib/log-window.ts';
import type { LogMatch } from './log-source.ts';
import type { LogStore } from './log-store.ts';

/** What was found of a text, and which of it is on show. */
interface Found {
  readonly text: string;
  readonly matches: readonly LogMatch[];
  readonly hasMore: boolean;
  readonly current: number;
}

export interface LogSearchState {
  readonly text: string;
  /** Of the text that was last answered. */
  readonly found: Found | undefined;
  readonly problem: string;
  /** The answer lets wait for itself. */
  readonly isSlow: boolean;
  /** The text is searched for once nothing is typed for a moment, and its first match is shown. */
  readonly type: (text: string) => void;
  /** Shows the next match or, by -1, the one before; a text that was not searched for yet is, at once. */
  readonly move: (by: 1 | -1) => void;
  /** Another log is on show. */
  readonly again: () => void;
  readonly stop: () => void;
}

/** The lines that are searched. */
interface SearchedView {
  /** Brings a row into sight and marks a text in it. */
  readonly show: (row: number, text: string) => void;
  readonly clear: () => void;
}

type LogSearchStore = StoreApi<LogSearchState>;

const TYPING_MS = 200;
const SLOW_MS = 300;

/** Searches a log while somebody types. The engine reads a whole log for it, so it is asked once at a time, and for the newest text. */
export function createLogSearch(log: LogStore, view: SearchedView): LogSearchStore {
  return createStore<LogSearchState>((set, get) => {
    let asking: AbortController | undefined;
    const soon = debounced(TYPING_MS, () => void search());
    const slow = debounced(SLOW_MS, () => set({ isSlow: true }));
    const show = (found: Found): void => {
      set({ found });
      const match = found.matches[found.current];
      if (match === undefined) return view.clear();
      view.show(rowOfLine(log.getState().segments, match.segment, match.line), found.text);
    };
    const search = async (): Promise<void> => {
      soon.cancel();
      asking?.abort();
      if (asking !== undefined) return;
      asking = new AbortController();
      const { signal } = asking;
      const { text } = get();
      slow();
      const answer = await answerTo(log, text, signal);
      asking = undefined;
      slow.cancel();
      set({ isSlow: false });
      if (signal.aborted) return get().text === '' ? undefined : search();
      // What was typed since is searched for in a moment.
      if (get().text !== text) return;
      set({ problem: answer.problem });
      if (answer.found) show(answer.found);
    };
    const forget = (): void => {
      soon.cancel();
      asking?.abort();
      set({ text: '', found: undefined, problem: '' });
      view.clear();
    };

    return {
      text: '',
      found: undefined,
      problem: '',
      isSlow: false,
      type: (text) => {
        if (text === '') return forget();
        set({ text });
        soon();
      },
      move: (by) => {
        const { text, found } = get();
        if (text === '') return;
        if (found?.text !== text) return void search();
        const count = found.matches.length;
        if (count > 0) show({ ...found, current: (found.current + by + count) % count });
      },
      again: () => {
        set({ found: undefined });
        if (get().text !== '') void search();
      },
      stop: forget,
    };
  });
}

async function answerTo(
  log: LogStore,
  text: string,
  signal: AbortSignal,
): Promise<{ readonly found?: Found; readonly problem: string }> {
  try {
    return {
      found: { text, current: 0, ...(await log.getState().search(text, signal)) },
      problem: '',
    };
  } catch (error) {
    return { problem: formatError(error) };
  }
}
