import { isDagFile, stemOf } from '../dag-file-names.ts';
import { folderOf, pathOfPlace, type DagPlace, type DagPlaces } from './dag-places.ts';
import {
  folderStamp,
  readEntry,
  readFolder,
  type FolderEntry,
  type FolderStamp,
} from './read-folder.ts';

/** Is told the folders whose names are known from then on. */
export interface FolderListener {
  /** Before the folder is read, so that no change is missed in between. */
  readonly entered: (folder: string) => void;
  readonly left: (folder: string) => void;
  /** A look that somebody else asked for has found these DAGs changed. */
  readonly changed: (fileNames: ReadonlySet<string>) => void;
}

interface Known {
  readonly stamp: FolderStamp;
  /** Nanoseconds since the epoch. */
  readonly readAt: bigint;
  readonly files: Set<string>;
  readonly folders: Set<string>;
  readonly problems: Map<string, string>;
}

/** More than people make by hand; each is watched. What a package manager puts here is not all looked at. */
const MAX_FOLDERS = 2000;
/** The times of folders stand still for a moment, as those of files do. */
const SETTLED_NS = 2_100_000_000n;

/** The names of DAGs that may have changed. */
type Changed = Set<string>;

/** The folders with DAGs, and what names they have: as they were when somebody looked last. */
export class KnownFolders {
  readonly #root: string;
  readonly #places: DagPlaces;
  readonly #folders = new Map<string, Known>();
  readonly #unread = new Map<string, string>();
  #isFull = false;
  #listener: FolderListener | null = null;

  constructor(root: string, places: DagPlaces) {
    this.#root = root;
    this.#places = places;
  }

