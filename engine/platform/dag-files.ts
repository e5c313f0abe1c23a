import { constants } from 'node:fs';
import { link, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

/** A definition file as it lies on the disk. */
export interface DagFile {
  /** Without extension. */
  readonly fileName: string;
  readonly path: string;
  /** Changes with every change of the content. */
  readonly fingerprint: string;
}

const extensions = ['.yaml', '.yml'] as const;

/** The name without `.yaml` or `.yml`. */
export function stemOf(fileName: string): string {
  const extension = extensions.find((end) => fileName.endsWith(end));
  return extension === undefined ? fileName : fileName.slice(0, -extension.length);
}

export function isDagFile(name: string): boolean {
  return !name.startsWith('.') && stemOf(name) !== name;
}

/** All definition files of the folder; of `a.yaml` and `a.yml` the first one counts. */
export async function listDagFiles(folder: string): Promise<DagFile[]> {
  const names = (await readdir(folder)).filter(isDagFile).sort();
  const found = new Map<string, DagFile>();
  for (const name of names) {
    const file = found.has(stemOf(name)) ? null : await look(folder, name);
    if (file !== null) found.set(file.fileName, file);
  }
  return [...found.values()];
}

/** The file of a DAG; null where there is none. `fileName` must be a checked name without separators. */
export async function findDagFile(folder: string, fileName: string): Promise<DagFile | null> {
  for (const extension of extensions) {
    const file = await look(folder, fileName + extension);
    if (file !== null) return file;
  }
  return null;
}

async function look(folder: string, name: string): Promise<DagFile | null> {
  const path = join(folder, name);
  try {
    const found = await stat(path, { bigint: true });
    if (!found.isFile()) return null;
    const fingerprint = `${found.size}-${found.mtimeNs}-${found.ino}`;
    return { fileName: stemOf(name), path, fingerprint };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

export const readDagText = (file: DagFile): Promise<string> => readFile(file.path, 'utf8');

/** Creates a file that is whole from the first moment. Returns false where one of that name exists. */
export async function createDagFile(
  folder: string,
  fileName: string,
  text: string,
): Promise<boolean> {
  if ((await findDagFile(folder, fileName)) !== null) return false;
  const draft = await writeDraft(folder, text);
  try {
    await link(draft, join(folder, `${fileName}.yaml`));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Replaces the content in one step: a reader sees the old text or the new one. */
export async function replaceDagFile(file: DagFile, folder: string, text: string): Promise<void> {
  await rename(await writeDraft(folder, text), file.path);
}

export async function deleteDagFile(file: DagFile): Promise<void> {
  await rm(file.path);
}

/** Returns false where the new name is taken. */
export async function renameDagFile(
  file: DagFile,
  folder: string,
  newName: string,
): Promise<boolean> {
  if ((await findDagFile(folder, newName)) !== null) return false;
  const extension = file.path.endsWith('.yml') ? '.yml' : '.yaml';
  await rename(file.path, join(folder, newName + extension));
  return true;
}

// A dot file: the watcher and the list do not see it.
async function writeDraft(folder: string, text: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const draft = join(folder, `.draft-${randomUUID()}`);
  const file = await open(draft, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o644);
  try {
    await file.writeFile(text);
    await file.datasync();
  } finally {
    await file.close();
  }
  return draft;
}
