import type { Config } from '../../config/config.ts';
import { basename, dirname } from 'node:path';
import { EngineError } from '../../contract/errors.ts';
import { isDagName } from '../../contract/fields.ts';
import { nextSlot } from '../../dag/schedule.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import { nextTurn } from '../../lib/next-turn.ts';
import { isDagFile, stemOf } from '../../platform/dag-file-names.ts';
import {
  countDagFiles,
  findDagFile,
  hasTwoFiles,
  readDagText,
  type DagFile,
} from '../../platform/dag-files.ts';
import { isLargeFile } from '../../execution/aside/aside.ts';
import { hashOf, isUnfinished } from '../../platform/file-stamp.ts';
import { watchFolder } from '../../platform/watch-folder.ts';
import { dropIndexedDag, indexedDags, saveIndexedDag } from '../../storage/dag-index.ts';
import type { Database } from '../../storage/database.ts';
import type { WriteQueue } from '../../storage/write-queue.ts';
import { folderProblems, nameProblems, reasonOf, sharedNames } from './file-problems.ts';
import { type IndexedEntry, type CatalogEntry, fromRow, entryOf, toRow } from './catalog-entry.ts';
import { DagReader, type DagReaderOptions, type ReadDag } from './dag-reader.ts';

export interface CatalogOptions extends DagReaderOptions {
  readonly folder: string;
  /** File of base.yaml, to watch. */
  readonly baseFile: string;
  readonly db: Database;
  readonly writes: WriteQueue;
  readonly clock: Clock;
  readonly log: Logger;
  /** Its `timezone` is that of lines that name none. */
  readonly config: Pick<Config, 'timezone'>;
  readonly changed: (fileName: string, change: 'created' | 'updated' | 'deleted') => void;
}

/** Files that are read and indexed in one turn, and one commit. */
const READ_AT_ONCE = 64;

/** The definitions on disk, kept in step with the folder. */
export class DagCatalog {
  readonly #options: CatalogOptions;
  readonly #reader: DagReader;
  readonly #entries = new Map<string, IndexedEntry>();
  readonly #nextRuns = new WeakMap<CatalogEntry, NextRun>();
  /** What is wrong with files of the folder beyond their content, by the name of the DAG: unreadable ones, odd names. */
  readonly #problems = new Map<string, readonly string[]>();
  /** What is wrong with the names of DAGs together; null: to be looked for. */
  #shared: readonly string[] | null = null;
  /** Large files are read one after another. */
  #reading: Promise<void> = Promise.resolve();
  #endWatch: () => void = () => undefined;
  #endBaseWatch: () => void = () => undefined;

  constructor(options: CatalogOptions) {
    this.#options = options;
    this.#reader = new DagReader(options);
  }

