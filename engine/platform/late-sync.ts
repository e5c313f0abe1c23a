import { closeSync, fdatasync } from 'node:fs';
import { promisify } from 'node:util';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { openToRead } from '../lib/regular-file.ts';

/** Many files that are made at once wait for each other's syncs, and everything that writes beside them does. */
const DELAY_MS = 1000;

interface LateSyncOptions {
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Logger;
}

/** Brings new files to the disk a moment after they were made: until then the loss of power could take them away again. */
export class LateSync {
  readonly #options: LateSyncOptions;
  #paths: string[] = [];
  #cancel: () => void = () => undefined;
  #syncing: Promise<void> = Promise.resolve();

  constructor(options: LateSyncOptions) {
    this.#options = options;
  }

  add(path: string): void {
    this.#paths.push(path);
    if (this.#paths.length > 1) return;
    this.#cancel = this.#options.clock.after(DELAY_MS, () => void this.flush());
  }

  /** Resolves when all files that were added are on the disk. */
  flush(): Promise<void> {
    this.#cancel();
    const paths = this.#paths;
    this.#paths = [];
    this.#syncing = this.#syncing.then(() => this.#syncAll(paths));
    return this.#syncing;
  }

  async #syncAll(paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      try {
        await syncFile(path);
      } catch (error) {
        this.#options.log.warn('A new file may not be on the disk yet', { path, error });
      }
    }
  }
}

const syncData = promisify(fdatasync);

async function syncFile(path: string): Promise<void> {
  const file = openIfThere(path);
  if (file === null) return;
  try {
    await syncData(file);
  } finally {
    closeSync(file);
  }
}

/** Null: somebody has deleted or renamed it since, and then it is theirs. */
function openIfThere(path: string): number | null {
  try {
    return openToRead(path, 'follow');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
