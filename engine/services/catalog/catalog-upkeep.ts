import type { Config } from '../../config/config.ts';
import { EngineError } from '../../contract/errors.ts';
import { isDagName } from '../../contract/fields.ts';
import { isLargeFile } from '../../execution/aside/large.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import { nextTurn } from '../../lib/next-turn.ts';
import { itemIdOf, type DagTree } from '../../platform/dag-folder/dag-tree.ts';
import { readDagText, type DagFile } from '../../platform/dag-files.ts';
import { hashOf } from '../../platform/file-stamp.ts';
import type { Database } from '../../storage/database.ts';
import type { WriteQueue } from '../../storage/write-queue.ts';
import { entryOf, type OwnEntry } from './catalog-entry.ts';
import { DagEntries } from './dag-entries.ts';
import { DagReader, type DagReaderOptions, type ReadDag } from './dag-reader.ts';
import { fileProblems, folderProblems } from './file-problems.ts';
import { GoneFiles } from './gone-files.ts';
import { readStateText } from './read-state.ts';
import { unreadDag, unreadProblem } from './unread-dag.ts';
import { watchDags } from './watch-dags.ts';

export interface CatalogOptions extends DagReaderOptions {
  readonly tree: DagTree;
  /** File of base.yaml, to watch. */
  readonly baseFile: string;
  readonly db: Database;
  readonly writes: WriteQueue;
  readonly clock: Clock;
  readonly log: Logger;
  /** Its `timezone` is that of lines that name none. */
  readonly config: Pick<Config, 'timezone'>;
  /** Whether the text of this file, by its path below the folder without extension, needs nobody to accept it any more. */
  readonly isAccepted: (itemId: string, text: () => string | null) => boolean;
  readonly changed: (fileName: string, change: 'created' | 'updated' | 'deleted') => void;
  /** Another DAG has the name of one that was gone for a while: it is told before `changed`. */
  readonly replaced: (fileName: string) => void;
}

/** The stamp of what was not read: no file has it, so it is read again whenever it is looked at. */
const UNREAD = 'unread';

/** Files that are read and indexed in one turn, and one commit. */
const READ_AT_ONCE = 64;

/** Keeps the entries in step with the folder: reads what changed, when it is told of it. */
export class CatalogUpkeep {
  readonly #options: CatalogOptions;
  readonly reader: DagReader;
  readonly entries: DagEntries;
  /** What is wrong with files of the folder beyond their content, by the name of the DAG: unreadable ones, odd names. */
  readonly #problems = new Map<string, readonly string[]>();
  readonly #gone: GoneFiles;
  /** Large files are read one after another. */
  #reading: Promise<void> = Promise.resolve();
  #endWatch: () => void = () => undefined;

  constructor(options: CatalogOptions) {
    this.#options = options;
    this.reader = new DagReader(options);
    this.entries = new DagEntries(options);
    this.#gone = new GoneFiles(options);
  }

  /** Reads what changed since the index was written, and watches from then on. */
  async start(): Promise<void> {
    const { tree } = this.#options;
    // Before the look at all files: a change in between must not be missed.
    this.#endWatch = watchDags(this.#options, (fileNames) => this.#lookSoon(fileNames));
    this.entries.names.beginLook();
    const stored = this.entries.stored();
    for (const { fileName, folder } of stored) tree.remember(fileName, folder);
    tree.look();
    this.entries.load(stored, (entry) => this.#isAccepted(entry));
    await this.#scan();
  }

  stop(): void {
    this.entries.names.stop();
    this.#endWatch();
  }

  /** What is wrong in the folder beyond the content of its files. */
  problems(): string[] {
    const { tree, base } = this.#options;
    const ofBase = base.current()?.unread ?? [];
    const ofFiles = [...this.#problems.values()].flat();
    return [...folderProblems(tree.root), ...tree.problems(), ...ofFiles].concat(ofBase);
  }

  /** Resolves when every large file is known as it was when this was asked. */
  settled(): Promise<void> {
    return this.#reading;
  }

  /** Looks at a file again, after a change of our own or of the folder. What cannot be read stays as it was known, with an error. */
  refresh(fileName: string): void {
    const { tree } = this.#options;
    let problems: readonly string[] = [];
    let file: DagFile | null = null;
    try {
      problems = fileProblems(fileName, tree.pathsOf(fileName));
      file = tree.find(fileName);
      if (file === null && folderProblems(tree.root).length > 0) return;
      this.#note(fileName, file === null ? [] : problems);
      if (file === null) this.#drop(fileName);
      else this.#update(file, problems);
    } catch (error) {
      this.#noteUnread(file ?? fileName, problems, error);
    }
  }

  /** Reads a file; one that cannot be read is a definition with that error. Null where there is none any more. */
  readOrSay(file: DagFile): ReadDag | null {
    try {
      return this.reader.read(file);
    } catch (error) {
      if (error instanceof EngineError) throw error;
      return this.#unread(file, error);
    }
  }

  /** Takes note of a file that was just written. */
  put(read: ReadDag): void {
    this.#index(this.reader.keep(read), { isFirm: true });
  }

  /** Somebody may have accepted texts of which nobody had: their word counts from then on. */
  reconsider(readNow: (fileName: string) => ReadDag | null): void {
    for (const fileName of this.entries.unaccepted()) {
      const read = readNow(fileName);
      const entry = read === null || read.unread !== undefined ? null : this.#entryOf(read);
      if (entry?.isAccepted === true) this.entries.put(entry);
    }
  }

  #lookSoon(fileNames: Iterable<string> | null): void {
    const look = fileNames === null ? this.#scanTree() : this.#refreshAll(fileNames);
    look.catch((error: unknown) =>
      this.#options.log.warn('Cannot read the definitions', { error }),
    );
  }

  async #scanTree(): Promise<void> {
    this.#options.tree.look();
    await this.#scan();
  }

