import {
  closeSync,
  fchmodSync,
  futimesSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { openAnew, openToAppend, syncToDisk } from '../../lib/write-file.ts';
import { writeAll } from '../print.ts';
import type { ProgramContext } from '../task.ts';
import { entryOf, isSame, isUnfinished, partName, partPrefix, type Entry } from './entry.ts';
import { inOrder, piecesOf } from './in-order.ts';
import { isLost, keepsPart } from './lost-transfer.ts';
import type { OpenFile, RemoteFiles } from './remote-files.ts';
import type { Way } from './way.ts';

/** From another host to here. */
export class Download implements Way {
  readonly #source: string;
  readonly #files: RemoteFiles;
  readonly #temporary: ProgramContext['temporary'];
  /** Where every file is written first: one at a time. */
  #draft: string | null = null;

  constructor(
    source: string,
    files: RemoteFiles,
    { temporary }: Pick<ProgramContext, 'temporary'>,
  ) {
    this.#source = source;
    this.#files = files;
    this.#temporary = temporary;
  }

  async source(): Promise<Entry> {
    const found = await this.#files.stat(this.#source);
    if (found === null) throw new Error(`${JSON.stringify(this.#source)} is not there.`);
    return entryOf('', found, found.mtime);
  }

  async *below(folder = ''): AsyncGenerator<Entry> {
    const found = await this.#files.list(posix.join(this.#source, folder));
    found.forEach(({ filename }) => refuseOddName(filename));
    const folders: Entry[] = [];
    for (const { filename, attrs } of found.toSorted((a, b) =>
      a.filename < b.filename ? -1 : 1,
    )) {
      if (isUnfinished(filename)) continue;
      const entry = entryOf(posix.join(folder, filename), attrs, attrs.mtime);
      if (entry.kind === 'folder') folders.push(entry);
      else yield entry;
    }
    for (const entry of folders) {
      yield entry;
      yield* this.below(entry.path);
    }
  }

  async isFolder(path: string): Promise<boolean> {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  }

  async makeFolder(path: string): Promise<void> {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isDirectory() === false) throw new Error(`${JSON.stringify(path)} is not a folder.`);
    mkdirSync(path, { recursive: true });
  }

  async has(file: Entry, to: string): Promise<boolean> {
    const found = lstatSync(to, { throwIfNoEntry: false });
    return (
      found !== undefined && isSame(file, entryOf('', found, Math.floor(found.mtimeMs / 1000)))
    );
  }

  async copy({ path }: Entry, to: string, came: (bytes: number) => void): Promise<number> {
    const from = posix.join(this.#source, path);
    const file = await this.#files.openToRead(from);
    const found = await this.#files.statOpen(file);
    const entry = entryOf(path, found, found.mtime);
    const draft = (this.#draft ??= this.#temporary(to));
    const kept = keptPart(from, entry, to);
    try {
      await this.#receive({ file, entry }, takeUp(kept, draft, entry), came);
    } catch (error) {
      if (isLost(error)) {
        renameSync(draft, kept);
        keepsPart();
      } else rmSync(draft, { force: true });
      throw error;
    }
    renameSync(draft, to);
    await this.#files.close(file);
    return entry.size;
  }

  async clear(): Promise<void> {
    if (this.#draft !== null) rmSync(this.#draft, { force: true });
  }

  async #receive(
    { file, entry }: { readonly file: OpenFile; readonly entry: Entry },
    draft: string,
    came: (bytes: number) => void,
  ): Promise<void> {
    const descriptor = openToAppend(draft);
    try {
      const start = statSync(draft).size;
      came(start);
      await inOrder(
        piecesOf(start, entry.size),
        ({ position, length }) => this.#files.read(file, position, length),
        (bytes) => {
          writeAll(descriptor, bytes);
          came(bytes.length);
        },
      );
      const { size, mtime } = await this.#files.statOpen(file);
      const isSameStill = size === entry.size && mtime === entry.changedAt;
      if (!isSameStill || statSync(draft).size !== size)
        throw new Error(`${JSON.stringify(file.path)} changed while it was received.`);
      fchmodSync(descriptor, entry.mode & ~process.umask());
      futimesSync(descriptor, entry.changedAt, entry.changedAt);
    } finally {
      closeSync(descriptor);
    }
    syncToDisk(draft);
  }
}

/** Where what came of a file stays when the line is lost. What is left of other versions of it goes. */
function keptPart(from: string, entry: Entry, to: string): string {
  const folder = dirname(to);
  const kept = partName(basename(to), from, entry);
  for (const name of readdirSync(folder))
    if (name.startsWith(partPrefix(basename(to))) && name !== kept) rmSync(join(folder, name));
  return join(folder, kept);
}

/** Goes on with what came before, or begins anew. */
function takeUp(kept: string, draft: string, { size }: Entry): string {
  const found = lstatSync(kept, { throwIfNoEntry: false });
  // Whoever else owns it could change it later.
  if (found?.isFile() === true && found.uid === process.getuid?.() && found.size <= size) {
    renameSync(kept, draft);
    return draft;
  }
  if (found !== undefined) rmSync(kept);
  closeSync(openAnew(draft));
  return draft;
}

/** A host can call its files what it likes. */
function refuseOddName(name: string): void {
  if (name === '' || name === '.' || name === '..' || /[/\0]/.test(name))
    throw new Error(
      `The host has a file of the name ${JSON.stringify(name)}, which leads elsewhere.`,
    );
}
