import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs';

/** Rights of files that nobody but their owner may read. */
export const OWNER_ONLY = 0o600;
const OTHERS = 0o077;

/** An empty file of the owner alone, where there is none. */
export function makePrivately(file: string): void {
  if (!existsSync(file)) closeSync(openSync(file, 'a', OWNER_ONLY));
}

/** Takes the rights of others away: a copy that was put back may have come with those of its archive. */
export function closeToOthers(file: string): void {
  const { mode, uid } = statSync(file);
  // Windows has no such rights, and those of a file of somebody else are up to that one.
  if (uid === process.getuid?.() && (mode & OTHERS) !== 0) chmodSync(file, OWNER_ONLY);
}
