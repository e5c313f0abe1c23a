import { closeSync, existsSync, fstatSync, readSync } from 'node:fs';
import { openToRead, readBytes } from '../../lib/regular-file.ts';
import { committedPages } from './committed-pages.ts';

/** The pages of a database as they lie on the disk, whatever SQLite thinks of them. */
export interface PageFile {
  readonly pageSize: number;
  /** Numbers of pages begin with 1. */
  readonly pageCount: number;
  /** Null for a page that is not there or cannot be read. */
  readonly page: (number: number) => Buffer | null;
  readonly close: () => void;
}

export const MAGIC = 'SQLite format 3\0';
/** All our databases have pages of this size. */
const USUAL_SIZE = 4096;
const SIZE_OFFSET = 16;
const HEADER_BYTES = 20;

/** Opens a database for reading, with what its write-ahead log holds beyond it. Nothing of them is written. */
export function openPageFile(file: string): PageFile {
  const descriptor = existsSync(file) ? openToRead(file, 'follow') : null;
  const pageSize = descriptor === null ? USUAL_SIZE : sizeOfPages(descriptor);
  const newer = committedPages(readIfThere(`${file}-wal`), pageSize);
  const stored = descriptor === null ? 0 : Math.floor(fstatSync(descriptor).size / pageSize);
  const readStored = (number: number): Buffer | null =>
    descriptor === null ? null : readPage(descriptor, number, pageSize);
  return {
    pageSize,
    pageCount: [...newer.keys()].reduce((most, number) => Math.max(most, number), stored),
    page: (number) => newer.get(number) ?? readStored(number),
    close: () => {
      if (descriptor !== null) closeSync(descriptor);
    },
  };
}

function sizeOfPages(descriptor: number): number {
  const header = Buffer.alloc(HEADER_BYTES);
  readSync(descriptor, header, 0, HEADER_BYTES, 0);
  if (header.toString('latin1', 0, MAGIC.length) !== MAGIC) return USUAL_SIZE;
  const size = header.readUInt16BE(SIZE_OFFSET);
  return size >= 512 && (size & (size - 1)) === 0 ? size : USUAL_SIZE;
}

/** Null where the file ends before it, or the disk cannot read it. */
function readPage(descriptor: number, number: number, pageSize: number): Buffer | null {
  const page = Buffer.alloc(pageSize);
  try {
    const read = readSync(descriptor, page, 0, pageSize, (number - 1) * pageSize);
    return read === pageSize ? page : null;
  } catch {
    // A bad sector costs this page and no other.
    return null;
  }
}

function readIfThere(file: string): Buffer {
  try {
    return readBytes(file, { links: 'follow' });
  } catch {
    // Without a log, or with one that cannot be read, the database stands alone.
    return Buffer.alloc(0);
  }
}