  async #scan(): Promise<void> {
    await this.#warmBase();
    this.entries.names.beginLook();
    try {
      const known = [...this.entries.all()].map(({ fileName }) => fileName);
      const names = [...this.#options.tree.names(), ...known, ...this.#problems.keys()];
      await nextTurn();
      await this.#refreshAll(new Set(names));
      await this.#reading;
    } finally {
      this.entries.names.endLook();
    }
  }

  async #refreshAll(fileNames: Iterable<string>): Promise<void> {
    let looked = 0;
    for (const fileName of fileNames) {
      this.refresh(fileName);
      if (++looked % READ_AT_ONCE === 0) await nextTurn();
    }
  }

  /** What is wrong with base.yaml is told by whoever needs it. */
  async #warmBase(): Promise<void> {
    try {
      await this.#options.base.warm();
    } catch (error) {
      this.#options.log.warn('Cannot read base.yaml', { error });
    }
  }

  #noteUnread(file: DagFile | string, problems: readonly string[], error: unknown): void {
    const fileName = typeof file === 'string' ? file : file.fileName;
    this.#note(fileName, [...problems, `${fileName}: ${unreadProblem(error)}`]);
    this.#options.log.warn('Cannot read a definition', { file: fileName, error });
    if (typeof file === 'string' || error instanceof EngineError || !isDagName(fileName)) return;
    const state = { stamp: UNREAD, base: '', hash: '', folder: file.folder };
    const fingerprint = readStateText(state);
    this.entries.putUnread(entryOf(this.#unread(file, error), { fingerprint, isAccepted: false }));
  }

  #unread(file: DagFile, error: unknown): ReadDag {
    const name = this.entries.get(file.fileName)?.name ?? file.fileName;
    return unreadDag(file, { name, error });
  }

  #note(fileName: string, problems: readonly string[]): void {
    if (problems.length === 0) this.#problems.delete(fileName);
    else this.#problems.set(fileName, problems);
  }

  #update(file: DagFile, problems: readonly string[]): void {
    if (!this.#isToRead(file)) return;
    // In a look at many files base.yaml may change once more.
    if (isLargeFile(file) || this.#options.base.isCold()) {
      this.#reading = this.#reading.then(() => this.#updateAside(file, problems));
      return;
    }
    // Not kept: of the thousands that a start may read, each would be in the way of the collector for a while.
    const read = this.reader.load(file);
    if (read === null) this.refresh(file.fileName);
    else this.#index(read);
  }

  async #updateAside(file: DagFile, problems: readonly string[]): Promise<void> {
    const { fileName } = file;
    try {
      const read = await this.reader.readAside(file);
      if (read !== null && this.#isStill(file)) this.#index(read);
      else this.refresh(fileName);
    } catch (error) {
      if (this.#isStill(file)) this.#noteUnread(file, problems, error);
      else this.refresh(fileName);
    }
  }

  /** What is wrong with another one is told by whoever looks at it. */
  #isStill({ fileName, folder, fingerprint }: DagFile): boolean {
    try {
      const file = this.#options.tree.find(fileName);
      return file?.fingerprint === fingerprint && file.folder === folder;
    } catch {
      return false;
    }
  }

  /** Whether it is not known to be what the index says. */
  #isToRead(file: DagFile): boolean {
    if (!isDagName(file.fileName)) return false;
    const known = this.entries.stateOf(file.fileName);
    if (known === undefined || !file.isSettled || known.folder !== file.folder) return true;
    const { base, stamp } = this.reader.stateOf(file);
    return known.stamp !== stamp || known.base !== base;
  }

  #index(read: ReadDag, { isFirm = false } = {}): void {
    const entry = this.#entryOf(read);
    const { fileName, fingerprint } = entry;
    // Two looks at once may have read the same change.
    if (this.entries.fingerprintOf(fileName) === fingerprint) return;
    if (this.#gone.isAnother(fileName, read.text)) this.#options.replaced(fileName);
    this.entries.put(entry, { isFirm });
  }

  #entryOf(read: ReadDag): OwnEntry {
    const { file, text, base } = read;
    const state = { ...this.reader.stateOf(file, base), hash: hashOf(text), folder: file.folder };
    const isAccepted = this.#options.isAccepted(itemIdOf(file), () => text);
    return entryOf(read, { fingerprint: readStateText(state), isAccepted });
  }

  #isAccepted(own: Pick<OwnEntry, 'fileName' | 'folder'>): boolean {
    const text = (): string | null => {
      const file = this.#options.tree.find(own.fileName);
      return file === null ? null : readDagText(file);
    };
    try {
      return this.#options.isAccepted(itemIdOf(own), text);
    } catch {
      return false; // It is named among the problems of the folder.
    }
  }

  #drop(fileName: string): void {
    this.reader.forget(fileName);
    const { hash = '' } = this.entries.stateOf(fileName) ?? {};
    if (hash !== '') this.#gone.note(fileName, hash);
    this.entries.drop(fileName);
  }
}
