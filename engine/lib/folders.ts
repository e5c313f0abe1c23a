import { lstatSync, mkdirSync, statSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import { keepOwnersRights, OWNER_ONLY_FOLDER } from './rights.ts';

/** Makes a folder of the owner alone, and those above it. It may be a link to one: people keep their data where they like. */
export function makePrivateFolder(folder: string): void {
  makeFolders(folder, OWNER_ONLY_FOLDER, lookAt(folder));
}

/** The same for a folder of a run. A step could have put a link in its place, which leads anywhere: that is refused. */
export function makeRunFolder(folder: string): void {
  makeFolders(folder, OWNER_ONLY_FOLDER, lstatSync(folder, { throwIfNoEntry: false }));
}

/** Makes a folder that the writer of a DAG names, and those above it, with the rights that the umask leaves. */
export function makeNamedFolder(folder: string): void {
  makeFolders(folder, 0o777, lookAt(folder));
}

const lookAt = (folder: string): Stats | undefined => statSync(folder, { throwIfNoEntry: false });

// Not `recursive`: below a folder that takes none, such as /proc, Node tries for ever and the engine stands still.
function makeFolders(folder: string, mode: number, found: Stats | undefined): void {
  if (found?.isDirectory() === true) return;
  try {
    make(folder, mode);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' || dirname(folder) === folder) throw error;
    makeFolders(dirname(folder), mode, lookAt(dirname(folder)));
    make(folder, mode);
  }
}

function make(folder: string, mode: number): void {
  mkdirSync(folder, mode);
  keepOwnersRights(folder, mode);
}
