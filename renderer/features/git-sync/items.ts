import type { SyncItem } from '#contract/sync.ts';

/** Whether something is to be done about an item: published, resolved, restored, read, or moved to where it is a DAG. */
export function isOpen({
  status,
  trust,
  problem,
}: Pick<SyncItem, 'status' | 'trust' | 'problem'>): boolean {
  return status !== 'synced' || trust === 'review' || problem !== '';
}

/** Whether a publish may take it. */
export function canBePublished({ status }: Pick<SyncItem, 'status'>): boolean {
  return status === 'modified' || status === 'untracked' || status === 'missing';
}

/** Whether both sides have changed it, and somebody must decide. */
export function isConflict({ status }: Pick<SyncItem, 'status'>): boolean {
  return status === 'conflict';
}

/** The items as they are listed: conflicts first, since they wait for a person. */
export function conflictsFirst(items: readonly SyncItem[]): readonly SyncItem[] {
  const others = items.filter((item) => !isConflict(item));
  return [...items.filter(isConflict), ...others];
}

/** Ticks that a person has set or taken away; all other items have the tick that is usual for them. */
export type Ticks = ReadonlyMap<string, boolean>;

/** Whether a publish takes an item. A deletion it takes only when a person asks for it. */
export function isTicked(
  { itemId, status }: Pick<SyncItem, 'itemId' | 'status'>,
  ticks: Ticks,
): boolean {
  return ticks.get(itemId) ?? status !== 'missing';
}

/** The name of a file, and the folder that it stands in. */
export function placeOf({ filePath }: Pick<SyncItem, 'filePath'>): {
  readonly name: string;
  readonly folder: string;
} {
  const cut = filePath.lastIndexOf('/') + 1;
  return {
    name: filePath.slice(cut).replace(/\.(?:yaml|md)$/, ''),
    folder: filePath.slice(0, Math.max(0, cut - 1)),
  };
}

/** The DAG that has a page of its own: its file is here, and is one. */
export function dagOf(
  item: Pick<SyncItem, 'filePath' | 'kind' | 'localHash' | 'problem'>,
): string | undefined {
  const isHere = item.kind === 'dag' && item.localHash !== '' && item.problem === '';
  return isHere ? placeOf(item).name : undefined;
}
