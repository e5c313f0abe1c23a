import { chmodSync } from 'node:fs';

/** Rights of files and folders that nobody but their owner may look into. */
export const OWNER_ONLY_FILE = 0o600;
export const OWNER_ONLY_FOLDER = 0o700;

let known: number | undefined;

/** The umask of this process, with which steps begin as well. */
export function ownUmask(): number {
  return (known ??= process.umask());
}

/** Gives the owner of what was just made the rights that were asked for: a umask may take even those. */
export function keepOwnersRights(path: string, mode: number): void {
  const owners = mode & OWNER_ONLY_FOLDER;
  if ((ownUmask() & owners) !== 0) chmodSync(path, owners | (mode & ~ownUmask()));
}
