import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const MOUNTS = '/proc/self/mounts';

/**
 * Unmounts what is mounted at or below a folder, so that it can be removed: Docker mounts its data on itself, and one that was
 * killed leaves that behind. Linux only.
 */
export function unmountBelow(folder: string): void {
  if (!existsSync(MOUNTS)) return;
  const places = readFileSync(MOUNTS, 'utf8')
    .split('\n')
    .map((line) => decoded(line.split(' ')[1] ?? ''))
    .filter((place) => place === folder || place.startsWith(`${folder}/`));
  // The last one that was mounted lies on top.
  for (const place of places.reverse()) unmount(place);
}

/** Lazily: what still runs there keeps its files until it ends. */
export function unmount(folder: string): void {
  spawnSync('umount', ['-l', folder]);
}

/** A space, tab, newline and backslash are written as octal numbers (proc_pid_mounts(5)). */
const decoded = (place: string): string =>
  place.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(parseInt(octal, 8)));
