import { accessSync, constants, statfsSync } from 'node:fs';

/** What this user can still put on a disk. */
export interface FreeSpace {
  readonly bytes: number;
  /** How many more files it takes; no bound where it makes room for them as they come. */
  readonly files: number;
}

/** Room on the disk of a folder; null where the system does not tell. */
export function freeSpace(folder: string): FreeSpace | null {
  try {
    const { bavail, bsize, files, ffree } = statfsSync(folder);
    return { bytes: bavail * bsize, files: files === 0 ? Infinity : ffree };
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
