import { createHash, randomUUID } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fdatasync,
  lstatSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  type Dirent,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { makeNamedFolder } from '../lib/folders.ts';
import { nextTurn } from '../lib/next-turn.ts';
import { openToRead, readBytes } from '../lib/regular-file.ts';
import { writeFirst } from '../lib/write-file.ts';
import { isDagFile } from '../platform/dag-file-names.ts';
import { sizeOf, stampOf } from '../platform/file-stamp.ts';
import { GitError } from './git-process/git.ts';
import { gitLimits } from './git-process/limits.ts';
import { itemOf, MEMORY_FOLDER, otherPath, type ItemName } from './plan/item-path.ts';
import { MAX_ITEM_BYTES, MAX_ITEMS, tooLarge } from './plan/remote-tree.ts';

/** What a file of the folder holds. */
export interface LocalContent {
  /** Below the folder, with `/`. */
  readonly path: string;
  /** The id that Git gives to the content; one that Git gives to none where it cannot be read. */
  readonly oid: string;
  /** SHA-256; empty where it cannot be read. */
  readonly hash: string;
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number;
  /** Why it cannot be published; empty: it can. */
  readonly problem: string;
}

interface Known extends LocalContent {
  readonly fingerprint: string;
}

/** Files that are looked at in one turn. */
const LOOKED_AT_ONCE = 100;

/** What an item is known by: its place on the remote. */
type Tracked = Pick<ItemName, 'itemId'> & { readonly path: string };

/** The items of the folder of DAGs. Contents are remembered by the stamps of their files: a look at them is a look at those. */
export class LocalFiles {
  readonly #folder: string;
  readonly #known = new Map<string, Known>();
  readonly #signal: AbortSignal | undefined;

  /** @param signal Ends what takes long. */
  constructor(folder: string, signal?: AbortSignal) {
    this.#folder = folder;
    this.#signal = signal;
  }

  /** All items that are tracked and here, and those that could be published: definitions in the folder itself, and memory files. */
  async scan(tracked: Iterable<Tracked>): Promise<ReadonlyMap<string, LocalContent>> {
    const found = new Map<string, LocalContent>();
    const wanted = [...tracked, ...firstOf(this.#untracked(), MAX_ITEMS)];
    for (const [index, { itemId, path }] of wanted.entries()) {
      if (index % LOOKED_AT_ONCE === LOOKED_AT_ONCE - 1) await nextTurn();
      this.#goOn();
      if (found.has(itemId)) continue;
      const content = this.find(path);
      if (content !== null) found.set(itemId, content);
    }
    this.#forgetOthers(found);
    return found;
  }

  /** The file of an item, whichever of its two names it has here; null where there is none. */
  find(path: string): LocalContent | null {
    const other = otherPath(path);
    return this.#look(path) ?? (other === null ? null : this.#look(other));
  }

  /** The bytes of a file as they are now, and what they are. */
  read(path: string): { readonly bytes: Uint8Array; readonly oid: string } {
    const bytes = readBytes(this.pathOf(path), { links: 'follow' });
    return { bytes, oid: gitOid(bytes) };
  }

  pathOf(path: string): string {
    return join(this.#folder, ...path.split('/'));
  }

  #look(path: string): LocalContent | null {
    try {
      return this.#lookAt(path);
    } catch {
      // A pipe, or a file that is closed to us: it is here, and nothing may take its place.
      return { ...unreadable(path, path), problem: `${path} cannot be read.` };
    }
  }

  #lookAt(path: string): LocalContent | null {
    if (this.linkedFolder(path) !== null) return null;
    const file = this.pathOf(path);
    const stamp = stampOf(file);
    if (stamp === null) return null;
    const known = this.#known.get(path);
    if (known !== undefined && known.fingerprint === stamp.fingerprint) return known;
    if (sizeOf(stamp) > MAX_ITEM_BYTES) return tooLargeHere(path, stamp.fingerprint);
    const bytes = readBytes(file, { links: 'follow' });
    const { mtimeMs } = statSync(file);
    const content = { path, oid: gitOid(bytes), hash: contentHash(bytes), modifiedAt: mtimeMs };
    if (stamp.isSettled) this.#known.set(path, { ...content, problem: '', ...stamp });
    return { ...content, problem: '' };
  }

  /** A link among the folders above a file, which leads who knows where; null: there is none. */
  linkedFolder(path: string): string | null {
    const parts = path.split('/').slice(0, -1);
    for (const index of parts.keys()) {
      const folder = join(this.#folder, ...parts.slice(0, index + 1));
      if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() === true) return folder;
    }
    return null;
  }

  /** @throws GitError `stopped` */
  #goOn(): void {
    if (this.#signal?.aborted === true) throw new GitError('stopped', 'The sync was stopped.');
  }

  *#untracked(): Iterable<Tracked> {
    for (const { name } of entriesOf(this.#folder)) {
      const item = isDagFile(name) ? itemOf(name) : null;
      if (item !== null) yield { ...item, path: name };
    }
    yield* this.#notes();
  }

  *#notes(): Iterable<Tracked> {
    const folders = [MEMORY_FOLDER];
    for (const folder of folders) {
      this.#goOn();
      for (const entry of entriesOf(this.pathOf(folder))) {
        if (entry.name.startsWith('.')) continue;
        const path = `${folder}/${entry.name}`;
        // A folder that is deeper than those that are taken from the remote.
        const isNear = path.split('/').length <= gitLimits.depth;
        if (entry.isDirectory() && isNear) folders.push(path);
        const item = entry.isFile() && path.endsWith('.md') ? itemOf(path) : null;
        if (item !== null) yield { ...item, path };
      }
    }
  }

