import { createStore, type StoreApi } from 'zustand/vanilla';
import { errorWords } from '../../lib/error-words.ts';

export interface PagedState<T> {
  readonly phase: 'loading' | 'ready' | 'failed';
  readonly message: string;
  /** Newest first. */
  readonly items: readonly T[];
  /** Present while older ones follow. */
  readonly cursor: string | undefined;
  readonly isLoadingMore: boolean;
  readonly refresh: () => Promise<void>;
  readonly more: () => Promise<void>;
}

export interface PageOf<T> {
  readonly items: readonly T[];
  readonly cursor: string | undefined;
}

/** A list that is loaded a page at a time, by the cursor of the page before. */
export function createPagedStore<T>(
  load: (cursor: string | undefined) => Promise<PageOf<T>>,
): StoreApi<PagedState<T>> {
  return createStore<PagedState<T>>((set, get) => ({
    phase: 'loading',
    message: '',
    items: [],
    cursor: undefined,
    isLoadingMore: false,
    refresh: async () => {
      try {
        set({ phase: 'ready', ...(await load(undefined)) });
      } catch (error) {
        set({ phase: 'failed', message: errorWords(error) });
      }
    },
    more: async () => {
      const { cursor, isLoadingMore } = get();
      if (cursor === undefined || isLoadingMore) return;
      set({ isLoadingMore: true });
      try {
        const page = await load(cursor);
        // A list that was loaded anew meanwhile goes on from another place.
        if (get().cursor === cursor) {
          set({ phase: 'ready', items: [...get().items, ...page.items], cursor: page.cursor });
        }
      } catch (error) {
        set({ phase: 'failed', message: errorWords(error) });
      } finally {
        set({ isLoadingMore: false });
      }
    },
  }));
}
