import { lstatSync, mkdirSync, statSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import { keepOwnersRights, OWNER_ONLY_FOLDER } from './rights.ts';

/** Makes a folder of the owner alone, and those above it. It may be a link to one: people keep their data where they like. */
export function makePrivateFolder(folder: string): void {
  makeFolders(folder, OWNER_ONLY_FOLDER, lookAt);
}

/** The same for a folder of a run. A step could have put a link in its place, which leads anywhere: that is refused. */
export function makeRunFolder(folder: string): void {
  makeFolders(folder, OWNER_ONLY_FOLDER, (path) => lstatSync(path, { throwIfNoEntry: false }));
}

/** Makes a folder that the writer of a DAG names, and those above it, with the rights that the umask leaves. */
export function makeNamedFolder(folder: string): void {
  makeFolders(folder, 0o777, lookAt);
}

type Look = (path: string) => Stats | undefined;

const lookAt: Look = (path) => statSync(path, { throwIfNoEntry: false });

// Not `recursive`: below a folder that takes none, such as /proc, Node tries for ever and the engine stands still.
function makeFolders(folder: string, mode: number, look: Look): void {
  if (isFolder(folder, look)) return;
  try {
    make(folder, mode, look);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' || dirname(folder) === folder) throw error;
    makeFolders(dirname(folder), mode, lookAt);
    make(folder, mode, look);
  }
}

const isFolder = (path: string, look: Look): boolean => look(path)?.isDirectory() === true;

function make(folder: string, mode: number, look: Look): void {
  try {
    mkdirSync(folder, mode);
  } catch (error) {
    // Another process may have made it since the look: two engines begin on one home.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' && isFolder(folder, look)) return;
    throw error;
  }
  keepOwnersRights(folder, mode);
}
