import { createStore, type StoreApi } from 'zustand/vanilla';
import type { EngineEvent } from '#contract/events.ts';
import type { SyncItem, SyncStatus } from '#contract/sync.ts';
import { follow, type EngineConnection } from '../../client/engine-connection.ts';
import { attempting, type Problem } from '../../lib/attempt.ts';
import { batched } from '../../lib/batched.ts';
import { loading, type LoadingState } from '../../lib/loading.ts';
import { canBePublished, isTicked, type Ticks } from './items.ts';
import {
  atRest,
  syncCommands,
  type Activity,
  type Outcome,
  type SyncCommands,
} from './sync-commands.ts';

export interface SyncState extends LoadingState, Problem, SyncCommands {
  readonly status: SyncStatus | undefined;
  readonly activity: Activity;
  readonly ticks: Ticks;
  readonly outcome: Outcome | undefined;
  readonly start: () => () => void;
  readonly refresh: () => Promise<void>;
  readonly choose: (itemIds: readonly string[], isChosen: boolean) => void;
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
    return {
      phase: 'loading',
      message: '',
      problem: undefined,
      status: undefined,
      activity: atRest,
      ticks: new Map(),
      outcome: undefined,

      start: () => {
        const refresh = () => get().refresh();
        return follow(engine, {}, { refresh, listener: onEvent, pending: [refreshSoon] });
      },
      refresh: loading(async () => ({ status: await engine.call('sync.status', {}) }), set),
      choose: (itemIds, isChosen) => {
        const chosen = itemIds.map((id) => [id, isChosen] as const);
        set({ ticks: new Map([...get().ticks, ...chosen]) });
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