  /** Those that are known already are told at once. */
  follow(listener: FolderListener): void {
    this.#listener = listener;
    for (const folder of this.#folders.keys()) if (folder !== '') listener.entered(folder);
  }

  /** Reads the names in all folders. While the root is away, all stays as it was known. */
  look(): ReadonlySet<string> {
    const changed: Changed = new Set();
    if (folderStamp(this.#root, '') === null) return changed;
    this.#isFull = false;
    const seen = new Set(['']);
    for (const folder of seen) for (const below of this.#read(folder, changed)) seen.add(below);
    return changed;
  }

  /** Looks at one name of a folder, be it that of a file or of a folder. */
  note(place: DagPlace): ReadonlySet<string> {
    const changed: Changed = new Set();
    const known = this.#folders.get(place.folder);
    if (known === undefined) return changed;
    const entry = readEntry(this.#root, place);
    this.#take(place, entry, changed);
    // Its text may have changed.
    if (isDagFile(place.name)) changed.add(stemOf(place.name));
    const path = pathOfPlace(place);
    if (entry.kind === 'folder' && this.#isOther(path)) this.#walk(path, changed);
    return changed;
  }

  /** Reads the folders again whose names have changed since, and tells of them. */
  lookAgain(): ReadonlySet<string> {
    const changed: Changed = new Set();
    for (const [folder, known] of [...this.#folders]) {
      const isStill = this.#folders.get(folder) === known;
      if (isStill && this.#isStale(folder, known)) this.#walk(folder, changed);
    }
    this.tell(changed);
    return changed;
  }

  /** Tells of what a look has found. */
  tell(changed: ReadonlySet<string>): void {
    if (changed.size > 0) this.#listener?.changed(changed);
  }

  filesIn(folder: string): Iterable<string> {
    return this.#folders.get(folder)?.files ?? [];
  }

  /** Whether all folders above a file are those that were read: something may have put links in their places. */
  areStill(folder: string): boolean {
    for (let above = folder; above !== ''; above = folderOf(above)) {
      if (!this.#folders.has(above) || this.#isOther(above)) return false;
    }
    return true;
  }

  problems(): readonly string[] {
    const problems = [...this.#folders.values()].flatMap((known) => [...known.problems.values()]);
    const full = `The DAGs folder has more than ${MAX_FOLDERS} folders: the DAG files in the others are ignored. Move folders without DAGs out of it.`;
    return [...problems, ...this.#unread.values(), ...(this.#isFull ? [full] : [])];
  }

  #isOther(folder: string): boolean {
    const now = folderStamp(this.#root, folder);
    return now === null || now.inode !== this.#folders.get(folder)?.stamp.inode;
  }

  #isStale(folder: string, { stamp, readAt }: Known): boolean {
    const now = folderStamp(this.#root, folder);
    if (now === null) return folder !== '';
    if (now.inode !== stamp.inode) return true;
    // The files of the root are found by their names. Where a file system does not count folders, the watch tells of new ones.
    if (folder === '') return now.links !== stamp.links;
    return now.changedAt !== stamp.changedAt || readAt - stamp.changedAt < SETTLED_NS;
  }

  /** Reads a folder, and those below it that are new. */
  #walk(first: string, changed: Changed): void {
    const seen = new Set([first]);
    for (const folder of seen) {
      for (const below of this.#read(folder, changed)) {
        if (this.#isOther(below)) seen.add(below);
      }
    }
  }

  /** Reads one folder. Returns those in it. */
  #read(folder: string, changed: Changed): readonly string[] {
    const stamp = folderStamp(this.#root, folder);
    if (folder !== '' && this.#isOther(folder)) this.#leave(folder, changed);
    if (stamp === null || !this.#enter(folder)) return [];
    const entries = this.#entriesOf(folder);
    const before = this.#folders.get(folder);
    const known: Known = {
      stamp,
      readAt: BigInt(Date.now()) * 1_000_000n,
      files: new Set(before?.files),
      folders: new Set(before?.folders),
      problems: new Map(),
    };
    this.#folders.set(folder, known);
    if (entries === null) return [];
    const names = new Set([...entries.keys(), ...known.files, ...known.folders]);
    for (const name of names) this.#take({ folder, name }, entries.get(name) ?? NOTHING, changed);
    return [...known.folders].map((name) => pathOfPlace({ folder, name }));
  }

  /** Takes note of what a name stands for now. */
  #take(place: DagPlace, { kind, problem }: FolderEntry, changed: Changed): void {
    const { folder, name } = place;
    const { files, folders, problems } = this.#folders.get(folder) ?? {};
    if (problem === null) problems?.delete(name);
    else problems?.set(name, problem);
    const wasFile = files?.delete(name) === true;
    if (kind === 'file') files?.add(name);
    if (wasFile !== (kind === 'file')) {
      changed.add(stemOf(name));
      if (wasFile) this.#places.remove(place);
      else this.#places.add(place);
    }
    if (kind === 'folder') folders?.add(name);
    else if (folders?.delete(name) === true) this.#leave(pathOfPlace(place), changed);
  }

  /** Null where the folder cannot be read: it stays as it was known. */
  #entriesOf(folder: string): ReadonlyMap<string, FolderEntry> | null {
    this.#unread.delete(folder);
    try {
      return readFolder(this.#root, folder);
    } catch (error) {
      if (folder === '') throw error;
      const { code = (error as Error).message } = error as NodeJS.ErrnoException;
      const message = `${folder}: cannot read the folder (${code}). Give your user permission to read it.`;
      this.#unread.set(folder, message);
      return null;
    }
  }

  /** Whether the folder is one of those that are known now. */
  #enter(folder: string): boolean {
    if (folder === '' || this.#folders.has(folder)) return true;
    this.#isFull ||= this.#folders.size > MAX_FOLDERS;
    if (!this.#isFull) this.#listener?.entered(folder);
    return !this.#isFull;
  }

  /** A folder is gone, and all below it. */
  #leave(folder: string, changed: Changed): void {
    const known = this.#folders.get(folder);
    if (known === undefined) return;
    this.#folders.delete(folder);
    this.#unread.delete(folder);
    this.#listener?.left(folder);
    for (const name of known.files) {
      changed.add(stemOf(name));
      this.#places.remove({ folder, name });
    }
    for (const name of known.folders) this.#leave(pathOfPlace({ folder, name }), changed);
  }
}

const NOTHING: FolderEntry = { kind: 'other', problem: null };
