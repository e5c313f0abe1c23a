import { watch } from 'node:fs';
import type { Clock } from '../lib/clock.ts';

/** An editor writes a file in several strokes; one look a little later sees the last one. */
const SETTLE_MS = 50;

export interface FolderWatch {
  readonly folder: string;
  readonly clock: Pick<Clock, 'after'>;
  /** Whether a change of a file of this name is to be told. */
  readonly isWanted: (name: string) => boolean;
  readonly changed: (name: string) => void;
}

/** Tells the names of files that appear, change or go in a folder, each once it is still. Returns the way to end it. */
export function watchFolder({ folder, clock, isWanted, changed }: FolderWatch): () => void {
  const pending = new Map<string, () => void>();
  const endWatch = watchNames(folder, (name) => {
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

/** Tells the name of a file whenever the system reports a change of it. Returns the way to end it. */
export function watchNames(folder: string, changed: (name: string) => void): () => void {
  const watcher = watch(folder, (_event, name) => {
    if (name !== null) changed(name);
  });
  // A folder that is deleted under the watch has no more to tell.
  watcher.on('error', () => watcher.close());
  return () => watcher.close();
}
