import { createStore, type StoreApi } from 'zustand/vanilla';

/** Where the cursor of the editor stands, 1-based. It moves with every key, so only what shows it listens. */
export interface Cursor {
  readonly line: number;
  readonly column: number;
}

export type CursorStore = StoreApi<Cursor>;

/** A cursor at the beginning of the text. */
export function createCursorStore(): CursorStore {
  return createStore<Cursor>(() => ({ line: 1, column: 1 }));
}
