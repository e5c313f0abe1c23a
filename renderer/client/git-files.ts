import { createStore, type StoreApi } from 'zustand/vanilla';
import type { EngineEvent } from '#contract/events.ts';
import type { SyncStatus } from '#contract/sync.ts';
import { batched } from '../lib/batched.ts';
import { gitStateOf, type GitState } from '../lib/git-state.ts';
import { follow, type EngineConnection } from './engine-connection.ts';

/** What Git Sync says of the files here. */
export interface GitFilesState {
  readonly isOn: boolean;
  /** The items about which something is to be done, by their ids. */
  readonly open: ReadonlyMap<string, GitState>;
  readonly start: () => () => void;
}

export type GitFiles = StoreApi<GitFilesState>;

const GATHER_MS = 250;

/** The files that differ from the remote of Git Sync, asked for once for all who show them, and kept current by events. */
export function createGitFiles(engine: EngineConnection): GitFiles {
  return createStore<GitFilesState>((set, get) => {
    // Beside a name is no place for an error; the Git page says what is wrong.
    const refresh = () =>
      void engine.call('sync.status', {}).then(
        (status) => set(changed(get(), status)),
        () => undefined,
      );
    const refreshSoon = batched<EngineEvent>(GATHER_MS, refresh);
    const listener = (event: EngineEvent) => {
      const isEdit = event.type === 'dag.changed' && get().isOn;
      if (isEdit || (event.type === 'sync.changed' && event.activity === '')) refreshSoon(event);
    };
    return {
      isOn: false,
      open: new Map(),
      start: () => follow(engine, {}, { refresh, listener, pending: [refreshSoon] }),
    };
  });
}

/** What is the same stays the same object, so that nothing is drawn anew for it. */
function changed(before: GitFilesState, { enabled, items }: SyncStatus): Partial<GitFilesState> {
  const states = items.map((item) => [item.itemId, gitStateOf(item)] as const);
  const open = new Map(states.filter(([, state]) => state !== 'synced'));
  const isSame =
    open.size === before.open.size && [...open].every(([id, one]) => before.open.get(id) === one);
  return { isOn: enabled, open: isSame ? before.open : open };
}
