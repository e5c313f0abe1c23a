import { statSync, watch } from 'node:fs';
import { basename } from 'node:path';
import type { Clock } from '../lib/clock.ts';

/** An editor writes a file in several strokes; one look a little later sees the last one. */
export const SETTLE_MS = 50;

/** Whoever swaps a folder, or a link to one, for another is not kept waiting for longer. */
const LOOK_MS = 1000;

export interface FolderWatch {
  readonly folder: string;
  readonly clock: Pick<Clock, 'after'>;
  /** Whether a change of a file of this name is to be told. */
  readonly isWanted: (name: string) => boolean;
  /** Null: another folder has taken the place of the one before, and any file may differ. */
  readonly changed: (name: string | null) => void;
}

/** Tells the names of files that appear, change or go in a folder, each once it is still. Returns the way to end it. */
export function watchFolder({ folder, clock, isWanted, changed }: FolderWatch): () => void {
  const pending = new Map<string, () => void>();
  const endWatch = watchPlace({ folder, clock }, (name) => {
    if (name === null) {
      changed(null);
      return;
    }
    if (!isWanted(name)) return;
    pending.get(name)?.();
    const tell = (): void => {
      pending.delete(name);
      changed(name);
    };
    pending.set(name, clock.after(SETTLE_MS, tell));
  });
  return () => {
    endWatch();
    for (const cancel of pending.values()) cancel();
  };
}

/** Watches whichever folder has the name: a watch of the system stays with the one that had it when it began. */
export function watchPlace(
  { folder, clock }: Pick<FolderWatch, 'folder' | 'clock'>,
  changed: FolderWatch['changed'],
): () => void {
  let watched: Watched | null = null;
  let cancel = (): void => undefined;
  const tell = (name: string): void => {
    // The folder itself was moved or deleted. The next one may get its inode.
    if (name === basename(folder)) leave();
    changed(name);
  };
  const leave = (): void => {
    watched?.end();
    watched = null;
  };
  const look = (): void => {
    cancel = clock.after(LOOK_MS, follow);
    if (watched !== null && watched.inode !== inodeOf(folder)) leave();
    watched ??= begin(folder, tell);
  };
  const follow = (): void => {
    const before = watched;
    try {
      look();
    } catch {
      // It cannot be reached now, as behind a link to itself: the next look is due already.
      return;
    }
    if (watched !== null && watched !== before) changed(null);
  };
  look();
  return () => {
    cancel();
    leave();
  };
}

interface Watched {
  readonly inode: string;
  readonly end: () => void;
}

/** Null where there is not a folder now. */
function begin(folder: string, changed: (name: string) => void): Watched | null {
  const inode = inodeOf(folder);
  try {
    return inode === null ? null : { inode, end: watchNames(folder, changed) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Null where there is none. */
function inodeOf(folder: string): string | null {
  const found = statSync(folder, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : `${found.dev}:${found.ino}`;
}

/** Tells the name of a file whenever the system reports a change of it. Returns the way to end it. */
export function watchNames(folder: string, changed: (name: string) => void): () => void {
  const watcher = watch(folder, (_event, name) => {
    if (name !== null) changed(name);
  });
  // A folder that is deleted under the watch has no more to tell.
  watcher.on('error', () => watcher.close());
  return () => watcher.close();
}
