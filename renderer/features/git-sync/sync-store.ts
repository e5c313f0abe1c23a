import { createStore, type StoreApi } from 'zustand/vanilla';
import type { EngineEvent } from '#contract/events.ts';
import type { SyncItem, SyncStatus } from '#contract/sync.ts';
import { follow, type EngineConnection } from '../../client/engine-connection.ts';
import { attempting, type Problem } from '../../lib/attempt.ts';
import { batched } from '../../lib/batched.ts';
import { loading, type LoadingState } from '../../lib/loading.ts';
import { canBePublished, isTicked } from './items.ts';
import { afterPublish, messageOf, publishDraft, type PublishDraft } from './publish-draft.ts';
import {
  atRest,
  syncCommands,
  type Activity,
  type Outcome,
  type SyncCommands,
} from './sync-commands.ts';

export interface SyncState extends LoadingState, Problem, SyncCommands, PublishDraft {
  readonly status: SyncStatus | undefined;
  readonly activity: Activity;
  readonly outcome: Outcome | undefined;
  readonly start: () => () => void;
  readonly refresh: () => Promise<void>;
  readonly choose: (itemIds: readonly string[], isChosen: boolean) => void;
  /** Ticks one item and no other, while the page is open. */
  readonly chooseOnly: (itemId: string) => void;
  readonly write: (words: Partial<Pick<PublishDraft, 'summary' | 'description'>>) => void;
  /** Publishes what is ticked, with the message that was written. */
  readonly publishChosen: () => Promise<void>;
  readonly dismiss: () => void;
}

export type SyncStore = StoreApi<SyncState>;

const GATHER_MS = 100;

/** Git Sync as the engine knows it, kept current by events. */
export function createSyncStore(engine: EngineConnection): SyncStore {
  return createStore<SyncState>((set, get) => {
    const refreshSoon = batched<EngineEvent>(GATHER_MS, () => void get().refresh());
    const onEvent = (event: EngineEvent): void => {
      if (event.type === 'sync.changed') {
        const { activity, phase, done, total } = event;
        set({ activity: { activity, phase, done, total } });
      }
      if (event.type === 'sync.changed' ? event.activity === '' : event.type === 'dag.changed') {
        refreshSoon(event);
      }
    };
    const attempt = attempting(set);
    const draft = publishDraft(engine);
    const prepare = (changes: Partial<PublishDraft>): void => {
      set(changes);
      draft.keep({ ...draft.read(), ...changes });
    };
    return {
      ...draft.read(),
      phase: 'loading',
      message: '',
      problem: undefined,
      status: undefined,
      activity: atRest,
      outcome: undefined,

      start: () => {
        const refresh = () => get().refresh();
        return follow(engine, {}, { refresh, listener: onEvent, pending: [refreshSoon] });
      },
      refresh: loading(async () => ({ status: await engine.call('sync.status', {}) }), set),
      choose: (itemIds, isChosen) => {
        const chosen = itemIds.map((id) => [id, isChosen] as const);
        prepare({ ticks: new Map([...get().ticks, ...chosen]) });
      },
      chooseOnly: (itemId) => {
        const none = (get().status?.items ?? []).map((item) => [item.itemId, false] as const);
        set({ ticks: new Map([...none, [itemId, true]]) });
      },
      write: prepare,
      publishChosen: async () => {
        const published = get();
        const itemIds = chosenItems(published).map(({ itemId }) => itemId);
        if (!(await published.publish(itemIds, messageOf(published)))) return;
        set(afterPublish(get(), published, itemIds));
        draft.keep(afterPublish(draft.read(), published, itemIds));
      },
      ...syncCommands({ engine, attempt, get, set }),
      dismiss: () => set({ problem: undefined, outcome: undefined }),
    };
  });
}

/** What a publish takes now. */
export function chosenItems({
  status,
  ticks,
}: Pick<SyncState, 'status' | 'ticks'>): readonly SyncItem[] {
  return (status?.items ?? []).filter((item) => canBePublished(item) && isTicked(item, ticks));
}
