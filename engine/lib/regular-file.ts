import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  readSync,
  type Stats,
  type StatsBase,
} from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { OWNER_ONLY_FILE } from './rights.ts';

/**
 * The one way to open a file by its name. A step runs as the user of the engine, so it can put anything in the place of a
 * file: opening a named pipe would wait for its other side, on the event loop or in one of the few threads beside it, and
 * a link would lead wherever its maker likes. So nothing is waited for, and what was opened is looked at afterwards, on the
 * handle: only a regular file is read or written.
 *
 * `follow`: a link that leads to a regular file is one. For what people make themselves and may keep elsewhere: settings,
 * definitions, dotenv files, certificates. `refuse`: for what the engine and its steps make.
 */
export type Links = 'follow' | 'refuse';

/** What bears the name of the file is something else. */
export class NotRegularFile extends Error {
  override readonly name = 'NotRegularFile';
  /** What it is, in words that tell no path. */
  readonly kind: string;

  constructor(path: string, kind: string, options?: ErrorOptions) {
    super(`${path} is ${kind}, not a regular file`, options);
    this.kind = kind;
  }
}

interface ReadOptions {
  readonly links: Links;
  /** Of a longer file the beginning is read. */
  readonly mostBytes?: number;
}

/** Opens for reading. Throws `NotRegularFile`, and the errors of the file system. */
export function openToRead(path: string, links: Links): number {
  return openRegular(path, links, constants.O_RDONLY).descriptor;
}

/** The same without waiting for the disk. Of what the engine and its steps make, the folder is no link either. */
export async function openFile(path: string, links: Links): Promise<FileHandle> {
  if (links === 'refuse') refuseLinkedFolder(dirname(path));
  // Asked for here: it brings readline, and most programs of steps open nothing this way.
  const { open } = process.getBuiltinModule('node:fs/promises');
  const file = await open(path, constants.O_RDONLY | flagsOf(links)).catch((error: unknown) => {
    throw inWords(path, error);
  });
  try {
    refuse(path, await file.stat());
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Reads a file from its beginning, as far as `mostBytes`. Throws for anything but a regular file. */
export function readBytes(path: string, { links, mostBytes = Infinity }: ReadOptions): Buffer {
  return reading(path, links, ({ descriptor, stat }) => {
    if (stat.size <= mostBytes) return readFileSync(descriptor);
    const bytes = Buffer.alloc(mostBytes);
    return bytes.subarray(0, readSync(descriptor, bytes));
  });
}

/** The same as UTF-8. */
export function readText(path: string, options: ReadOptions): string {
  if (options.mostBytes !== undefined) return readBytes(path, options).toString('utf8');
  // One call of Node: for bytes it asks for the size of the file once more, and makes a buffer.
  return reading(path, options.links, ({ descriptor }) => readFileSync(descriptor, 'utf8'));
}

function reading<T>(path: string, links: Links, read: (file: Opened) => T): T {
  const file = openRegular(path, links, constants.O_RDONLY);
  try {
    return read(file);
  } finally {
    closeSync(file.descriptor);
  }
}

/** Windows knows neither of them, and has no pipes among its files. */
const known: { readonly O_NONBLOCK?: number; readonly O_NOFOLLOW?: number } = constants;
export const NO_WAIT = known.O_NONBLOCK ?? 0;
const NO_LINK = known.O_NOFOLLOW ?? 0;

const flagsOf = (links: Links): number => NO_WAIT | (links === 'refuse' ? NO_LINK : 0);

export interface Opened {
  readonly descriptor: number;
  readonly stat: Stats;
}

/** Opens with more flags than those that each opening has; what it makes is its owner's alone. */
export function openRegular(path: string, links: Links, flags: number): Opened {
  const descriptor = opened(path, flags | flagsOf(links));
  try {
    const stat = fstatSync(descriptor);
    refuse(path, stat);
    return { descriptor, stat };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

function opened(path: string, flags: number): number {
  try {
    return openSync(path, flags, OWNER_ONLY_FILE);
  } catch (error) {
    throw inWords(path, error);
  }
}

function refuse(path: string, stat: Stats): void {
  if (!stat.isFile()) throw new NotRegularFile(path, kindOf(stat));
}

function refuseLinkedFolder(folder: string): void {
  const stat = lstatSync(folder, { throwIfNoEntry: false });
  if (stat?.isSymbolicLink() === true) throw new NotRegularFile(folder, kindOf(stat));
}

/** What the system says of a link that must not be followed, a pipe that nobody reads, a socket or a folder to write to. */
const codes: ReadonlySet<unknown> = new Set(['ELOOP', 'ENXIO', 'EISDIR', 'ENODEV']);

function inWords(path: string, cause: unknown): unknown {
  if (!codes.has((cause as NodeJS.ErrnoException).code)) return cause;
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return new NotRegularFile(path, stat === undefined ? 'something else' : kindOf(stat), { cause });
}

/** What else a file can be, in words. */
export function kindOf(stat: StatsBase<unknown>): string {
  if (stat.isSymbolicLink()) return 'a link';
  if (stat.isFIFO()) return 'a named pipe';
  if (stat.isSocket()) return 'a socket';
  return stat.isDirectory() ? 'a folder' : 'a device';
}
