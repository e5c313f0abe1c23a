import { isFolder, textOf, type TreeEntry } from './tree-object.ts';

/** A file, a link or another repository of a tree. */
export interface TreeFile {
  /** From the tree that was asked for, with `/` between its parts. As it was committed: it may be hostile. */
  readonly path: string;
  readonly entry: TreeEntry;
}

/** A folder of which not all was looked at. */
export interface UnseenFolder {
  /** Empty: the tree that was asked for. */
  readonly path: string;
  /** `much`: there are more files and folders than are looked at. `deep`: it has too many above it. */
  readonly why: 'much' | 'deep';
}

export interface TreeLimits {
  /** Files and folders. */
  readonly entries: number;
  /** Of all their paths together. */
  readonly pathBytes: number;
  /** Folders in one another. */
  readonly depth: number;
}

export interface WalkedTree {
  readonly files: readonly TreeFile[];
  readonly unseen: readonly UnseenFolder[];
}

type Entries = readonly TreeEntry[] | null;

interface Walk {
  readonly limits: TreeLimits;
  /** Null: it is larger than any that is read. */
  readonly entriesOf: (oid: string) => Entries | Promise<Entries>;
  /** Waits for a turn of the loop, on which a stop is heard. */
  readonly turn: () => Promise<void>;
}

interface Folder {
  readonly path: string;
  readonly oid: string;
  readonly depth: number;
}

/** Folders that are named one by one; of more, those at the top are named that they are in. */
const MAX_NAMED = 100;
/** Longer than a path that any disk takes. */
const MAX_PATH = 4096;
/** Folders between two turns. */
const TURN = 100;

/**
 * Looks at all that is below a tree, those at the top first: what is too much in one folder takes nothing from those beside
 * it. One tree may stand in many places, so that a few objects make more paths than any computer has room for.
 */
export async function walkTree(root: string, walk: Walk): Promise<WalkedTree> {
  const { limits, turn } = walk;
  const entriesOf = once(walk.entriesOf);
  const files: TreeFile[] = [];
  const unseen: UnseenFolder[] = [];
  let { entries: left, pathBytes } = limits;
  const folders: Folder[] = [{ path: '', oid: root, depth: 0 }];
  for (const [index, { path: at, oid, depth }] of folders.entries()) {
    if (index % TURN === TURN - 1) await turn();
    const isDeep = depth > limits.depth || at.length > MAX_PATH;
    const entries = isDeep || left <= 0 || pathBytes <= 0 ? null : await entriesOf(oid);
    if (entries === null) {
      unseen.push({ path: at, why: isDeep ? 'deep' : 'much' });
      continue;
    }
    for (const entry of entries) {
      const path = at === '' ? textOf(entry.name) : `${at}/${textOf(entry.name)}`;
      left -= 1;
      pathBytes -= path.length;
      if (left < 0 || pathBytes < 0) {
        unseen.push({ path: at, why: 'much' });
        break;
      }
      if (isFolder(entry)) folders.push({ path, oid: entry.oid, depth: depth + 1 });
      else files.push({ path, entry });
    }
  }
  return { files, unseen: named(unseen) };
}

function once(entriesOf: Walk['entriesOf']): (oid: string) => Promise<Entries> {
  const known = new Map<string, Entries>();
  return async (oid) => {
    const entries = known.get(oid) ?? (await entriesOf(oid));
    known.set(oid, entries);
    return entries;
  };
}

function named(unseen: readonly UnseenFolder[]): readonly UnseenFolder[] {
  if (unseen.length <= MAX_NAMED) return unseen;
  const tops = new Map(unseen.map(({ path, why }) => [path.split('/', 1)[0] ?? '', why]));
  const found = [...tops].map(([path, why]) => ({ path, why }));
  return found.length <= MAX_NAMED ? found : [{ path: '', why: 'much' }];
}
