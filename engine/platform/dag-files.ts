import { randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fdatasync,
  fstatSync,
  linkSync,
  lstatSync,
  open,
  renameSync,
  rmdirSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { kindOf, NotRegularFile } from '../lib/regular-file.ts';
import { keepOwnersRights } from '../lib/rights.ts';
import { readWrittenText } from '../lib/written-text.ts';
import { dagExtensions, isDagFile, isHidden, stemOf } from './dag-file-names.ts';
import { fingerprintOf, sizeOf, stampIn, type FileStamp } from './file-stamp.ts';

/** A definition file as it lies on the disk. */
export interface DagFile extends FileStamp {
  /** Without extension. */
  readonly fileName: string;
  readonly path: string;
  /** Why it has no text: it is no regular file, or a link that leads nowhere. Left out where it may have one. */
  readonly trouble?: Error;
}

/** Definitions may be shared; who may reach them is up to their folder. */
const RIGHTS = 0o644;

/** What the definition files of the folder are called, without extension. */
export async function listDagNames(folder: string): Promise<string[]> {
  return [...(await countDagFiles(folder)).keys()];
}

/** How many definition files bear each name, in the order of the names. A folder that does not exist, or is a file, has none. */
export async function countDagFiles(folder: string): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  const files = await readdir(folder).catch((error: unknown) => {
    if (isGone(error) || (error as NodeJS.ErrnoException).code === 'ENOTDIR') return [];
    throw error;
  });
  for (const name of files.filter(isDagFile).map(stemOf).sort()) {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** Whether the folder has both `a.yaml` and `a.yml`. */
export function hasTwoFiles(folder: string, fileName: string): boolean {
  return dagExtensions.every((extension) => existsSync(join(folder, fileName + extension)));
}

/**
 * What bears the name of a DAG; null where there is nothing. Of `a.yaml` and `a.yml` the first counts, and one with text
 * before one without. `fileName` has no separators.
 */
export function findDagFile(folder: string, fileName: string): DagFile | null {
  if (isHidden(fileName)) return null;
  let odd: DagFile | null = null;
  for (const extension of dagExtensions) {
    const file = look(folder, fileName + extension);
    if (file !== null && file.trouble === undefined) return file;
    odd ??= file;
  }
  return odd;
}

/** Whether anything bears one of the names that a file of this DAG would have. */
function isTaken(folder: string, fileName: string): boolean {
  return dagExtensions.some((extension) => existsSync(join(folder, fileName + extension)));
}

function look(folder: string, name: string): DagFile | null {
  const path = join(folder, name);
  const fileName = stemOf(name);
  try {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (found === undefined) return null;
    const stamp = stampIn(found);
    if (found.isFile()) return { fileName, path, ...stamp };
    return { fileName, path, ...stamp, trouble: new NotRegularFile(path, kindOf(found)) };
  } catch (error) {
    // What cannot be looked at through a link is there all the same; else the folder is in the way.
    const link = lstatSync(path, { bigint: true });
    return { fileName, path, ...stampIn(link), trouble: error as Error };
  }
}

/**
 * The text of a definition; null where somebody took the file away meanwhile. Files so small are read in less time here and
 * now than the way through the thread pool takes.
 */
export function readDagText(file: DagFile): string | null {
  if (file.trouble !== undefined) throw file.trouble;
  if (sizeOf(file) > MAX_BYTES) throw new Error('it is larger than 8 MiB');
  try {
    return readWrittenText(file.path, 'follow');
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}

/** Four times what a definition may have; more is not even read. */
const MAX_BYTES = 8 * 1024 * 1024;

const isGone = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/**
 * Creates a file that is whole from the first moment. Null where one of that name exists. Nothing is waited for: a file
 * that was not there before has no old text to lose, so its sync may come later.
 */
export function createDagFile(folder: string, fileName: string, text: string): DagFile | null {
  const draft = draftIn(folder);
  const path = join(folder, `${fileName}.yaml`);
  // The link refuses a name that is taken, and not the other one that a DAG may have.
  if (existsSync(join(folder, `${fileName}.yml`))) return null;
  try {
    writeFileSync(draft, text, { flag: 'wx', mode: RIGHTS });
    keepOwnersRights(draft, RIGHTS);
    const fingerprint = fingerprintOf(statSync(draft, { bigint: true }));
    linkSync(draft, path);
    return { fileName, path, fingerprint, isSettled: false };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return null;
    throw error;
  } finally {
    remove(draft);
  }
}

/**
 * Replaces the content in one step: a reader sees the old text or the new one. Null where the file is gone.
 *
 * @param check Throws where the content may not be replaced; asked when the new one is on the disk.
 */
export async function replaceDagFile(
  file: DagFile,
  { folder, text }: { readonly folder: string; readonly text: string },
  check: () => void,
): Promise<DagFile | null> {
  const draft = await writeDraft(folder, text);
  try {
    if (!isThere(file.path)) {
      remove(draft.path);
      return null;
    }
    check();
  } catch (error) {
    remove(draft.path);
    throw error;
  }
  renameSync(draft.path, file.path);
  return { ...file, fingerprint: draft.fingerprint, isSettled: false };
}

/** Returns false where the file is gone. A folder with the name of one is deleted where it is empty. */
export function deleteDagFile({ path }: DagFile): boolean {
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return remove(path);
  rmdirSync(path);
  return true;
}

const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

function remove(path: string): boolean {
  try {
    unlinkSync(path);
    return true;
  } catch (error) {
    if (isGone(error)) return false;
    throw error;
  }
}

/** Says what came of it: the file may be gone, and the new name taken. */
export function renameDagFile(
  file: DagFile,
  folder: string,
  newName: string,
): 'renamed' | 'taken' | 'gone' {
  if (!isThere(file.path)) return 'gone';
  if (isTaken(folder, newName)) return 'taken';
  const extension = file.path.endsWith('.yml') ? '.yml' : '.yaml';
  renameSync(file.path, join(folder, newName + extension));
  return 'renamed';
}

interface Draft {
  readonly path: string;
  /** Stays true when the draft gets its name: it is the same file. */
  readonly fingerprint: string;
}

const openFile = promisify(open);
const syncData = promisify(fdatasync);

/** A dot file: the watcher and the list do not see it. */
const draftIn = (folder: string): string => join(folder, `.draft-${randomUUID()}`);

// On the disk before it takes the place of the old text. Making it and the sync may wait for the disk; all else is quicker
// here and now than behind other syncs in the thread pool.
async function writeDraft(folder: string, text: string): Promise<Draft> {
  const path = draftIn(folder);
  const descriptor = await openFile(path, 'wx', RIGHTS);
  try {
    keepOwnersRights(path, RIGHTS);
    writeFileSync(descriptor, text);
    await syncData(descriptor);
    return { path, fingerprint: fingerprintOf(fstatSync(descriptor, { bigint: true })) };
  } catch (error) {
    remove(path);
    throw error;
  } finally {
    closeSync(descriptor);
  }
}
