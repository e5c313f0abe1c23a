import git from 'isomorphic-git';
import type { GitEntry, NewCommit } from './git.ts';
import { writeLoose } from './loose-objects.ts';
import type { Store } from './store.ts';
import {
  FOLDER,
  isFolder,
  isModule,
  nameOf,
  readTreeObject,
  textOf,
  writeTreeObject,
  type TreeEntry,
} from './tree-object.ts';

/** More files than anyone has; a tree that holds itself many times over would have more than fit into memory. */
const MAX_ENTRIES = 200_000;

/** The tree of a folder at a commit; null where there is none. */
export async function treeAt(store: Store, commit: string, folder: string): Promise<string | null> {
  const { commit: read } = await git.readCommit({ ...store.place, oid: commit });
  let tree: string | null = read.tree;
  for (const part of folder.split('/').filter((each) => each !== '')) {
    const entry: TreeEntry | undefined = tree === null ? undefined : await find(store, tree, part);
    tree = entry !== undefined && isFolder(entry) ? entry.oid : null;
  }
  return tree;
}

/** The blob of a file at a commit; null where there is none. */
export async function blobAt(store: Store, commit: string, path: string): Promise<string | null> {
  const cut = path.lastIndexOf('/');
  const tree = await treeAt(store, commit, path.slice(0, Math.max(0, cut)));
  const entry = tree === null ? undefined : await find(store, tree, path.slice(cut + 1));
  return entry === undefined || isFolder(entry) ? null : entry.oid;
}

async function find(store: Store, tree: string, text: string): Promise<TreeEntry | undefined> {
  const name = nameOf(text);
  return (await entriesOf(store, tree)).find((entry) => entry.name === name);
}

async function entriesOf(store: Store, oid: string): Promise<readonly TreeEntry[]> {
  const { object } = await git.readObject({ ...store.place, oid, format: 'content' });
  // What has no other format.
  return readTreeObject(Buffer.from(object as Uint8Array));
}

/** All files below a tree, in the order of git. */
export async function listTree(store: Store, tree: string, at = ''): Promise<GitEntry[]> {
  const found: GitEntry[] = [];
  for (const entry of await entriesOf(store, tree)) {
    const path = at + textOf(entry.name);
    if (isFolder(entry)) found.push(...(await listTree(store, entry.oid, `${path}/`)));
    else found.push({ path, mode: entry.mode, oid: entry.oid, size: await sizeOf(store, entry) });
    if (found.length > MAX_ENTRIES) throw store.tooLarge(`It has more than ${MAX_ENTRIES} files.`);
  }
  return found;
}

async function sizeOf(store: Store, entry: TreeEntry): Promise<number> {
  if (isModule(entry)) return 0;
  const known = store.sizes.get(entry.oid);
  if (known !== undefined) return known;
  const { blob } = await git.readBlob({ ...store.place, oid: entry.oid });
  store.sizes.set(entry.oid, blob.length);
  return blob.length;
}

/** What a tree has that another one has not at the same place: all that a push has to send, and little more. */
export async function newObjects(
  store: Store,
  tree: string,
  before: string | null,
): Promise<string[]> {
  if (tree === before) return [];
  const known = before === null ? [] : await entriesOf(store, before);
  const old = new Map(known.map((entry) => [entry.name, entry]));
  const oids = [tree];
  for (const entry of await entriesOf(store, tree)) {
    const same = old.get(entry.name);
    if (same?.oid === entry.oid || isModule(entry)) continue;
    if (!isFolder(entry)) oids.push(entry.oid);
    else
      oids.push(...(await newObjects(store, entry.oid, same && isFolder(same) ? same.oid : null)));
  }
  return oids;
}

type Changes = ReadonlyMap<string, Uint8Array | null>;

/** A tree with these changes; null where nothing is left. Files that stay keep their modes, and names that are odd stay. */
export async function changedTree(
  store: Store,
  tree: string | null,
  changes: NewCommit['changes'],
): Promise<string | null> {
  return change(store, tree, new Map(changes.map(({ path, bytes }) => [nameOf(path), bytes])));
}

async function change(store: Store, tree: string | null, changes: Changes): Promise<string | null> {
  const known = tree === null ? [] : await entriesOf(store, tree);
  const entries = new Map(known.map((entry) => [entry.name, entry]));
  for (const [name, bytes] of here(changes)) setFile(store, entries, { name, bytes });
  for (const [name, below] of folders(changes)) {
    const before = entries.get(name);
    const isThere = before !== undefined && isFolder(before);
    const oid = await change(store, isThere ? before.oid : null, below);
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
