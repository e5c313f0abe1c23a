import type { Aside } from '../../execution/aside/aside.ts';
import { isLargeFile } from '../../execution/aside/large.ts';
import type { LoadResult } from '../../dag/definition.ts';
import type { RecentCache } from '../../lib/recent-cache.ts';
import { readDagText, type DagFile } from '../../platform/dag-files.ts';
import { loadDag } from '../../steps/load-dag.ts';
import type { BaseConfig, BaseText } from './base-config.ts';
import { inFolder } from './in-folder.ts';
import type { ReadState } from './read-state.ts';

/** A definition file that was read, with its text. */
export interface ReadDag {
  readonly file: DagFile;
  readonly text: string;
  /** base.yaml under which it was read; null where there is none. */
  readonly base: BaseText | null;
  readonly loaded: LoadResult;
  /** The file that has the name which this one says too, for which it cannot run. */
  readonly nameTakenBy?: string;
  /** Why the file cannot be read; left out where it was. Its text is empty then. */
  readonly unread?: string;
}

export interface DagReaderOptions {
  readonly base: BaseConfig;
  readonly aside: Pick<Aside, 'load'>;
  readonly cache: RecentCache<ReadDag>;
}

/** Reads definition files, and none twice that is still what it was. */
export class DagReader {
  readonly #options: DagReaderOptions;
  /** What was read aside and may be too heavy for the cache, for as long as somebody else holds it. */
  readonly #heavy = new Map<string, WeakRef<ReadDag>>();

  constructor(options: DagReaderOptions) {
    this.#options = options;
  }

  /** Reads a large file beside the event loop. Null where there is none any more. */
  async readAside(file: DagFile): Promise<ReadDag | null> {
    const found = this.#lookUp(file);
    if (found === null || 'loaded' in found) return found;
    const { text, base } = found;
    const options = { name: file.fileName, under: base };
    return this.keep({ ...found, loaded: await this.#options.aside.load(text, options) });
  }

  /** Remembers what was just read or written. Returns it as it is where it lies. */
  keep({ loaded, ...given }: ReadDag): ReadDag {
    const { file } = given;
    const read = { ...given, loaded: inFolder(loaded, file.folder) };
    this.#options.cache.set(file.fileName, read);
    if (isLargeFile(file)) this.#heavy.set(file.fileName, new WeakRef(read));
    return read;
  }

  forget(fileName: string): void {
    this.#options.cache.delete(fileName);
    this.#heavy.delete(fileName);
  }

  /** A DAG is what its file and base.yaml say together. */
  stateOf(
    { fingerprint: stamp }: DagFile,
    base = this.#options.base.current(),
  ): Pick<ReadState, 'stamp' | 'base'> {
    return { stamp, base: base?.fingerprint ?? '' };
  }

  /** Reads a file and remembers it. Null where there is none any more. */
  read(file: DagFile): ReadDag | null {
    const { cache } = this.#options;
    const read = this.load(file);
    if (read !== null && read !== cache.get(file.fileName)) cache.set(file.fileName, read);
    return read;
  }

  /** Reads a file without keeping it. */
  load(file: DagFile): ReadDag | null {
    const found = this.#lookUp(file);
    if (found === null || 'loaded' in found) return found;
    const { text, base } = found;
    const loaded = loadDag(text, { name: file.fileName, base: base?.base ?? null });
    return { ...found, loaded: inFolder(loaded, file.folder) };
  }

  /** A file as it is known, or its text; null where there is none. */
  #lookUp(file: DagFile): ReadDag | Omit<ReadDag, 'loaded'> | null {
    const { cache, base: baseConfig } = this.#options;
    const base = baseConfig.current();
    const known = cache.get(file.fileName) ?? this.#heavy.get(file.fileName)?.deref();
    const isSame =
      known?.file.fingerprint === file.fingerprint &&
      known.file.path === file.path &&
      known.base === base;
    if (isSame && known.file.isSettled) return known;
    const text = readDagText(file);
    if (text === null) return null;
    if (isSame && known.text === text) return { ...known, file };
    return { file, text, base };
  }
}
