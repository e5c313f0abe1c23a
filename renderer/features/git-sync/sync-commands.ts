import type { SyncResult, SyncStatus } from '#contract/sync.ts';
import type { EngineConnection } from '../../client/engine-connection.ts';
import type { Attempt } from '../../lib/attempt.ts';

/** How far the engine is with what it does. */
export interface Activity {
  readonly activity: SyncStatus['activity'];
  /** In git's words; empty: none. */
  readonly phase: string;
  readonly done: number;
  /** 0: not known. */
  readonly total: number;
}

/** What came of the last command. */
export interface Outcome {
  readonly kind: 'pull' | 'publish' | 'discard' | 'resolve' | 'restore' | 'forget' | 'accept';
  readonly itemIds: readonly string[];
  readonly result: SyncResult | undefined;
}

export const atRest: Activity = { activity: '', phase: '', done: 0, total: 0 };

/** What a person can have done. Each shows what came of it, and the items as they are then. */
export interface SyncCommands {
  readonly pull: () => Promise<void>;
  /** Whether it was published. */
  readonly publish: (itemIds: readonly string[], message: string) => Promise<boolean>;
  /** Publishes one item, in place of what the remote has. */
  readonly publishOver: (itemId: string) => Promise<void>;
  readonly discard: (itemId: string) => Promise<void>;
  /** Tells of what was done in a view of its own: a merge was saved, a copy was restored. */
  readonly tell: (kind: 'resolve' | 'restore', item: string) => Promise<void>;
  readonly forget: (itemId: string) => Promise<void>;
  /** @param hash Of the text that was read. */
  readonly accept: (itemId: string, hash: string) => Promise<void>;
}

interface CommandOptions {
  readonly engine: EngineConnection;
  readonly attempt: Attempt;
  readonly get: () => { readonly refresh: () => Promise<void> };
  readonly set: (state: { outcome?: Outcome | undefined; activity?: Activity }) => void;
}

/** The commands of Git Sync. Each shows that it is under way, and then what came of it. */
export function syncCommands({ engine, attempt, get, set }: CommandOptions): SyncCommands {
  const command = async (
    { kind, itemIds }: Omit<Outcome, 'result'>,
    work: () => Promise<SyncResult | undefined>,
  ): Promise<boolean> => {
    set({ outcome: undefined, activity: { ...atRest, activity: kind } });
    const outcome = await attempt(async () => ({ kind, itemIds, result: await work() }));
    set({ outcome, activity: atRest });
    await get().refresh();
    return outcome !== undefined;
  };
  const quietly = async (
    kind: 'discard' | 'forget' | 'accept',
    itemId: string,
    work: () => Promise<unknown>,
  ): Promise<void> => {
    await command({ kind, itemIds: [itemId] }, async () => {
      await work();
      return undefined;
    });
  };
  return {
    pull: async () => {
      await command({ kind: 'pull', itemIds: [] }, () => engine.call('sync.pull', {}));
    },
    publish: (itemIds, message) =>
      command({ kind: 'publish', itemIds }, () =>
        engine.call('sync.publishAll', { message, itemIds: [...itemIds] }),
      ),
    publishOver: async (itemId) => {
      await command({ kind: 'publish', itemIds: [itemId] }, () =>
        engine.call('sync.publish', { itemId, force: true }),
      );
    },
    discard: (itemId) => quietly('discard', itemId, () => engine.call('sync.discard', { itemId })),
    tell: (kind, item) => {
      set({ outcome: { kind, itemIds: [item], result: undefined } });
      return get().refresh();
    },
    forget: (itemId) => quietly('forget', itemId, () => engine.call('sync.forget', { itemId })),
    accept: (itemId, hash) =>
      quietly('accept', itemId, () => engine.call('sync.accept', { itemId, hash })),
  };
}
