import { foldedName, itemOf, type ItemName } from './item-path.ts';
import { shownPath } from './shown-names.ts';

/** An entry of the tree of the remote, as Git has it. */
export interface TreeEntry {
  readonly path: string;
  /** Git's own: `100644`. */
  readonly mode: string;
  readonly oid: string;
  /** Bytes. */
  readonly size: number;
}

/** An item of the remote: where it lies there, and its content. */
export interface RemoteItem extends ItemName {
  readonly path: string;
  readonly oid: string;
}

/** An entry that is not taken, and why. */
export interface RefusedEntry {
  readonly itemId: string;
  readonly message: string;
}

export interface RemoteTree {
  readonly items: ReadonlyMap<string, RemoteItem>;
  readonly refused: readonly RefusedEntry[];
}

/** What a person writes by hand is smaller. */
export const MAX_ITEM_BYTES = 5 * 1024 * 1024;

/** More than the list of DAGs is made for. */
export const MAX_ITEMS = 20_000;
/** Of a name, and of a path: what disks take, of which a folder of DAGs has its part. */
const MAX_NAME_BYTES = 255;
const MAX_PATH_BYTES = 1024;

/**
 * The items of a tree, and what of it is not to be taken: what would leave the folder, reach into a repository, lead
 * elsewhere, or meet another item in one file.
 *
 * @param tracked Paths that are known from before: one of two that clash stays what it was.
 */
export function readTree(
  entries: readonly TreeEntry[],
  tracked: ReadonlySet<string> = new Set(),
): RemoteTree {
  const refused: RefusedEntry[] = [];
  const sound: RemoteItem[] = [];
  for (const entry of entries) {
    const why = whyRefused(entry);
    const name = itemOf(entry.path);
    if (why !== null) refused.push({ itemId: name?.itemId ?? entry.path, message: why });
    else if (name !== null && sound.length >= MAX_ITEMS) refused.push(tooMany(entry.path, name));
    else if (name !== null) sound.push({ ...name, path: entry.path, oid: entry.oid });
  }
  const items = new Map<string, RemoteItem>();
  for (const group of clashing(sound)) {
    const [chosen, ...others] = chosenOf(group, tracked);
    if (chosen !== null) items.set(chosen.itemId, chosen);
    refused.push(...others);
  }
  return { items, refused };
}

/** Null for an entry that may be taken, or is none of ours. */
function whyRefused({ path, mode, size }: TreeEntry): string | null {
  const isItem = itemOf(path) !== null;
  if (mode === '160000')
    return `${shownPath(path)} is a submodule, which Git Sync does not follow.`;
  const parts = path.split(/[/\\]/);
  if (path.includes('\\') || parts.some(isClimbing)) {
    return `The path ${shownPath(path)} leaves the folder, so the entry is not taken.`;
  }
  if (parts.some(isRepository)) {
    return `The path ${shownPath(path)} reaches into a Git repository, so the entry is not taken.`;
  }
  // A link without an extension may stand for a folder.
  const isLink = mode === '120000';
  if (isLink && (isItem || !/\.[^/]+$/.test(path)))
    return `${shownPath(path)} is a link, which Git Sync does not follow.`;
  if (!isItem) return null;
  if (hasControls(path))
    return `The path ${shownPath(path)} has characters that no file should have.`;
  if (parts.some((part) => isLonger(part, MAX_NAME_BYTES)) || isLonger(path, MAX_PATH_BYTES))
    return `The path ${shownPath(path)} is longer than disks take.`;
  if (!mode.startsWith('100')) return `${path} is not a regular file.`;
  return size > MAX_ITEM_BYTES ? tooLarge(path) : null;
}

function tooMany(path: string, { itemId }: ItemName): RefusedEntry {
  return { itemId, message: `${path} is not taken: Git Sync takes ${MAX_ITEMS} items at most.` };
}

const isLonger = (text: string, bytes: number): boolean => Buffer.byteLength(text) > bytes;

/** What is said of a file that is larger than an item may be. */
export function tooLarge(path: string): string {
  return `${path} is larger than 5 MB, which is more than Git Sync takes.`;
}

const isClimbing = (part: string): boolean => part === '..' || part === '.' || part === '';

/** The names by which systems reach the folder `.git`: some leave characters out, others have a short name for it. */
function isRepository(part: string): boolean {
  const name = part.replace(/[\p{Cf}\p{Cc}]/gu, '').toLowerCase();
  return /^(?:\.git|git~\d)[ .]*(?::.*)?$/.test(name);
}

/** Also what stands for bytes that are no text: written back, the name would be another one. */
function hasControls(path: string): boolean {
  return /[\p{Cc}\ufffd]/u.test(path);
}

/** The items in groups of those that some disk would keep in one file. */
function clashing(items: readonly RemoteItem[]): Iterable<readonly RemoteItem[]> {
  return Map.groupBy(items, ({ itemId }) => foldedName(itemId)).values();
}

type Chosen = readonly [RemoteItem | null, ...RefusedEntry[]];

/** The one of a group that is taken, and why the others are not. */
function chosenOf(group: readonly RemoteItem[], tracked: ReadonlySet<string>): Chosen {
  const [first = null] = group;
  if (group.length === 1) return [first];
  const known = group.filter(({ path }) => tracked.has(path));
  const isOneItem = group.every(({ itemId }) => itemId === first?.itemId);
  const preferred = isOneItem ? group.toSorted((a, b) => rank(a) - rank(b))[0] : undefined;
  const chosen = known.length === 1 ? known[0] : preferred;
  const others = group.filter((item) => item !== chosen);
  return [chosen ?? null, ...others.map((item) => clash(item, group))];
}

// As the engine does with two files of one DAG.
const rank = ({ path }: RemoteItem): number => (path.endsWith('.yaml') ? 0 : 1);

function clash({ itemId, path }: RemoteItem, group: readonly RemoteItem[]): RefusedEntry {
  const others = group.flatMap((item) => (item.path === path ? [] : [item.path]));
  const message = `${path} and ${others.join(', ')} cannot be distinguished on every disk, so ${path} is not taken. Rename one of them.`;
  return { itemId, message };
}
