import { answerOf, loading, type LoadingState } from './loading.ts';

/** A list that is loaded a page at a time. */
export interface PagedState<T> extends LoadingState {
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

interface PagingParts<T> {
  readonly get: () => PagedState<T>;
  readonly set: (state: Partial<PagedState<T>>) => void;
  /** Gives the page behind a cursor; the first one without it. */
  readonly load: (cursor: string | undefined) => Promise<PageOf<T>>;
  /** Tells the items apart. */
  readonly keyOf: (item: T) => string | number;
}

/** The state of such a list before anything is loaded. */
export function paging<T>({ get, set, load, keyOf }: PagingParts<T>): PagedState<T> {
  return {
    phase: 'loading',
    message: '',
    items: [],
    cursor: undefined,
    isLoadingMore: false,
    refresh: loading(() => load(undefined), set),
    more: async () => {
      const { cursor, isLoadingMore } = get();
      if (cursor === undefined || isLoadingMore) return;
      set({ isLoadingMore: true });
      const next = await answerOf(() => load(cursor));
      set({ isLoadingMore: false });
      // A list that was loaded anew meanwhile goes on from another place.
      if (get().cursor !== cursor) return;
      if (next.phase === 'failed') return set(next);
      const known = new Set(get().items.map(keyOf));
      const fresh = next.items.filter((item) => !known.has(keyOf(item)));
      set({ ...next, items: [...get().items, ...fresh] });
    },
  };
}
