import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fdatasync,
  fstatSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fingerprintOf, stampOf, type FileStamp } from './file-stamp.ts';

/** A definition file as it lies on the disk. */
export interface DagFile extends FileStamp {
  /** Without extension. */
  readonly fileName: string;
  readonly path: string;
}

const extensions = ['.yaml', '.yml'] as const;

/** The name without `.yaml` or `.yml`. */
export function stemOf(fileName: string): string {
  const extension = extensions.find((end) => fileName.endsWith(end));
  return extension === undefined ? fileName : fileName.slice(0, -extension.length);
}

/** Whether a file of this name holds a definition. */
export function isDagFile(name: string): boolean {
  return !name.startsWith('.') && stemOf(name) !== name;
}

/** All definition files of the folder; of `a.yaml` and `a.yml` the first one counts. */
export async function listDagFiles(folder: string): Promise<DagFile[]> {
  const names = (await readdir(folder)).filter(isDagFile).sort();
  const found = new Map<string, DagFile>();
  for (const name of names) {
    const file = found.has(stemOf(name)) ? null : look(folder, name);
    if (file !== null) found.set(file.fileName, file);
  }
  return [...found.values()];
}

/** The file of a DAG; null where there is none. `fileName` must be a checked name without separators. */
export function findDagFile(folder: string, fileName: string): DagFile | null {
  for (const extension of extensions) {
    const file = look(folder, fileName + extension);
    if (file !== null) return file;
  }
  return null;
}

function look(folder: string, name: string): DagFile | null {
  const path = join(folder, name);
  const stamp = stampOf(path);
  return stamp === null ? null : { fileName: stemOf(name), path, ...stamp };
}

/** The text of a definition; null where somebody took the file away meanwhile. */
export async function readDagText(file: DagFile): Promise<string | null> {
  try {
    return await readFile(file.path, 'utf8');
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}

const isGone = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Creates a file that is whole from the first moment. Null where one of that name exists. */
export async function createDagFile(
  folder: string,
  fileName: string,
  text: string,
): Promise<DagFile | null> {
  if (findDagFile(folder, fileName) !== null) return null;
  const draft = await writeDraft(folder, text);
  const path = join(folder, `${fileName}.yaml`);
  try {
    linkSync(draft.path, path);
    return { fileName, path, fingerprint: draft.fingerprint, isSettled: false };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return null;
    throw error;
  } finally {
    rmSync(draft.path, { force: true });
  }
}

/** Replaces the content in one step: a reader sees the old text or the new one. Null where the file is gone. */
export async function replaceDagFile(
  file: DagFile,
  folder: string,
  text: string,
): Promise<DagFile | null> {
  const draft = await writeDraft(folder, text);
  if (stampOf(file.path) === null) {
    rmSync(draft.path);
    return null;
  }
  renameSync(draft.path, file.path);
  return { ...file, fingerprint: draft.fingerprint, isSettled: false };
}

/** Returns false where the file is gone. */
export function deleteDagFile(file: DagFile): boolean {
  try {
    rmSync(file.path);
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
  if (stampOf(file.path) === null) return 'gone';
  if (findDagFile(folder, newName) !== null) return 'taken';
  const extension = file.path.endsWith('.yml') ? '.yml' : '.yaml';
  renameSync(file.path, join(folder, newName + extension));
  return 'renamed';
}

interface Draft {
  readonly path: string;
  /** Stays true when the draft gets its name: it is the same file. */
  readonly fingerprint: string;
}

const syncData = promisify(fdatasync);

// A dot file: the watcher and the list do not see it. Only the sync may take long; all else is quicker here and now than
// behind other syncs in the thread pool.
async function writeDraft(folder: string, text: string): Promise<Draft> {
  const path = join(folder, `.draft-${randomUUID()}`);
  const descriptor = openSync(path, 'wx', 0o644);
  try {
    writeFileSync(descriptor, text);
    await syncData(descriptor);
    return { path, fingerprint: fingerprintOf(fstatSync(descriptor, { bigint: true })) };
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(descriptor);
  }
}
