import type { Config } from '../../config/config.ts';
import { EngineError } from '../../contract/errors.ts';
import type { LoadResult } from '../../dag/definition.ts';
import { isDagName } from '../../contract/fields.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import { nextTurn } from '../../lib/next-turn.ts';
import {
  countDagFiles,
  findDagFile,
  hasTwoFiles,
  readDagText,
  type DagFile,
} from '../../platform/dag-files.ts';
import { isLargeFile } from '../../execution/aside/large.ts';
import { hashOf, isUnfinished } from '../../platform/file-stamp.ts';
import type { Database } from '../../storage/database.ts';
import type { WriteQueue } from '../../storage/write-queue.ts';
import { NextRuns } from './next-runs.ts';
import { watchDags } from './watch-dags.ts';
import { withTakenName } from './taken-name.ts';
import { folderProblems, nameProblems, reasonOf } from './file-problems.ts';
import { unreadDag, unreadProblem } from './unread-dag.ts';
import { FolderLook } from './folder-look.ts';
import { GoneFiles } from './gone-files.ts';
import { entryOf, type CatalogEntry, type OwnEntry } from './catalog-entry.ts';
import { DagEntries } from './dag-entries.ts';
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
  /** Whether the text of this file needs nobody to accept it any more. */
  readonly isAccepted: (fileName: string, text: () => string | null) => boolean;
  readonly changed: (fileName: string, change: 'created' | 'updated' | 'deleted') => void;
  /** Another DAG has the name of one that was gone for a while: it is told before `changed`. */
  readonly replaced: (fileName: string) => void;
}

/** The fingerprint of what was not read: no file has it, so it is read again whenever it is looked at. */
const UNREAD = 'unread';

/** Files that are read and indexed in one turn, and one commit. */
const READ_AT_ONCE = 64;

/** The definitions on disk, kept in step with the folder. */
export class DagCatalog {
  readonly #options: CatalogOptions;
  readonly #reader: DagReader;
  readonly #entries: DagEntries;
  readonly #nextRuns: NextRuns;
  /** What is wrong with files of the folder beyond their content, by the name of the DAG: unreadable ones, odd names. */
  readonly #problems = new Map<string, readonly string[]>();
  readonly #gone: GoneFiles;
  readonly #folder: FolderLook;
  /** Large files are read one after another. */
  #reading: Promise<void> = Promise.resolve();
  #endWatch: () => void = () => undefined;

  constructor(options: CatalogOptions) {
    this.#options = options;
    this.#reader = new DagReader(options);
    this.#entries = new DagEntries(options);
    this.#nextRuns = new NextRuns(options);
    this.#gone = new GoneFiles(options);
    this.#folder = new FolderLook(options);
  }

