import { join } from 'node:path';
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import { SETTLE_MS, watchNames, watchPlace } from '../watch-folder.ts';
import type { DagTree } from './dag-tree.ts';

/** Null: any file may differ. */
type Tell = (fileNames: Iterable<string> | null) => void;

interface TreeWatch {
  readonly tree: DagTree;
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Pick<Logger, 'warn'>;
  readonly changed: Tell;
  /** Watches the names of a folder below; when left out, the system does. */
  readonly watch?: typeof watchNames;
}

/** How often folders are looked at that the system does not watch. */
const LOOK_MS = 5000;

/**
 * Tells the DAGs whose files appear, change, move or go, in whichever folder, each once its file is still. The tree knows of it
 * at once: a file that moves is never gone. Returns the way to end it.
 */
export function watchDagTree(options: TreeWatch): () => void {
  const { tree, clock, changed } = options;
  const pending = new Map<string, () => void>();
  const settle = (fileNames: ReadonlySet<string>): void => {
    const key = [...fileNames].join('/');
    if (key === '') return;
    pending.get(key)?.();
    const tell = (): void => {
      pending.delete(key);
      changed(fileNames);
    };
    pending.set(key, clock.after(SETTLE_MS, tell));
  };
  const below = new FoldersBelow(options, settle);
  const endRoot = watchPlace({ folder: tree.root, clock }, (name) => {
    if (name === null) changed(null);
    else settle(tree.note({ folder: '', name }));
  });
  tree.follow({
    entered: (folder) => below.enter(folder),
    left: (folder) => below.leave(folder),
    changed: settle,
  });
  return () => {
    endRoot();
    below.end();
    for (const cancel of pending.values()) cancel();
  };
}

/** The watches of folders below the root. The system has a limited number: the others are looked at now and then. */
class FoldersBelow {
  readonly #options: TreeWatch;
  readonly #settle: (fileNames: ReadonlySet<string>) => void;
  readonly #watched = new Map<string, () => void>();
  readonly #unwatched = new Set<string>();
  #cancel: () => void = () => undefined;

  constructor(options: TreeWatch, settle: (fileNames: ReadonlySet<string>) => void) {
    this.#options = options;
    this.#settle = settle;
  }

  enter(folder: string): void {
    const { tree, watch = watchNames } = this.#options;
    this.leave(folder);
    const noted = (name: string): void => this.#settle(tree.note({ folder, name }));
    try {
      this.#watched.set(folder, watch(join(tree.root, folder), noted));
    } catch (error) {
      // Gone meanwhile: the folder above tells of it.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') this.#lookAtIt(folder, error);
    }
  }

  leave(folder: string): void {
    this.#watched.get(folder)?.();
    this.#watched.delete(folder);
    this.#unwatched.delete(folder);
  }

  end(): void {
    this.#cancel();
    for (const end of this.#watched.values()) end();
  }

  #lookAtIt(folder: string, error: unknown): void {
    if (this.#unwatched.size === 0) {
      const hint =
        'Changes in some folders of DAGs are seen after 5 seconds. On Linux, raise the sysctl fs.inotify.max_user_watches.';
      this.#options.log.warn('Cannot watch a folder of DAGs', { folder, error, hint });
      this.#lookLater();
    }
    this.#unwatched.add(folder);
  }

  #lookLater(): void {
    const { tree, clock, changed } = this.#options;
    this.#cancel = clock.after(LOOK_MS, () => {
      if (this.#unwatched.size === 0) return;
      this.#lookLater();
      tree.lookAgain();
      changed([...this.#unwatched].flatMap((folder) => tree.namesIn(folder)));
    });
  }
}
