import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { onMissed, type EngineConnection } from '../../client/engine-connection.ts';
import { useEngine } from '../../client/engine-context.ts';
import { paging, type PagedState, type PageOf } from '../../lib/paging.ts';

/** A page of a list, by the cursor of the page before. */
type LoadPage<T> = (
  engine: EngineConnection,
  after: { readonly cursor?: string },
) => Promise<PageOf<T>>;

/** Loads a list page by page for as long as the component stands. Another `load` later is not looked at: give it a key. */
export function usePaged<T extends { readonly id: number }>(load: LoadPage<T>): PagedState<T> {
  const engine = useEngine();
  const [store] = useState(() =>
    createStore<PagedState<T>>((set, get) =>
      paging({
        get,
        set,
        load: (cursor) => load(engine, cursor === undefined ? {} : { cursor }),
        keyOf: ({ id }) => id,
      }),
    ),
  );
  useEffect(() => {
    const { refresh } = store.getState();
    void refresh();
    return onMissed(engine, refresh);
  }, [engine, store]);
  return useStore(store);
}
