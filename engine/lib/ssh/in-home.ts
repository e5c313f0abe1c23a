import { homedir } from 'node:os';
import { join } from 'node:path';

/** A path as shells write it. */
export function inHome(path: string): string {
  return path.startsWith('~/') ? join(homedir(), path.slice(2)) : path;
}
