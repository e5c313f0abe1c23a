import type { Clock } from '../lib/clock.ts';
import { freeSpace, whyUnwritable } from './free-space.ts';

/** Whether a step that begins now can note how it ends. */
export interface DiskRoom {
  readonly isLow: () => boolean;
  /** Resolves when there is room again, or when nobody waits any more. */
  readonly wait: (signal: AbortSignal) => Promise<void>;
}

/** Enough for the script and the record of each step that begins until the next look. */
const MIN_BYTES = 2 * 1024 * 1024;
/** Each of them makes three. */
const MIN_FILES = 30;
const LOOK_MS = 1000;

/** `isLost`: whether what is noted would be lost for another reason. */
export function createDiskRoom(
  folders: readonly string[],
  clock: Clock,
  isLost: () => boolean,
): DiskRoom {
  const isLow = (): boolean =>
    isLost() ||
    folders.some((folder) => {
      const free = freeSpace(folder);
      const isFull = free !== null && (free.bytes < MIN_BYTES || free.files < MIN_FILES);
      return isFull || whyUnwritable(folder) !== null;
    });
  return {
    isLow,
    wait: (signal) =>
      new Promise((resolve) => {
        let cancel = clock.after(0, look);
        signal.addEventListener('abort', end, { once: true });
        function look(): void {
          if (!signal.aborted && isLow()) cancel = clock.after(LOOK_MS, look);
          else end();
        }
        function end(): void {
          cancel();
          signal.removeEventListener('abort', end);
          resolve();
        }
      }),
  };
}
