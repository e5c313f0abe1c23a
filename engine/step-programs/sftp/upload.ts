import type { FileHandle } from 'node:fs/promises';
import { lstat, readdir, stat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import type { Stats } from 'ssh2';
import { openFile } from '../../lib/regular-file.ts';
import { entryOf, isSame, isUnfinished, partName, partPrefix, type Entry } from './entry.ts';
import { log } from './progress.ts';
import { inOrder, piecesOf, WINDOW_BYTES } from './in-order.ts';
import { isLost, keepsPart } from './lost-transfer.ts';
import type { OpenFile, RemoteFiles } from './remote-files.ts';
import { statusOf } from './sftp-status.ts';
import type { Way } from './way.ts';

/** From here to another host. */
export class Upload implements Way {
  readonly #source: string;
  readonly #files: RemoteFiles;
  #listed: { readonly folder: string; readonly names: ReadonlyMap<string, Stats> } | null = null;
  /** The path of what is not complete. */
  #part: string | null = null;

  constructor(source: string, files: RemoteFiles) {
    this.#source = source;
    this.#files = files;
  }

  async source(): Promise<Entry> {
    try {
      return here('', await stat(this.#source));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      throw new Error(`${JSON.stringify(this.#source)} is not there.`, { cause: error });
    }
  }

  async *below(folder = ''): AsyncGenerator<Entry> {
    const names = (await readdir(join(this.#source, folder))).toSorted();
    const folders: Entry[] = [];
    for (const name of names.filter((each) => !isUnfinished(each))) {
      const path = posix.join(folder, name);
      const entry = here(path, await lstat(join(this.#source, path)));
      if (entry.kind === 'folder') folders.push(entry);
      else yield entry;
    }
    for (const entry of folders) {
      yield entry;
      yield* this.below(entry.path);
    }
  }

  async isFolder(path: string): Promise<boolean> {
    return (await this.#files.stat(path))?.isDirectory() === true;
  }

  makeFolder(path: string): Promise<void> {
    return this.#files.makeFolder(path);
  }

  async has(file: Entry, to: string): Promise<boolean> {
    const found = (await this.#namesIn(posix.dirname(to))).get(posix.basename(to));
    return found !== undefined && isSame(file, there('', found));
  }

  async copy({ path }: Entry, to: string, came: (bytes: number) => void): Promise<number> {
    const from = join(this.#source, path);
    const file = await openFile(from, 'follow');
    try {
      const found = await file.stat();
      const entry = here(path, found);
      const part = await this.#partOf(`${from}:${found.mtimeMs}`, entry, to);
      this.#part = part;
      await this.#send({ file, entry }, part, came);
      const { size, mtimeMs } = await file.stat();
      if (size !== found.size || mtimeMs !== found.mtimeMs) {
        await this.clear();
        throw new Error(`${JSON.stringify(from)} changed while it was sent.`);
      }
      await this.#files.replace(part, to);
      this.#part = null;
      return size;
    } finally {
      await file.close();
    }
  }

  async clear(): Promise<void> {
    if (this.#part === null) return;
    await this.#files.remove(this.#part).catch((error: unknown) => {
      // It has just got its name.
      if (statusOf(error) !== 'nothing') throw error;
    });
  }

  /** What is left of other versions of the file goes. */
  async #partOf(source: string, entry: Entry, to: string): Promise<string> {
    const folder = posix.dirname(to);
    const name = partName(posix.basename(to), source, entry);
    for (const other of (await this.#namesIn(folder)).keys())
      if (other.startsWith(partPrefix(posix.basename(to))) && other !== name)
        await this.#files.remove(posix.join(folder, other));
    return posix.join(folder, name);
  }

  async #send(
    { file, entry }: { readonly file: FileHandle; readonly entry: Entry },
    part: string,
    came: (bytes: number) => void,
  ): Promise<void> {
    const { open, from } = await this.#openPart(part, entry);
    came(from);
    try {
      await inOrder(
        readPieces(file, from, entry.size),
        async ({ bytes, position }) => {
          await this.#files.write(open, position, bytes);
          return bytes.length;
        },
        came,
      );
      const { size } = await this.#files.statOpen(open);
      if (size !== entry.size) throw new Error(`${size} of ${entry.size} bytes came.`);
      await this.#files.setTime(open, entry.changedAt).catch(noteRefusal);
      await this.#files.close(open);
    } catch (error) {
      if (isLost(error)) keepsPart();
      else await this.clear();
      throw error;
    }
  }

  /** Goes on behind what has come. A server may have written the last requests in any order, so those are sent again. */
  async #openPart(
    part: string,
    { size, mode }: Entry,
  ): Promise<{ readonly open: OpenFile; readonly from: number }> {
    const found = (await this.#namesIn(posix.dirname(part))).get(posix.basename(part));
    if (found !== undefined) {
      // Whoever else owns it could change it later.
      const isOurs = found.isFile() && found.uid === (await this.#files.stat('.'))?.uid;
      if (isOurs && found.size <= size) {
        const open = await this.#files.openToChange(part);
        return { open, from: Math.max(0, found.size - WINDOW_BYTES) };
      }
      await this.#files.remove(part);
    }
    return { open: await this.#files.openAnew(part, mode), from: 0 };
  }

  /** The files of a folder come one after another. */
  async #namesIn(folder: string): Promise<ReadonlyMap<string, Stats>> {
    if (this.#listed?.folder !== folder) {
      const found = await this.#files.list(folder);
      const names = new Map(found.map(({ filename, attrs }) => [filename, attrs]));
      this.#listed = { folder, names };
    }
    return this.#listed.names;
  }
}

/** Some servers set no time. Then the file is sent again the next time, which does no harm. */
function noteRefusal(error: Error): void {
  if (statusOf(error) === null) throw error;
  log(`The file has the time of this transfer: ${error.message}`);
}

interface FoundHere {
  readonly size: number;
  readonly mode: number;
  readonly mtimeMs: number;
  isFile(): boolean;
  isDirectory(): boolean;
}

function here(path: string, found: FoundHere): Entry {
  return entryOf(path, found, Math.floor(found.mtimeMs / 1000));
}

function there(path: string, found: Stats): Entry {
  return entryOf(path, found, found.mtime);
}

async function* readPieces(
  file: FileHandle,
  from: number,
  size: number,
): AsyncGenerator<{ readonly bytes: Buffer; readonly position: number }> {
  for (const { position, length } of piecesOf(from, size)) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, position);
    if (bytesRead < length) throw new Error('The file became shorter while it was sent.');
    yield { bytes: buffer, position };
  }
}