  /** Reads what changed since the index was written, and watches from then on. */
  async start(): Promise<void> {
    // Before the look at all files: a change in between must not be missed.
    this.#endWatch = watchDags(this.#options, (fileName) => {
      if (fileName === null) this.#scanSoon();
      else this.refresh(fileName);
    });
    this.#entries.names.beginLook();
    this.#entries.load((fileName) => this.#isAccepted(fileName));
    await this.#scan();
  }

  stop(): void {
    this.#entries.names.stop();
    this.#endWatch();
  }

  async #scan(): Promise<void> {
    await this.#warmBase();
    this.#entries.names.beginLook();
    try {
      await this.#lookAtAll();
    } finally {
      this.#entries.names.endLook();
    }
  }

  async #lookAtAll(): Promise<void> {
    const present = await countDagFiles(this.#options.folder);
    const known = [...this.#entries.all()].map(({ fileName }) => fileName);
    const names = new Set([...present.keys(), ...known, ...this.#problems.keys()]);
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
    return [...folderProblems(this.#options.folder), ...[...this.#problems.values()].flat()];
  }

  /**
   * Reads a file as it is now; a changed one is never served stale. One that cannot be read is a definition with that error.
   * Null where there is none.
   *
   * @throws EngineError `service_unavailable` where the folder or base.yaml cannot be read.
   */
  read(fileName: string): ReadDag | null {
    const read = this.#withFile(fileName, (file) => this.#readOrSay(file));
    if (read === null) return null;
    const nameTakenBy = this.nameTakenFrom(read.file.fileName, read.loaded);
    if (nameTakenBy === null) return read;
    return { ...read, loaded: withTakenName(read.loaded, nameTakenBy), nameTakenBy };
  }

  #readOrSay(file: DagFile): ReadDag | null {
    try {
      return this.#reader.read(file);
    } catch (error) {
      if (error instanceof EngineError) throw error;
      return this.#unread(file, error);
    }
  }

  #unread(file: DagFile, error: unknown): ReadDag {
    const name = this.#entries.get(file.fileName)?.name ?? file.fileName;
    return unreadDag(file, { name, error });
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
    for (const fileName of this.#entries.unaccepted()) {
      const read = this.#withFile(fileName, (file) => this.#readOrSay(file));
      const entry = read === null || read.unread !== undefined ? null : this.#entryOf(read);
      if (entry?.isAccepted === true) this.#entries.put(entry);
    }
  }

  /** The text of a file as it is now, of which nothing is made. */
  textOf(fileName: string): string | null {
    return this.#withFile(fileName, readDagText);
  }

  #withFile<T>(fileName: string, read: (file: DagFile) => T): T | null {
    try {
      const file = findDagFile(this.#options.folder, fileName);
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
    const file = findDagFile(this.#options.folder, fileName);
    return file !== null && isUnfinished(file);
  }

  /** Looks at a file again, after a change of our own or of the folder. What cannot be read stays as it was known, with an error. */
  refresh(fileName: string, isDouble = hasTwoFiles(this.#options.folder, fileName)): void {
    const problems = nameProblems(fileName, isDouble);
    let file: DagFile | null = null;
    try {
      file = findDagFile(this.#options.folder, fileName);
      if (file === null && folderProblems(this.#options.folder).length > 0) return;
      this.#note(fileName, file === null ? [] : problems);
      if (file === null) this.#drop(fileName);
      else this.#update(file, problems);
    } catch (error) {
      this.#noteUnread(file ?? fileName, problems, error);
    }
  }

  #noteUnread(file: DagFile | string, problems: readonly string[], error: unknown): void {
    const fileName = typeof file === 'string' ? file : file.fileName;
    this.#note(fileName, [...problems, `${fileName}: ${unreadProblem(error)}`]);
    this.#options.log.warn('Cannot read a definition', { file: fileName, error });
    if (typeof file === 'string' || error instanceof EngineError || !isDagName(fileName)) return;
    this.#entries.putUnread(
      entryOf(this.#unread(file, error), { fingerprint: UNREAD, isAccepted: false }),
    );
  }

  #note(fileName: string, problems: readonly string[]): void {
    if (problems.length === 0) this.#problems.delete(fileName);
    else this.#problems.set(fileName, problems);
  }

  /** Takes note of a file that was just written. */
  put(read: ReadDag): void {
    this.#reader.keep(read);
    this.#index(read, { isFirm: true });
  }

  /** Milliseconds since the epoch; null where nothing is scheduled. */
  nextRun(entry: CatalogEntry): number | null {
    return this.#nextRuns.of(entry);
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
      if (this.#isStill(file)) this.#noteUnread(file, problems, error);
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
    const known = this.#entries.fingerprintOf(file.fileName);
    if (known === undefined || !file.isSettled) return true;
    return !known.startsWith(`${this.#reader.fingerprint(file)}#`);
  }

  #index(read: ReadDag, { isFirm = false } = {}): void {
    const entry = this.#entryOf(read);
    // Two looks at once may have read the same change.
    if (this.#entries.fingerprintOf(entry.fileName) === entry.fingerprint) return;
    if (this.#gone.isAnother(entry.fileName, read.text)) this.#options.replaced(entry.fileName);
    this.#entries.put(entry, { isFirm });
  }

  #entryOf(read: ReadDag): OwnEntry {
    const { file, text, base } = read;
    const fingerprint = `${this.#reader.fingerprint(file, base)}#${hashOf(text)}`;
    const isAccepted = this.#options.isAccepted(file.fileName, () => text);
    return entryOf(read, { fingerprint, isAccepted });
  }

  #isAccepted(fileName: string): boolean {
    try {
      return this.#options.isAccepted(fileName, () => this.textOf(fileName));
    } catch {
      return false; // It is named among the problems of the folder.
    }
  }

  #drop(fileName: string): void {
    this.#reader.forget(fileName);
    const [, hash] = this.#entries.fingerprintOf(fileName)?.split('#') ?? [];
    if (hash !== undefined) this.#gone.note(fileName, hash);
    this.#entries.drop(fileName);
  }

  #scanSoon(): void {
    this.#scan().catch((error: unknown) =>
      this.#options.log.warn('Cannot read the definitions', { error }),
    );
  }
}

function cannotRead(fileName: string, cause: unknown): EngineError {
  const message = `Cannot read the file of DAG ${fileName} (${reasonOf(cause)}).`;
  return new EngineError('service_unavailable', message, { cause });
}
