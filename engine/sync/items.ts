import { syncItems, type SyncItemRow } from '../storage/sync-items.ts';
import type { Database } from '../storage/database.ts';
import type { LocalContent, LocalFiles } from './local-files.ts';
import { itemOf, type ItemName } from './plan/item-path.ts';
import type { RemoteTree } from './plan/remote-tree.ts';
import { stateOf, type ItemState, type Sides } from './plan/sides.ts';
import { isUnderReview } from './review.ts';

/** An item as it is now. */
export interface SyncItem extends ItemName {
  /** Where it lies on the remote, or will. */
  readonly path: string;
  readonly sides: Sides;
  readonly state: ItemState;
  readonly local: LocalContent | null;
  /** Null for an item that was never on the remote. */
  readonly row: SyncItemRow | null;
  /** Whether a text of the remote waits for somebody who accepts it: then the item does not start. */
  readonly isUnderReview: boolean;
}

/** Where each item was known to be, and its content there. */
type KnownRemote = ReadonlyMap<string, { readonly path: string; readonly oid: string | null }>;

/** All items, of which the remote is as it was when it was last asked; sorted by `filePath`. */
export async function knownItems(db: Database, files: LocalFiles): Promise<readonly SyncItem[]> {
  const rows = syncItems(db);
  const remote = new Map(rows.map((row) => [row.itemId, { path: row.path, oid: row.remoteOid }]));
  const items = await join(files, rows, remote);
  return items.filter(({ state }) => state !== 'absent');
}

interface LookedAtTree extends RemoteTree {
  /** Whether nobody has looked at an item there; null: somebody has. */
  readonly isUnseen: (item: Pick<SyncItem, 'itemId' | 'path'>) => unknown;
}

/** All items with the remote as it is in this tree. What of it is not taken stays as it was known. */
export async function itemsWith(
  files: LocalFiles,
  rows: readonly SyncItemRow[],
  tree: LookedAtTree,
): Promise<readonly SyncItem[]> {
  const refused = new Set(tree.refused.map(({ itemId }) => itemId));
  const kept = rows.filter(
    (row) => (refused.has(row.itemId) && !tree.items.has(row.itemId)) || tree.isUnseen(row),
  );
  const remote = new Map<string, { path: string; oid: string | null }>([
    ...kept.map((row) => [row.itemId, { path: row.path, oid: row.remoteOid }] as const),
    ...tree.items,
  ]);
  return join(files, rows, remote);
}

async function join(
  files: LocalFiles,
  rows: readonly SyncItemRow[],
  remote: KnownRemote,
): Promise<readonly SyncItem[]> {
  const rowOf = new Map(rows.map((row) => [row.itemId, row]));
  const tracked = new Map(rows.map(({ itemId, path }) => [itemId, path]));
  for (const [itemId, { path }] of remote) tracked.set(itemId, path);
  const here = await files.scan([...tracked].map(([itemId, path]) => ({ itemId, path })));
  const ids = new Set([...tracked.keys(), ...here.keys()]);
  const items = [...ids].map((itemId) => {
    const row = rowOf.get(itemId) ?? null;
    const local = here.get(itemId) ?? null;
    const path = remote.get(itemId)?.path ?? row?.path ?? local?.path ?? '';
    const sides = {
      base: row?.baseOid ?? null,
      local: local?.oid ?? null,
      remote: remote.get(itemId)?.oid ?? null,
    };
    const waits = isUnderReview(row);
    const state = shownState(stateOf(sides), waits);
    return { ...nameOf(path), path, sides, state, local, row, isUnderReview: waits };
  });
  return items.sort((a, b) => (a.filePath < b.filePath ? -1 : 1));
}

/** Every path here has come through `itemOf`. */
function nameOf(path: string): ItemName {
  return itemOf(path) ?? { itemId: path, filePath: path, kind: 'dag' };
}

/** What is new there and waits is an item already. */
const shownState = (state: ItemState, waits: boolean): ItemState =>
  waits && state === 'absent' ? 'synced' : state;
