import { lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { isDagFile, isHidden } from '../dag-file-names.ts';
import { depthOf, pathOfPlace, type DagPlace } from './dag-places.ts';

/** What agents have noted lies below this folder: its files are no DAGs. */
const MEMORY_FOLDER = 'memory';
/** Folders above a definition file, below the folder of DAGs. */
const MAX_DEPTH = 5;

/** What a name of a folder stands for. */
export interface FolderEntry {
  readonly kind: 'file' | 'folder' | 'other';
  /** Why it is ignored although it has DAGs; null: it has none, or is not ignored. */
  readonly problem: string | null;
}

interface Found {
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

const OTHER: FolderEntry = { kind: 'other', problem: null };

/** What a folder has, by names. */
export function readFolder(root: string, folder: string): ReadonlyMap<string, FolderEntry> {
  const entries = entriesOf(join(root, folder));
  entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  return new Map(
    entries.flatMap((found) => {
      const entry = judge(root, { folder, name: found.name }, found);
      return entry === OTHER ? [] : [[found.name, entry]];
    }),
  );
}

/** What one name of a folder stands for. */
export function readEntry(root: string, place: DagPlace): FolderEntry {
  const found = lstatSync(join(root, pathOfPlace(place)), { throwIfNoEntry: false });
  return found === undefined ? OTHER : judge(root, place, found);
}

/**
 * What is called like a definition file is one, also a folder or a pipe: one that cannot be read. Links to folders are not
 * followed: they could lead out of the folder of DAGs, or back into it.
 */
function judge(root: string, place: DagPlace, found: Found): FolderEntry {
  const { folder, name } = place;
  if (isHidden(name) || (folder === '' && name === MEMORY_FOLDER)) return OTHER;
  const path = join(root, pathOfPlace(place));
  const isLink = found.isSymbolicLink();
  if (isDagFile(name)) {
    const isOut = isLink && folder !== '' && leadsOut(root, path);
    return isOut ? ignored(place, LEADS_OUT) : { kind: 'file', problem: null };
  }
  if (found.isDirectory()) {
    if (depthOf(folder) < MAX_DEPTH) return { kind: 'folder', problem: null };
    return hasDags(path) ? ignored(place, TOO_DEEP) : OTHER;
  }
  return isLink && hasDags(path) ? ignored(place, LINKED_FOLDER) : OTHER;
}

/** Why no file of a folder is a DAG, judged only by its place; null: they may be. */
export function whyNoneIn(folder: string): string | null {
  if (folder === MEMORY_FOLDER || folder.startsWith(`${MEMORY_FOLDER}/`)) return IN_MEMORY;
  return depthOf(folder) > MAX_DEPTH ? FILE_TOO_DEEP : null;
}

const IN_MEMORY = `It is no DAG: ${MEMORY_FOLDER}/ is for what agents have noted. Move it out of there.`;
const FILE_TOO_DEEP = `It is no DAG, because it is more than ${MAX_DEPTH} folders deep. Move it up.`;
const TOO_DEEP = `the DAG files in this folder are ignored, because it is more than ${MAX_DEPTH} folders deep. Move it up.`;
const LINKED_FOLDER =
  'the link to a folder is not followed, so its DAG files are ignored. Move the folder here.';
const LEADS_OUT =
  'the link is ignored, because it leads out of the DAGs folder. Put the file itself here.';

const ignored = (place: DagPlace, why: string): FolderEntry => ({
  kind: 'other',
  problem: `${pathOfPlace(place)}: ${why}`,
});

/** Whether a path is that of a folder with definition files. */
function hasDags(path: string): boolean {
  try {
    return statSync(path).isDirectory() && readdirSync(path).some(isDagFile);
  } catch {
    return false;
  }
}

/** Whether a link leads out of the folder of DAGs. One that leads nowhere does not. */
export function leadsOut(root: string, path: string): boolean {
  try {
    return !realpathSync(path).startsWith(realpathSync(root) + sep);
  } catch {
    return false;
  }
}

/** What tells whether a folder has other names than before. */
export interface FolderStamp {
  /** Device and inode. */
  readonly inode: string;
  /** Nanoseconds since the epoch. */
  readonly changedAt: bigint;
  /** Where the file system counts them: two more than the folders in it. */
  readonly links: bigint;
}

/** Null where there is not a folder. Only the root may be a link to one. */
export function folderStamp(root: string, folder: string): FolderStamp | null {
  const options = { bigint: true, throwIfNoEntry: false } as const;
  const look = folder === '' ? statSync : lstatSync;
  const found = look(join(root, folder), options);
  if (found?.isDirectory() !== true) return null;
  return { inode: `${found.dev}:${found.ino}`, changedAt: found.mtimeNs, links: found.nlink };
}

function entriesOf(path: string) {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw error;
  }
}
