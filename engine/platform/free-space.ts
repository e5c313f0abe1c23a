import { accessSync, constants, statfsSync } from 'node:fs';

/** Bytes that this user can still write to the disk of a folder; null where the system does not tell. */
export function freeBytes(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    // A folder that cannot be looked at is the business of whoever uses it.
    return null;
  }
}

/** A reason that no permission changes. */
export const READ_ONLY_DISK = 'its disk is read-only';

/** Why nothing can be written to a folder, in a few words; null where something can. */
export function whyUnwritable(folder: string): string | null {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    return reasonOf(error as NodeJS.ErrnoException);
  }
}

function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'EROFS') return READ_ONLY_DISK;
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied';
  if (code === 'ENOENT') return 'it does not exist';
  return message;
}
