import { matchesGlob } from 'node:path';

/** Whether a path is meant by one of the patterns, or there are none: `*` stays within a folder, `**` goes through all. */
export function isIncluded(path: string, include: readonly string[]): boolean {
  return include.length === 0 || include.some((pattern) => matchesGlob(path, pattern));
}
