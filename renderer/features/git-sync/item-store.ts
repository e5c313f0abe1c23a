import { createStore, type StoreApi } from 'zustand/vanilla';
import type { OperationOutput } from '#contract/operations.ts';
import type { EngineConnection } from '../../client/engine-connection.ts';
import { loading, type LoadingState } from '../../lib/loading.ts';

export interface ItemState extends LoadingState {
  readonly diff: OperationOutput<'sync.diff'> | undefined;
  readonly refresh: () => Promise<void>;
}

export type ItemStore = StoreApi<ItemState>;

/** By which the text that waits to be accepted is named; empty: none waits, or it is not known yet. */
export function waitingHash({ diff }: Pick<ItemState, 'diff'>): string {
  return diff?.reviewHash ?? '';
}

/** One item: its text on both sides. */
export function createItemStore(engine: EngineConnection, itemId: string): ItemStore {
  return createStore<ItemState>((set) => ({
    phase: 'loading',
    message: '',
    diff: undefined,
    refresh: loading(async () => ({ diff: await engine.call('sync.diff', { itemId }) }), set),
  }));
}
