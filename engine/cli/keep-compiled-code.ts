import { enableCompileCache } from 'node:module';
import { makePrivateFolder } from '../lib/folders.ts';
import { compileCacheFolder, type HostEnvironment } from './compile-cache-folder.ts';

/**
 * Has Node keep what it compiles. Below a folder that takes none, such as /proc, Node would try to make its folder for ever:
 * where it cannot be made, the program does without.
 */
export function keepCompiledCode(host: HostEnvironment): void {
  const folder = compileCacheFolder(host);
  if (folder === undefined || canBeMade(folder)) enableCompileCache(folder);
}

function canBeMade(folder: string): boolean {
  try {
    makePrivateFolder(folder);
    return true;
  } catch {
    return false;
  }
}
