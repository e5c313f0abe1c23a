/**
 * What an item is, as ids of contents; null: it is not there. All decisions of Git Sync follow from these three, and none
 * takes away a content that is neither on the remote nor that of the last sync.
 */
export interface Sides {
  /** When both sides were last the same. */
  readonly base: string | null;
  /** In the folder of DAGs, now. */
  readonly local: string | null;
  /** On the remote, when it was last asked. */
  readonly remote: string | null;
}

/** The state of an item; `absent`: it is on neither side, and nothing has to be known of it. */
export type ItemState = 'synced' | 'modified' | 'untracked' | 'conflict' | 'missing' | 'absent';

/** What only the remote has changed counts as synced until a pull. */
export function stateOf({ base, local, remote }: Sides): ItemState {
  if (local === null) return base === null || remote === null ? 'absent' : 'missing';
  if (local === base || local === remote) return 'synced';
  if (remote === base) return base === null ? 'untracked' : 'modified';
  return 'conflict';
}

/**
 * What a pull does with an item. `write`: the remote has a new text. `remove`: the remote has deleted it. `adopt`: both have
 * the same, so it is synced. `forget`: neither has it. `conflict`: both have changed it. `keep`: nothing.
 */
export type PullAction = 'write' | 'remove' | 'adopt' | 'forget' | 'conflict' | 'keep';

/** A deletion here gives way to a new text there. */
export function pullAction({ base, local, remote }: Sides): PullAction {
  if (local === remote) return local === base ? 'keep' : local === null ? 'forget' : 'adopt';
  // Unchanged there: whatever was done here stays, a deletion as well.
  if (remote === base) return 'keep';
  if (local === null) return 'write';
  if (local !== base) return 'conflict';
  return remote === null ? 'remove' : 'write';
}

/**
 * What a publish does with an item. `send`: the remote gets the text of here. `delete`: it is to go there as well. `adopt`:
 * the remote has it already. `nothing`: here is nothing that the remote does not know. `conflict`: both have changed it.
 */
export type PublishAction = 'send' | 'delete' | 'adopt' | 'nothing' | 'conflict';

/** `force`: the remote may have changed meanwhile, and is replaced. */
export function publishAction({ base, local, remote }: Sides, force: boolean): PublishAction {
  if (local === base) return 'nothing';
  if (local === remote) return 'adopt';
  if (remote !== base && !force) return 'conflict';
  return local === null ? 'delete' : 'send';
}

/**
 * What a discard does with an item. `take`: the text of the remote takes the place of what is here. `remove`: the remote has
 * none. `nothing`: here is nothing to take back. `unknown`: the remote never had it.
 */
export type DiscardAction = 'take' | 'remove' | 'nothing' | 'unknown';

/** An item that is the same on both sides has nothing to take back. */
export function discardAction({ base, local, remote }: Sides): DiscardAction {
  if (base === null && remote === null) return 'unknown';
  if (local === base || local === remote) return 'nothing';
  return remote === null ? 'remove' : 'take';
}
