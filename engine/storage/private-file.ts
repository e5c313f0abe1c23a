import { chmodSync, closeSync, existsSync, statSync } from 'node:fs';
import { OWNER_ONLY_FILE } from '../lib/rights.ts';
import { openToAppend } from '../lib/write-file.ts';

const OTHERS = 0o077;

/** An empty file of the owner alone, where there is none. */
export function makePrivately(file: string): void {
  if (!existsSync(file)) closeSync(openToAppend(file));
}

/** Takes the rights of others away: a copy that was put back may have come with those of its archive. */
export function closeToOthers(file: string): void {
  const { mode, uid } = statSync(file);
  // Windows has no such rights, and those of a file of somebody else are up to that one.
  if (uid === process.getuid?.() && (mode & OTHERS) !== 0) chmodSync(file, OWNER_ONLY_FILE);
}
