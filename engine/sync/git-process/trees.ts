import { nextTurn } from '../../lib/next-turn.ts';
import { walkTree } from '../../lib/git/walk-tree.ts';
import { readCommit } from './commit-object.ts';
import type { GitListing, NewCommit } from './git.ts';
import { writeLoose } from './loose-objects.ts';
import { notSound } from './packs/inflate.ts';
import type { Store } from './store.ts';
import {
  FOLDER,
  isFolder,
  isModule,
  nameOf,
  readTreeObject,
  writeTreeObject,
  type TreeEntry,
} from '../../lib/git/tree-object.ts';

/** The tree of a folder at a commit; null where there is none. */
export function treeAt(store: Store, commit: string, folder: string): string | null {
  let tree: string | null = readCommit(store, commit).tree;
  for (const part of folder.split('/').filter((each) => each !== '')) {
    const entry: TreeEntry | undefined = tree === null ? undefined : find(store, tree, part);
    tree = entry !== undefined && isFolder(entry) ? entry.oid : null;
  }
  return tree;
}

/** The blob of a file at a commit; null where there is none. */
export function blobAt(store: Store, commit: string, path: string): string | null {
  const cut = path.lastIndexOf('/');
  const tree = treeAt(store, commit, path.slice(0, Math.max(0, cut)));
  const entry = tree === null ? undefined : find(store, tree, path.slice(cut + 1));
  return entry === undefined || isFolder(entry) ? null : entry.oid;
}

function find(store: Store, tree: string, text: string): TreeEntry | undefined {
  const name = nameOf(text);
  return entriesOf(store, tree).find((entry) => entry.name === name);
}

function entriesOf({ objects }: Store, oid: string): readonly TreeEntry[] {
  const { type, bytes } = objects.read(oid);
  if (type !== 'tree') throw notSound(`object ${oid} is no tree`);
  return readTreeObject(Buffer.from(bytes));
}

/** All that is below a tree, as far as its limits go. */
export async function listTree(store: Store, tree: string): Promise<GitListing> {
  const { objects, limits } = store;
  const entriesIn = (oid: string): readonly TreeEntry[] | null =>
    objects.sizeOf(oid) > limits.objectBytes ? null : entriesOf(store, oid);
  const { files, unseen } = await walkTree(tree, { limits, entriesOf: entriesIn, turn: nextTurn });
  const entries = files.map(({ path, entry }) => ({
    path,
    mode: entry.mode,
    oid: entry.oid,
    size: isModule(entry) ? 0 : objects.sizeOf(entry.oid),
  }));
  return { entries, unseen };
}

/** What a tree has that another one has not at the same place: all that a push has to send, and little more. */
export function* newObjects(store: Store, tree: string, before: string | null): Generator<string> {
  if (tree === before) return;
  const known = before === null ? [] : entriesOf(store, before);
  const old = new Map(known.map((entry) => [entry.name, entry]));
  yield tree;
  for (const entry of entriesOf(store, tree)) {
    const same = old.get(entry.name);
    if (same?.oid === entry.oid || isModule(entry)) continue;
    if (!isFolder(entry)) yield entry.oid;
    else yield* newObjects(store, entry.oid, same && isFolder(same) ? same.oid : null);
  }
}

type Changes = ReadonlyMap<string, Uint8Array | null>;

/** A tree with these changes; null where nothing is left. Files that stay keep their modes, and names that are odd stay. */
export function changedTree(
  store: Store,
  tree: string | null,
  changes: NewCommit['changes'],
): string | null {
  return change(store, tree, new Map(changes.map(({ path, bytes }) => [nameOf(path), bytes])));
}

function change(store: Store, tree: string | null, changes: Changes): string | null {
  const known = tree === null ? [] : entriesOf(store, tree);
  const entries = new Map(known.map((entry) => [entry.name, entry]));
  for (const [name, bytes] of here(changes)) setFile(store, entries, { name, bytes });
  for (const [name, below] of folders(changes)) {
    const before = entries.get(name);
    const isThere = before !== undefined && isFolder(before);
    const oid = change(store, isThere ? before.oid : null, below);
    if (oid !== null) entries.set(name, { mode: FOLDER, name, oid });
    else if (isThere) entries.delete(name);
  }
  return entries.size === 0 ? null : writeTree(store, entries.values());
}

/** Writes a tree; of nothing it is the empty one. */
export function writeTree(store: Store, entries: Iterable<TreeEntry>): string {
  return writeLoose(store, { type: 'tree', bytes: writeTreeObject(entries) });
}

function setFile(
  store: Store,
  entries: Map<string, TreeEntry>,
  { name, bytes }: { readonly name: string; readonly bytes: Uint8Array | null },
): void {
  if (bytes === null) return void entries.delete(name);
  const mode = entries.get(name)?.mode === '100755' ? '100755' : '100644';
  const oid = writeLoose(store, { type: 'blob', bytes });
  entries.set(name, { mode, name, oid });
}

/** Those of the files that stand in the tree itself. */
function here(changes: Changes): readonly (readonly [string, Uint8Array | null])[] {
  return [...changes].filter(([path]) => !path.includes('/'));
}

function folders(changes: Changes): ReadonlyMap<string, Changes> {
  const found = new Map<string, Map<string, Uint8Array | null>>();
  for (const [path, bytes] of changes) {
    const cut = path.indexOf('/');
    if (cut < 0) continue;
    const name = path.slice(0, cut);
    const below = found.get(name) ?? new Map<string, Uint8Array | null>();
    found.set(name, below.set(path.slice(cut + 1), bytes));
  }
  return found;
}
