import type { DagHead } from '../contract/dag.ts';
import { toDagHead } from '../dag/dag-object.ts';
import { issueText, type LoadResult, type Schedules } from '../dag/definition.ts';
import { loadDag } from '../dag/load-dag.ts';
import { nextTimes } from '../dag/schedule.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import {
  findDagFile,
  listDagFiles,
  readDagText,
  stemOf,
  type DagFile,
} from '../platform/dag-files.ts';
import { watchFolder } from '../platform/watch-folder.ts';
import {
  dropIndexedDag,
  indexedDags,
  saveIndexedDag,
  type IndexedDag,
} from '../storage/dag-index.ts';
import type { Database } from '../storage/database.ts';
import type { WriteQueue } from '../storage/write-queue.ts';

/** What lists show of a definition file, without reading it. */
export interface CatalogEntry {
  readonly fileName: string;
  readonly name: string;
  readonly head: DagHead;
  readonly tags: readonly string[];
  readonly schedule: Schedules;
  readonly errors: readonly string[];
}

/** A definition file that was read, with its text. */
export interface ReadDag {
  readonly file: DagFile;
  readonly text: string;
  readonly loaded: LoadResult;
}

export interface CatalogOptions {
  readonly folder: string;
  readonly db: Database;
  readonly writes: WriteQueue;
  readonly clock: Clock;
  readonly log: Logger;
  readonly timezone: string | null;
  readonly changed: (fileName: string, change: 'created' | 'updated' | 'deleted') => void;
}

/** The definitions on disk, kept in step with the folder. */
export interface DagCatalog {
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly entries: () => Iterable<CatalogEntry>;
  /** Reads a file as it is now; a changed one is never served stale. Null where there is none. */
  readonly read: (fileName: string) => Promise<ReadDag | null>;
  /** Looks at a file again, after a change of our own or of the folder. */
  readonly refresh: (fileName: string) => Promise<void>;
  /** Milliseconds since the epoch; null where nothing is scheduled. */
  readonly nextRun: (entry: CatalogEntry) => number | null;
}

const MOST_READ = 200;

export function createDagCatalog(options: CatalogOptions): DagCatalog {
  const { folder, db, writes, clock } = options;
  const entries = new Map<string, CatalogEntry & { readonly fingerprint: string }>();
  const texts = new Map<string, ReadDag>();
  const nextRuns = new WeakMap<
    CatalogEntry,
    { readonly at: number | null; readonly asked: number }
  >();
  let endWatch: (() => Promise<void>) | null = null;

  async function readFile(file: DagFile): Promise<ReadDag> {
    const known = texts.get(file.fileName);
    if (known?.file.fingerprint === file.fingerprint) return known;
    const text = await readDagText(file);
    const read = { file, text, loaded: loadDag(text, { name: file.fileName }) };
    texts.delete(file.fileName);
    texts.set(file.fileName, read);
    const [oldest] = texts.keys();
    if (texts.size > MOST_READ && oldest !== undefined) texts.delete(oldest);
    return read;
  }

  function put(read: ReadDag): void {
    const { file, loaded } = read;
    const dag = loaded.dag ?? loaded.partial;
    const entry = {
      fileName: file.fileName,
      fingerprint: file.fingerprint,
      name: dag.name,
      head: toDagHead(dag),
      tags: dag.tags,
      schedule: dag.schedule,
      errors: loaded.issues.filter(({ severity }) => severity === 'error').map(issueText),
    };
    const change = entries.has(file.fileName) ? 'updated' : 'created';
    entries.set(file.fileName, entry);
    writes.record(
      (database) => saveIndexedDag(database, toRow(entry)),
      () => options.changed(file.fileName, change),
    );
  }

  function drop(fileName: string): void {
    texts.delete(fileName);
    if (!entries.delete(fileName)) return;
    writes.record(
      (database) => dropIndexedDag(database, fileName),
      () => options.changed(fileName, 'deleted'),
    );
  }

  async function refresh(fileName: string): Promise<void> {
    const file = await findDagFile(folder, fileName);
    if (file === null) drop(fileName);
    else if (entries.get(fileName)?.fingerprint !== file.fingerprint) put(await readFile(file));
  }

  function refreshSoon(name: string): void {
    refresh(stemOf(name)).catch((error: unknown) =>
      options.log.warn('A definition cannot be read', { file: name, error }),
    );
  }

  return {
    start: async () => {
      for (const row of indexedDags(db)) entries.set(row.fileName, fromRow(row));
      const files = await listDagFiles(folder);
      const present = new Set(files.map(({ fileName }) => fileName));
      for (const fileName of [...entries.keys()]) if (!present.has(fileName)) drop(fileName);
      for (const file of files) {
        if (entries.get(file.fileName)?.fingerprint !== file.fingerprint) put(await readFile(file));
      }
      texts.clear();
      endWatch = watchFolder(folder, refreshSoon);
    },
    stop: async () => endWatch?.(),
    entries: () => entries.values(),
    read: async (fileName) => {
      const file = await findDagFile(folder, fileName);
      return file === null ? null : readFile(file);
    },
    refresh,
    nextRun: (entry) => {
      const now = clock.now();
      const known = nextRuns.get(entry);
      if (known !== undefined && now >= known.asked && (known.at === null || now < known.at)) {
        return known.at;
      }
      const [next] = nextTimes(entry.schedule.start, {
        after: new Date(now),
        count: 1,
        timezone: options.timezone,
      });
      const at = next?.getTime() ?? null;
      nextRuns.set(entry, { at, asked: now });
      return at;
    },
  };
}

function toRow(entry: CatalogEntry & { readonly fingerprint: string }): IndexedDag {
  return {
    fileName: entry.fileName,
    fingerprint: entry.fingerprint,
    name: entry.name,
    head: JSON.stringify(entry.head),
    tags: JSON.stringify(entry.tags),
    schedule: JSON.stringify(entry.schedule),
    errors: JSON.stringify(entry.errors),
  };
}

function fromRow(row: IndexedDag): CatalogEntry & { readonly fingerprint: string } {
  return {
    fileName: row.fileName,
    fingerprint: row.fingerprint,
    name: row.name,
    head: JSON.parse(row.head) as DagHead,
    tags: JSON.parse(row.tags) as string[],
    schedule: JSON.parse(row.schedule) as Schedules,
    errors: JSON.parse(row.errors) as string[],
  };
}
