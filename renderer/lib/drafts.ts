import { bareName } from './bare-name.ts';

/** A text that was edited and not saved, and the version of the file that it was made from. */
export interface Draft {
  readonly text: string;
  readonly version: string;
  /** When it was last edited: milliseconds since 1970. */
  readonly at: number;
}

/** Drafts outlive the page and the app. They are those of one user on one engine. */
export interface Drafts {
  readonly read: (fileName: string) => Draft | undefined;
  /** False where it cannot be kept: nothing may be left then without asking. */
  readonly keep: (fileName: string, draft: Draft) => boolean;
  readonly drop: (fileName: string) => void;
  /** The names of the DAGs that have one, without extensions. */
  readonly names: () => ReadonlySet<string>;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

const PREFIX = 'dagwright.draft.';
/** A draft that nobody has looked at for so long is given up: days. */
const MAX_AGE_MS = 60 * 86_400_000;

/**
 * The drafts of one owner, such as a user at a node. A store holds a few megabytes: the oldest drafts, whoever's they
 * are, make way for a new one. A browser may forbid the store, or have none.
 */
export function createDrafts(owner: string, store: Store | undefined): Drafts {
  // A DAG has one draft, by whichever of its names its page was opened.
  const keyOf = (fileName: string) => PREFIX + JSON.stringify([owner, bareName(fileName)]);
  return {
    read: (fileName) => (store === undefined ? undefined : readDraft(store, keyOf(fileName))),
    keep: (fileName, draft) => {
      if (store === undefined) return false;
      dropOlder(store, draft.at - MAX_AGE_MS);
      return put(store, keyOf(fileName), JSON.stringify(draft));
    },
    drop: (fileName) => store?.removeItem(keyOf(fileName)),
    names: () =>
      new Set(store === undefined ? [] : keysOf(store).flatMap((key) => nameIn(key, owner))),
  };
}

/** The store of this browser; undefined where it is forbidden. */
export function browserStore(): Store | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}

function readDraft(store: Store, key: string): Draft | undefined {
  try {
    const { text, version, at } = JSON.parse(store.getItem(key) ?? '{}') as Partial<Draft>;
    const isWhole =
      typeof text === 'string' && typeof version === 'string' && typeof at === 'number';
    return isWhole ? { text, version, at } : undefined;
  } catch {
    // Somebody else's entry, or one that was cut: no draft.
    return undefined;
  }
}

function put(store: Store, key: string, value: string): boolean {
  for (;;) {
    try {
      store.setItem(key, value);
      return true;
    } catch {
      const [oldest] = draftsByAge(store).filter((one) => one.key !== key);
      if (oldest === undefined) return false;
      store.removeItem(oldest.key);
    }
  }
}

function dropOlder(store: Store, time: number): void {
  for (const { key, at } of draftsByAge(store)) if (at < time) store.removeItem(key);
}

function keysOf(store: Store): readonly string[] {
  const keys = Array.from({ length: store.length }, (_, index) => store.key(index) ?? '');
  return keys.filter((key) => key.startsWith(PREFIX));
}

/** The name in a key, if the draft is that of the owner. */
function nameIn(key: string, owner: string): readonly string[] {
  try {
    const [whose, name] = JSON.parse(key.slice(PREFIX.length)) as readonly unknown[];
    return whose === owner && typeof name === 'string' ? [name] : [];
  } catch {
    // Somebody else's key.
    return [];
  }
}

function draftsByAge(store: Store): readonly { readonly key: string; readonly at: number }[] {
  return keysOf(store)
    .map((key) => ({ key, at: readDraft(store, key)?.at ?? 0 }))
    .sort((a, b) => a.at - b.at);
}
