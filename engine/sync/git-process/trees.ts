import git from 'isomorphic-git';
import type { TreeEntry } from 'isomorphic-git';
import type { GitEntry, NewCommit } from './git.ts';
import type { Store } from './store.ts';

/** More files than anyone has; a tree that holds itself many times over would have more than fit into memory. */
const MAX_ENTRIES = 200_000;

/** The tree of a folder at a commit; null where there is none. */
export async function treeAt(store: Store, commit: string, folder: string): Promise<string | null> {
  const { commit: read } = await git.readCommit({ ...store.place, oid: commit });
  let tree: string | null = read.tree;
  for (const name of folder.split('/').filter((part) => part !== '')) {
    const entry: TreeEntry | undefined =
      tree === null ? undefined : (await entriesOf(store, tree)).find(named(name));
    tree = entry?.type === 'tree' ? entry.oid : null;
  }
  return tree;
}

/** The blob of a file at a commit; null where there is none. */
export async function blobAt(store: Store, commit: string, path: string): Promise<string | null> {
  const cut = path.lastIndexOf('/');
  const tree = await treeAt(store, commit, path.slice(0, Math.max(0, cut)));
  if (tree === null) return null;
  const entry = (await entriesOf(store, tree)).find(named(path.slice(cut + 1)));
  return entry?.type === 'blob' ? entry.oid : null;
}

const named =
  (name: string) =>
  (entry: TreeEntry): boolean =>
    entry.path === name;

async function entriesOf(store: Store, tree: string): Promise<readonly TreeEntry[]> {
  return (await git.readTree({ ...store.place, oid: tree })).tree;
}

/** All files below a tree, in the order of git. */
export async function listTree(store: Store, tree: string, at = ''): Promise<GitEntry[]> {
  const found: GitEntry[] = [];
  for (const { path, mode, oid, type } of await entriesOf(store, tree)) {
    if (type === 'tree') found.push(...(await listTree(store, oid, `${at}${path}/`)));
    else found.push({ path: at + path, mode, oid, size: await sizeOf(store, { oid, type }) });
    if (found.length > MAX_ENTRIES) throw store.tooLarge(`It has more than ${MAX_ENTRIES} files.`);
  }
  return found;
}

async function sizeOf(
  store: Store,
  { oid, type }: Pick<TreeEntry, 'oid' | 'type'>,
): Promise<number> {
  if (type !== 'blob') return 0;
  const known = store.sizes.get(oid);
  if (known !== undefined) return known;
  const { blob } = await git.readBlob({ ...store.place, oid });
  store.sizes.set(oid, blob.length);
  return blob.length;
}

type Changes = ReadonlyMap<string, Uint8Array | null>;

/** A tree with these changes; null where nothing is left. Files that stay keep their modes. */
export async function changedTree(
  store: Store,
  tree: string | null,
  changes: NewCommit['changes'],
): Promise<string | null> {
  return change(store, tree, new Map(changes.map(({ path, bytes }) => [path, bytes])));
}

async function change(store: Store, tree: string | null, changes: Changes): Promise<string | null> {
  const entries = new Map<string, TreeEntry>();
  for (const entry of tree === null ? [] : await entriesOf(store, tree))
    entries.set(entry.path, entry);
  for (const [name, bytes] of here(changes)) await setFile(store, entries, { name, bytes });
  for (const [name, below] of folders(changes)) {
    const before = entries.get(name);
    const next = await change(store, before?.type === 'tree' ? before.oid : null, below);
    if (next !== null) entries.set(name, { mode: '040000', path: name, oid: next, type: 'tree' });
    else if (before?.type === 'tree') entries.delete(name);
  }
  if (entries.size === 0) return null;
  return git.writeTree({ ...store.place, tree: [...entries.values()] });
}

async function setFile(
  store: Store,
  entries: Map<string, TreeEntry>,
  { name, bytes }: { readonly name: string; readonly bytes: Uint8Array | null },
): Promise<void> {
  if (bytes === null) return void entries.delete(name);
  const before = entries.get(name);
  const mode = before?.type === 'blob' && before.mode === '100755' ? before.mode : '100644';
  const oid = await git.writeBlob({ ...store.place, blob: bytes });
  entries.set(name, { mode, path: name, oid, type: 'blob' });
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
