import { lstat, readdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { nameMissing } from '../files/name-missing.ts';
import { isIncluded } from './include.ts';

/** What goes into an archive. */
export interface SourceFile {
  /** Within the archive, with `/`. */
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'link';
  readonly size: number;
  readonly mode: number;
  readonly modifiedAt: Date;
}

export interface Sources {
  /** Folder below which all paths are. */
  readonly root: string;
  /** In the order of their names, each folder before what it holds. */
  readonly files: readonly SourceFile[];
  /** What a person should know of it. */
  readonly notes: readonly string[];
}

/**
 * What stands below a folder, or a single file. With patterns only the files that they mean. The archive itself, where it
 * lies there, is left out.
 *
 * @throws Error where nothing is there.
 */
export async function sourceFiles(
  source: string,
  include: readonly string[],
  archive: string,
): Promise<Sources> {
  const isFolder = (await lstat(resolve(source)).catch(nameMissing(source))).isDirectory();
  const root = isFolder ? source : dirname(resolve(source));
  const notes: string[] = [];
  const files: SourceFile[] = [];
  const paths = isFolder ? pathsBelow(root) : [basename(source)];
  for await (const path of paths) {
    const file = join(root, path);
    if (resolve(file) === resolve(archive)) continue;
    const found = await lstat(file);
    const kind = found.isFile()
      ? 'file'
      : found.isDirectory()
        ? 'folder'
        : found.isSymbolicLink()
          ? 'link'
          : null;
    const isWanted = include.length === 0 || (kind !== 'folder' && isIncluded(path, include));
    if (!isWanted) continue;
    if (kind === null)
      notes.push(`${JSON.stringify(path)} is left out: it is a device, a pipe or a socket`);
    else
      files.push({
        path,
        kind,
        size: kind === 'file' ? found.size : 0,
        mode: found.mode & 0o7777,
        modifiedAt: found.mtime,
      });
  }
  if (include.length > 0 && files.length === 0)
    throw new Error(`nothing in ${source} matches \`include\`: ${include.join(', ')}`);
  return { root, files, notes };
}

async function* pathsBelow(root: string, folder = ''): AsyncGenerator<string> {
  const found = await readdir(join(root, folder), { withFileTypes: true });
  for (const entry of found.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    yield path;
    if (entry.isDirectory()) yield* pathsBelow(root, path);
  }
}