  #forgetOthers(found: ReadonlyMap<string, LocalContent>): void {
    const paths = new Set([...found.values()].map(({ path }) => path));
    for (const path of this.#known.keys()) if (!paths.has(path)) this.#known.delete(path);
  }

  /** Writes a new content beside its place, and brings it to the disk. */
  async draft(path: string, bytes: Uint8Array): Promise<Draft> {
    this.#goOn();
    const linked = this.linkedFolder(path);
    if (linked !== null) throw new Error(`${linked} is a link, and nothing is written through it.`);
    const place = this.pathOf(path);
    makeNamedFolder(dirname(place));
    const draft = join(dirname(place), `${DRAFT}${randomUUID()}`);
    try {
      writeFirst(draft, bytes);
      const rights = statSync(place, { throwIfNoEntry: false })?.mode ?? RIGHTS;
      chmodSync(draft, rights & 0o777);
      await syncFile(draft);
    } catch (error) {
      rmSync(draft, { force: true });
      throw error;
    }
    return { place, draft };
  }

  /** Gives a draft its place. */
  place({ place, draft }: Draft): void {
    renameSync(draft, place);
  }

  drop({ draft }: Draft): void {
    rmSync(draft, { force: true });
  }

  remove(path: string): void {
    unlinkSync(this.pathOf(path));
  }

  /** Takes away what an engine that was killed has left in the folders of these files. */
  sweep(paths: Iterable<string>): void {
    const folders = new Set([
      this.#folder,
      ...[...paths].map((path) => dirname(this.pathOf(path))),
    ]);
    for (const folder of folders) {
      for (const { name } of entriesOf(folder)) {
        if (name.startsWith(DRAFT)) rmSync(join(folder, name), { force: true });
      }
    }
  }
}

/** A content that waits beside its place. */
export interface Draft {
  readonly place: string;
  readonly draft: string;
}

/** Dot files: neither the list of DAGs nor its watch sees them. */
const DRAFT = '.sync-draft-';
/** Definitions may be shared, as those that people create. */
const RIGHTS = 0o644;

const syncData = promisify(fdatasync);

async function syncFile(path: string): Promise<void> {
  const descriptor = openToRead(path, 'refuse');
  try {
    await syncData(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function* firstOf<T>(all: Iterable<T>, most: number): Iterable<T> {
  let count = 0;
  for (const each of all) {
    if (count++ >= most) return;
    yield each;
  }
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG') return [];
    throw error;
  }
}

/** The id that Git gives to a content. */
function gitOid(bytes: Uint8Array): string {
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

/** By which a content is known to those who look at items. */
export function contentHash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function tooLargeHere(path: string, fingerprint: string): LocalContent {
  return { ...unreadable(path, fingerprint), problem: tooLarge(path) };
}

/** Differs from whatever is on the remote. */
const unreadable = (path: string, mark: string): Omit<LocalContent, 'problem'> => ({
  path,
  oid: `unreadable ${mark}`,
  hash: '',
  modifiedAt: 0,
});
