import {
  chmod,
  link,
  lstat,
  lutimes,
  mkdir,
  realpath,
  rename,
  rm,
  symlink,
  utimes,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ProgramContext } from '../task.ts';
import type { CheckedEntry } from './archive-check.ts';
import type { ArchiveRequest } from './archive-request.ts';
import type { Content } from './entry.ts';
import { isIncluded } from './include.ts';
import { refuseLinks } from '../files/refuse-links.ts';
import { readArchive } from './read-archive.ts';
import { writeContent } from '../files/write-content.ts';

export interface Extracted {
  readonly files: number;
  readonly bytes: number;
  /** What a person should know of it. */
  readonly notes: readonly string[];
}

type Options = Pick<ArchiveRequest, 'source' | 'destination' | 'include' | 'maxBytes'>;

/**
 * Puts what an archive holds into a folder, which is made when it is not there. The whole archive is read and checked
 * first; then all of it is written beside, and moved in place. Files of the same name are replaced.
 *
 * @throws Error in words for a person. Nothing was written where the archive was refused.
 */
export async function extract(
  { source, destination, include, maxBytes }: Options,
  { temporary }: Pick<ProgramContext, 'temporary'>,
): Promise<Extracted> {
  const places: string[] = [];
  const notes = await readArchive(source, maxBytes, async ({ path }) => {
    if (isIncluded(path, include)) places.push(path);
  });
  await refuseLinks(destination, places);
  await mkdir(destination, { recursive: true });
  // A name in it, since that is where everything is moved.
  const staging = temporary(join(await realpath(destination), 'entries'));
  await mkdir(staging);
  const written: CheckedEntry[] = [];
  await readArchive(source, maxBytes, async (entry, content) => {
    if (!isIncluded(entry.path, include)) return;
    await write(join(staging, entry.path), entry, { staging, content });
    written.push(entry);
  });
  for (const entry of written) await move(entry, { staging, destination });
  await setFolderTimes(written, destination);
  await rm(staging, { recursive: true });
  const files = written.filter(({ kind }) => kind !== 'folder');
  return { files: files.length, bytes: files.reduce((sum, { size }) => sum + size, 0), notes };
}

async function write(
  file: string,
  { kind, mode, modifiedAt, target }: CheckedEntry,
  { staging, content }: { readonly staging: string; readonly content: Content },
): Promise<void> {
  if (kind === 'folder') {
    await mkdir(file, { recursive: true });
    return;
  }
  await mkdir(dirname(file), { recursive: true });
  // An archive may hold a file twice, and then the last holds.
  await rm(file, { force: true });
  if (kind === 'link') {
    await symlink(target, file);
    await lutimes(file, modifiedAt, modifiedAt);
    return;
  }
  if (kind === 'hard link') {
    await link(join(staging, target), file);
    return;
  }
  await writeContent(file, content);
  await chmod(file, rightsOf(mode, 0o666));
  await utimes(file, modifiedAt, modifiedAt);
}

/** The rights that the archive gives, within what this system gives new files. No file becomes another user's program. */
function rightsOf(mode: number, usual: number): number {
  return (mode === 0 ? usual : mode & 0o777) & ~process.umask();
}

async function move(
  { kind, path, mode }: CheckedEntry,
  { staging, destination }: { readonly staging: string; readonly destination: string },
): Promise<void> {
  const target = join(destination, path);
  if (kind === 'folder') {
    await mkdir(target, { recursive: true });
    await chmod(target, rightsOf(mode, 0o777) | 0o700);
    return;
  }
  await mkdir(dirname(target), { recursive: true });
  // A file that is there twice was moved with the first of both names.
  await rename(join(staging, path), target).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    await lstat(target);
  });
}

/** Last, for whatever is put into a folder changes its time. */
async function setFolderTimes(
  entries: readonly CheckedEntry[],
  destination: string,
): Promise<void> {
  for (const { kind, path, modifiedAt } of entries.toReversed()) {
    if (kind === 'folder') await utimes(join(destination, path), modifiedAt, modifiedAt);
  }
}
