import { EngineError } from '../../contract/errors.ts';
import type { LoadResult } from '../../dag/definition.ts';
import { isDagName } from '../../contract/fields.ts';
import { readDagText, type DagFile } from '../../platform/dag-files.ts';
import type { DagTree } from '../../platform/dag-folder/dag-tree.ts';
import { isLargeFile } from '../../execution/aside/large.ts';
import { isUnfinished } from '../../platform/file-stamp.ts';
import { NextRuns } from './next-runs.ts';
import { withTakenName } from './taken-name.ts';
import { reasonOf } from './file-problems.ts';
import { FolderLook } from './folder-look.ts';
import type { CatalogEntry } from './catalog-entry.ts';
import { CatalogUpkeep, type CatalogOptions } from './catalog-upkeep.ts';
import type { DagEntries } from './dag-entries.ts';
import type { DagReader, ReadDag } from './dag-reader.ts';

/** The definitions on disk, as lists show them and as they are read. */
export class DagCatalog {
  readonly #options: CatalogOptions;
  readonly #upkeep: CatalogUpkeep;
  readonly #reader: DagReader;
  readonly #entries: DagEntries;
  readonly #nextRuns: NextRuns;
  readonly #folder: FolderLook;

  constructor(options: CatalogOptions) {
    this.#options = options;
    this.#upkeep = new CatalogUpkeep(options);
    this.#reader = this.#upkeep.reader;
    this.#entries = this.#upkeep.entries;
    this.#nextRuns = new NextRuns(options);
    this.#folder = new FolderLook({ folder: options.tree.root, clock: options.clock });
  }

  /** Reads what changed since the index was written, and watches from then on. */
  start(): Promise<void> {
    return this.#upkeep.start();
  }

  stop(): void {
    this.#upkeep.stop();
  }

  /** Where the files of the definitions lie. */
  get tree(): DagTree {
    return this.#options.tree;
  }

  /** Resolves when every large file is known as it was when this was asked. */
  settled(): Promise<void> {
    return this.#upkeep.settled();
  }

  /** Reads a large file aside, so that a `read` that follows at once does not hold up the event loop. */
  async warm(fileName: string): Promise<void> {
    if (!isDagName(fileName)) return;
    try {
      await this.#options.base.warm();
      // The index may not know yet that a file is there, or that it has grown.
      const file = this.tree.find(fileName);
      if (file !== null && isLargeFile(file)) await this.#reader.readAside(file);
    } catch (cause) {
      // What is wrong with the file itself is an error of its definition.
      if (cause instanceof EngineError) throw cause;
    }
  }

  entries(): Iterable<CatalogEntry> {
    return this.#entries.all();
  }

  /** Those that can be read: none while their folder is away. */
  listed(): Iterable<CatalogEntry> {
    return this.folderProblem() === null ? this.#entries.all() : [];
  }

  entry(fileName: string): CatalogEntry | undefined {
    return this.#entries.get(fileName);
  }

  /** The DAG of this name, which may be another one than that of its file. */
  named(name: string): CatalogEntry | undefined {
    return this.#entries.named(name);
  }

  /**
   * Why none of the definitions that are known can be read: their folder was moved away, or its disk is not there. They stay
   * known, since it may come back. Null while they can, and where there are none.
   */
  folderProblem(): string | null {
    return this.#entries.size === 0 ? null : this.#folder.problem();
  }

  /** What is wrong in the folder beyond the content of its files. */
  problems(): string[] {
    return this.#upkeep.problems();
  }

  /**
   * Reads a file as it is now; a changed one is never served stale. One that cannot be read is a definition with that error.
   * Null where there is none.
   *
   * @throws EngineError `service_unavailable` where the folder cannot be read.
   */
  read(fileName: string): ReadDag | null {
    const read = this.#readFile(fileName);
    if (read === null) return null;
    const nameTakenBy = this.nameTakenFrom(read.file.fileName, read.loaded);
    if (nameTakenBy === null) return read;
    return { ...read, loaded: withTakenName(read.loaded, nameTakenBy), nameTakenBy };
  }

  /** The file that has the name which this text gives a file; null: it may have it. */
  nameTakenFrom(fileName: string, { partial: { name } }: LoadResult): string | null {
    const holder = this.#entries.names.holderOf(name);
    if (holder === fileName) return null;
    // The folder may have changed a moment ago, and one that is called so comes before others.
    const first = holder ?? name;
    if (first === fileName || !isDagName(first)) return null;
    this.refresh(first);
    const found = this.#entries.names.holderOf(name);
    return found === undefined || found === fileName ? null : found;
  }

  /** A file is about to get another name, and its DAG with it where its text gives none. */
  move(...names: Parameters<DagEntries['names']['move']>): void {
    this.#entries.names.move(...names);
  }

  /** A file was deleted by somebody: others may have its name at once. */
  deleted(fileName: string): void {
    this.#entries.names.drop(fileName, { isForGood: true });
    this.refresh(fileName);
  }

  /** Somebody may have accepted texts of which nobody had: their word counts from then on. */
  reconsider(): void {
    this.#upkeep.reconsider((fileName) => this.#readFile(fileName));
  }

  /** The text of a file as it is now, of which nothing is made. */
  textOf(fileName: string): string | null {
    return this.#withFile(fileName, readDagText);
  }

  #readFile(fileName: string): ReadDag | null {
    return this.#withFile(fileName, (file) => this.#upkeep.readOrSay(file));
  }

  #withFile<T>(fileName: string, read: (file: DagFile) => T): T | null {
    try {
      const file = this.tree.find(fileName);
      if (file !== null) return read(file);
    } catch (cause) {
      throw cannotRead(fileName, cause);
    }
    const problem = this.#entries.get(fileName) !== undefined ? this.folderProblem() : null;
    if (problem !== null) throw new EngineError('service_unavailable', problem);
    return null;
  }

  /** Whether the file may be about to be written: what is wrong with it may be over in a moment. */
  isUnfinished(fileName: string): boolean {
    const file = this.tree.find(fileName);
    return file !== null && isUnfinished(file);
  }

  /** Looks at a file again, after a change of our own or of the folder. What cannot be read stays as it was known, with an error. */
  refresh(fileName: string): void {
    this.#upkeep.refresh(fileName);
  }

  /** Takes note of a file that was just written. */
  put(read: ReadDag): void {
    this.#upkeep.put(read);
  }

  /** Milliseconds since the epoch; null where nothing is scheduled. */
  nextRun(entry: CatalogEntry): number | null {
    return this.#nextRuns.of(entry);
  }
}

function cannotRead(fileName: string, cause: unknown): EngineError {
  const message = `Cannot read the file of DAG ${fileName} (${reasonOf(cause)}).`;
  return new EngineError('service_unavailable', message, { cause });
}