  /** Reads what changed since the index was written, and watches from then on. */
  async start(): Promise<void> {
    const { db, folder, clock, baseFile } = this.#options;
    // Before the look at all files: a change in between must not be missed.
    this.#endWatch = watchFolder({
      folder,
      clock,
      isWanted: isDagFile,
      changed: (name) => (name === null ? this.#scanSoon() : this.refresh(stemOf(name))),
    });
    this.#endBaseWatch = watchFolder({
      folder: dirname(baseFile),
      clock,
      isWanted: (name) => name === basename(baseFile),
      changed: () => this.#scanSoon(),
    });
    for (const row of indexedDags(db)) this.#entries.set(row.fileName, fromRow(row));
    await this.#scan();
  }

  stop(): void {
    this.#endWatch();
    this.#endBaseWatch();
  }

  async #scan(): Promise<void> {
    await this.#warmBase();
    const present = await countDagFiles(this.#options.folder);
    const names = new Set([...present.keys(), ...this.#entries.keys(), ...this.#problems.keys()]);
    for (const [index, fileName] of [...names].entries()) {
      if (index % READ_AT_ONCE === 0) await nextTurn();
      this.refresh(fileName, (present.get(fileName) ?? 0) > 1);
    }
    await this.#reading;
  }

  /** What is wrong with base.yaml is told by whoever needs it. */
  async #warmBase(): Promise<void> {
    try {
      await this.#options.base.warm();
    } catch (error) {
      this.#options.log.warn('Cannot read base.yaml', { error });
    }
  }

  /** Resolves when every large file is known as it was when this was asked. */
  settled(): Promise<void> {
    return this.#reading;
  }

  /** Reads a large file aside, so that a `read` that follows at once does not hold up the event loop. */
  async warm(fileName: string): Promise<void> {
    if (!isDagName(fileName)) return;
    try {
      await this.#options.base.warm();
      // The index may not know yet that a file is there, or that it has grown.
      const file = findDagFile(this.#options.folder, fileName);
      if (file !== null && isLargeFile(file)) await this.#reader.readAside(file);
    } catch (cause) {
      throw cause instanceof EngineError ? cause : cannotRead(fileName, cause);
    }
  }

  entries(): Iterable<CatalogEntry> {
    return this.#entries.values();
  }

  entry(fileName: string): CatalogEntry | undefined {
    return this.#entries.get(fileName);
  }

  /** The DAG of this name, which may be another one than that of its file. */
  named(name: string): CatalogEntry | undefined {
    const ofFile = this.#entries.get(name);
    if (ofFile?.name === name) return ofFile;
    return [...this.#entries.values()].find((entry) => entry.name === name);
  }

  /** What is wrong in the folder beyond the content of its files. */
  problems(): string[] {
    // For each list to look at thousands would take milliseconds.
    this.#shared ??= sharedNames(this.#entries.values());
    return [
      ...folderProblems(this.#options.folder),
      ...this.#shared,
      ...[...this.#problems.values()].flat(),
    ];
  }

  /**
   * Reads a file as it is now; a changed one is never served stale. Null where there is none.
   *
   * @throws EngineError `service_unavailable` for one that cannot be read.
   */
  read(fileName: string): ReadDag | null {
    return this.#withFile(fileName, (file) => this.#reader.read(file));
  }

  /** The text of a file as it is now, of which nothing is made. */
  textOf(fileName: string): string | null {
    return this.#withFile(fileName, readDagText);
  }

  #withFile<T>(fileName: string, read: (file: DagFile) => T): T | null {
    try {
      const file = findDagFile(this.#options.folder, fileName);
      return file === null ? null : read(file);
    } catch (cause) {
      throw cannotRead(fileName, cause);
    }
  }

  /** Whether the file may be about to be written: what is wrong with it may be over in a moment. */
  isUnfinished(fileName: string): boolean {
    const file = findDagFile(this.#options.folder, fileName);
    return file !== null && isUnfinished(file);
  }

  /** Looks at a file again, after a change of our own or of the folder. What cannot be read stays as it was known. */
  refresh(fileName: string, isDouble = hasTwoFiles(this.#options.folder, fileName)): void {
    const problems = nameProblems(fileName, isDouble);
    try {
      const file = findDagFile(this.#options.folder, fileName);
      this.#note(fileName, file === null ? [] : problems);
      if (file === null) this.#drop(fileName);
      else this.#update(file, problems);
    } catch (error) {
      this.#noteUnread(fileName, problems, error);
    }
  }

  #noteUnread(fileName: string, problems: readonly string[], error: unknown): void {
    const problem = `${fileName}: cannot read the file (${reasonOf(error)}).`;
    this.#note(fileName, [...problems, problem]);
    this.#options.log.warn('Cannot read a definition', { file: fileName, error });
  }

  #note(fileName: string, problems: readonly string[]): void {
    if (problems.length === 0) this.#problems.delete(fileName);
    else this.#problems.set(fileName, problems);
  }

  /** Takes note of a file that was just written. */
  put(read: ReadDag): void {
    this.#reader.keep(read);
    this.#index(read);
  }

  /** Milliseconds since the epoch; null where nothing is scheduled. */
  nextRun(entry: CatalogEntry): number | null {
    const now = this.#options.clock.now();
    const known = this.#nextRuns.get(entry);
    if (known !== undefined && now >= known.asked && (known.at === null || now < known.at)) {
      return known.at;
    }
    const { timezone } = this.#options.config;
    const at = nextSlot(entry.schedule.start, now, timezone);
    this.#nextRuns.set(entry, { at, asked: now });
    return at;
  }

  #update(file: DagFile, problems: readonly string[]): void {
    if (!this.#isToRead(file)) return;
    // In a look at many files base.yaml may change once more.
    if (isLargeFile(file) || this.#options.base.isCold()) {
      this.#reading = this.#reading.then(() => this.#updateAside(file, problems));
      return;
    }
    // Not kept: of the thousands that a start may read, each would be in the way of the collector for a while.
    const read = this.#reader.load(file);
    if (read === null) this.refresh(file.fileName);
    else this.#index(read);
  }

  async #updateAside(file: DagFile, problems: readonly string[]): Promise<void> {
    const { fileName } = file;
    try {
      const read = await this.#reader.readAside(file);
      if (read !== null && this.#isStill(file)) this.#index(read);
      else this.refresh(fileName);
    } catch (error) {
      if (this.#isStill(file)) this.#noteUnread(fileName, problems, error);
      else this.refresh(fileName);
    }
  }

  /** What is wrong with another one is told by whoever looks at it. */
  #isStill({ fileName, fingerprint }: DagFile): boolean {
    try {
      return findDagFile(this.#options.folder, fileName)?.fingerprint === fingerprint;
    } catch {
      return false;
    }
  }

  /** Whether it is not known to be what the index says. */
  #isToRead(file: DagFile): boolean {
    if (!isDagName(file.fileName)) return false;
    const known = this.#entries.get(file.fileName)?.fingerprint;
    if (known === undefined || !file.isSettled) return true;
    return !known.startsWith(`${this.#reader.fingerprint(file)}#`);
  }

  #index(read: ReadDag): void {
    const { file, text, base } = read;
    const { fileName } = file;
    const fingerprint = `${this.#reader.fingerprint(file, base)}#${hashOf(text)}`;
    // Two looks at once may have read the same change.
    if (this.#entries.get(fileName)?.fingerprint === fingerprint) return;
    const entry = entryOf(read, fingerprint);
    const change = this.#entries.has(fileName) ? 'updated' : 'created';
    this.#entries.set(fileName, entry);
    this.#shared = null;
    this.#options.writes.commitLater((db) => saveIndexedDag(db, toRow(entry)));
    this.#options.changed(fileName, change);
  }

  #drop(fileName: string): void {
    this.#reader.forget(fileName);
    if (!this.#entries.delete(fileName)) return;
    this.#shared = null;
    this.#options.writes.commitLater((db) => dropIndexedDag(db, fileName));
    this.#options.changed(fileName, 'deleted');
  }

  #scanSoon(): void {
    this.#scan().catch((error: unknown) =>
      this.#options.log.warn('Cannot read the definitions', { error }),
    );
  }
}

interface NextRun {
  readonly at: number | null;
  /** When this was computed; a clock that was set back asks again. */
  readonly asked: number;
}

function cannotRead(fileName: string, cause: unknown): EngineError {
  const message = `Cannot read the file of DAG ${fileName} (${reasonOf(cause)}).`;
  return new EngineError('service_unavailable', message, { cause });
}
