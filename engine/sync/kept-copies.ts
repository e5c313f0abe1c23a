import { readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { keptReasons, type KeptReason } from '../contract/sync.ts';
import { makePrivateFolder } from '../lib/folders.ts';
import type { Clock } from '../lib/clock.ts';
import { isoTime } from '../lib/clock.ts';
import { readBytes } from '../lib/regular-file.ts';
import type { OldAge } from '../storage/old-age.ts';
import { writeFirst } from '../lib/write-file.ts';

const MAX_DAYS = 30;
const MAX_BYTES = 100 * 1024 * 1024;
const DAY_MS = 86_400_000;

/** A text that was replaced or removed by Git Sync. */
export interface KeptCopy {
  /** Names it; a folder. */
  readonly keptId: string;
  /** Where it was in the folder of DAGs. */
  readonly path: string;
  /** Milliseconds since the epoch. */
  readonly keptAt: number;
  /** Empty for those that were kept before there were reasons. */
  readonly reason: KeptReason | '';
  readonly bytes: number;
}

/** The same with the text. */
export interface KeptContent extends KeptCopy {
  readonly content: Uint8Array;
}

export interface KeptCopiesOptions {
  readonly folder: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly ages: Pick<OldAge, 'before'>;
  readonly newId: () => string;
  /** Is told of files that are to be brought to the disk. */
  readonly written: (path: string) => void;
}

/** Texts that Git Sync took away, for a month and up to 100 MB: `<time>-<id>-<reason>/<path>`, newest last. */
export class KeptCopies {
  readonly #options: KeptCopiesOptions;

  constructor(options: KeptCopiesOptions) {
    this.#options = options;
  }

  /** On the disk when it returns, but for a loss of power a moment later. */
  keep(path: string, bytes: Uint8Array, reason: KeptReason): void {
    const { folder, clock, newId, written } = this.#options;
    const time = isoTime(clock.now()).replaceAll(':', '');
    const file = join(folder, `${time}-${newId()}-${reason}`, ...path.split('/'));
    makePrivateFolder(dirname(file));
    writeFirst(file, bytes);
    written(file);
  }

  /** Newest first. */
  list(): readonly KeptCopy[] {
    return foldersIn(this.#options.folder)
      .toReversed()
      .flatMap((keptId) => this.#copiesIn(keptId));
  }

  /** Null where there is no such copy. */
  read(keptId: string): KeptContent | null {
    // A name from outside: only one that the folder has is looked at.
    if (!foldersIn(this.#options.folder).includes(keptId)) return null;
    const [copy] = this.#copiesIn(keptId);
    if (copy === undefined) return null;
    const file = join(this.#options.folder, keptId, copy.path);
    return { ...copy, content: readBytes(file, { links: 'refuse' }) };
  }

  /** Forgets what is too old, then the oldest of what is too much. */
  prune(): void {
    const oldest = this.#options.ages.before(MAX_DAYS * DAY_MS) ?? -Infinity;
    let bytes = 0;
    for (const copy of this.list()) {
      bytes += copy.bytes;
      if (copy.keptAt >= oldest && bytes <= MAX_BYTES) continue;
      rmSync(join(this.#options.folder, copy.keptId), { recursive: true, force: true });
    }
  }

  #copiesIn(keptId: string): KeptCopy[] {
    const root = join(this.#options.folder, keptId);
    return readdirSync(root, { recursive: true, withFileTypes: true }).flatMap((entry) => {
      if (!entry.isFile()) return [];
      const file = join(entry.parentPath, entry.name);
      const path = file.slice(root.length + 1).replaceAll('\\', '/');
      const { size, mtimeMs } = statSync(file);
      const keptAt = timeOf(keptId) ?? mtimeMs;
      return [{ keptId, path, keptAt, reason: reasonOf(keptId), bytes: size }];
    });
  }
}

function timeOf(keptId: string): number | null {
  const [, day, hours, minutes, seconds] =
    /^(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d\.\d{3})Z-/.exec(keptId) ?? [];
  return day === undefined ? null : Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`);
}

function reasonOf(keptId: string): KeptReason | '' {
  return keptReasons.find((reason) => keptId.endsWith(`-${reason}`)) ?? '';
}

function foldersIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
