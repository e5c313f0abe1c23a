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
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { kindOf, NotRegularFile } from '../lib/regular-file.ts';
import { keepOwnersRights } from '../lib/rights.ts';
import { readWrittenText } from '../lib/written-text.ts';
import { dagExtensions } from './dag-file-names.ts';
import { fingerprintOf, sizeOf, stampIn, type FileStamp } from './file-stamp.ts';

/** A definition file as it lies on the disk. */
export interface DagFile extends FileStamp {
  /** Without extension. */
  readonly fileName: string;
  /** Below the folder of DAGs, with `/`; empty: in that folder itself. */
  readonly folder: string;
  readonly path: string;
  /** Why it has no text: it is no regular file, or a link that leads nowhere. Left out where it may have one. */
  readonly trouble?: Error;
}

/** Definitions may be shared; who may reach them is up to their folder. */
const RIGHTS = 0o644;

/** What bears the name of a definition file; null where there is nothing. A link to a file is one. */
export function lookAtDagFile(path: string): Omit<DagFile, 'fileName' | 'folder'> | null {
  const options = { bigint: true, throwIfNoEntry: false } as const;
  const named = lstatSync(path, options);
  if (named === undefined) return null;
  try {
    const found = named.isSymbolicLink() ? statSync(path, options) : named;
    if (found?.isFile() === true) return { path, ...stampIn(found) };
    const kind = found === undefined ? 'a link that leads nowhere' : kindOf(found);
    return { path, ...stampIn(found ?? named), trouble: new NotRegularFile(path, kind) };
  } catch (error) {
    return { path, ...stampIn(named), trouble: error as Error };
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
 * Creates a file in the folder of DAGs that is whole from the first moment. Null where one of that name exists. Nothing is waited for: a file
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
    return { fileName, folder: '', path, fingerprint, isSettled: false };
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
  text: string,
  check: () => void,
): Promise<DagFile | null> {
  const draft = await writeDraft(dirname(file.path), text);
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

/** Gives a file another name in its folder. Says what came of it: the file may be gone, and the new name taken. */
export function renameDagFile(file: DagFile, newName: string): 'renamed' | 'taken' | 'gone' {
  if (!isThere(file.path)) return 'gone';
  const place = join(dirname(file.path), newName);
  // Whatever bears one of the names that a file of this DAG would have.
  if (dagExtensions.some((extension) => isThere(place + extension))) return 'taken';
  renameSync(file.path, place + (file.path.endsWith('.yml') ? '.yml' : '.yaml'));
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
