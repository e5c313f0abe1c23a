import type { FileHandle } from 'node:fs/promises';
import { openFile } from '../lib/regular-file.ts';

/** Where the lines of a file begin, sparse: memory for a gigabyte of log stays small. */
interface LineIndex {
  inode: number;
  /** Bytes that have been counted. */
  size: number;
  /** Line feeds among them. */
  lineFeeds: number;
  /** Byte offset of every `STRIDE`-th line, from line 1. */
  offsets: number[];
  endsWithLineFeed: boolean;
}

const STRIDE = 512;
const CHUNK = 256 * 1024;
const MAX_FILES = 256;
const LINE_FEED = 10;

/** A line (1-based) and the byte at which it begins. */
export interface LinePlace {
  readonly offset: number;
  readonly line: number;
}

/** An open log with its lines counted. */
export interface IndexedLog {
  readonly file: FileHandle;
  readonly size: number;
  readonly totalLines: number;
  /** The line itself or one before it. */
  readonly near: (line: number) => LinePlace;
}

const indexes = new Map<string, LineIndex>();
const counting = new Map<string, Promise<unknown>>();

/**
 * Opens a log and counts the lines that came since it was last looked at.
 *
 * @throws NotRegularFile for what is no log; the error of the file system, `ENOENT` for a log that is gone.
 */
export async function openIndexedLog(path: string): Promise<IndexedLog> {
  const file = await openFile(path, 'refuse');
  try {
    // Two readers of one log count one after the other.
    const turn = (counting.get(path) ?? Promise.resolve()).then(() => count(path, file));
    const settled = turn.catch(() => undefined);
    counting.set(path, settled);
    const index = await turn;
    if (counting.get(path) === settled) counting.delete(path);
    return view(file, index);
  } catch (error) {
    await file.close();
    throw error;
  }
}

function view(file: FileHandle, index: LineIndex): IndexedLog {
  const { size, lineFeeds, offsets, endsWithLineFeed } = index;
  return {
    file,
    size,
    totalLines: lineFeeds + (size > 0 && !endsWithLineFeed ? 1 : 0),
    near: (line) => {
      const slot = Math.min(Math.floor((line - 1) / STRIDE), offsets.length - 1);
      return { offset: offsets[slot] ?? 0, line: slot * STRIDE + 1 };
    },
  };
}

async function count(path: string, file: FileHandle): Promise<LineIndex> {
  const { size, ino } = await file.stat();
  const index = known(path, ino, size);
  const buffer = size > index.size ? Buffer.allocUnsafe(Math.min(CHUNK, size - index.size)) : null;
  while (buffer !== null && index.size < size) {
    const length = Math.min(buffer.length, size - index.size);
    const { bytesRead } = await file.read(buffer, 0, length, index.size);
    if (bytesRead === 0) break;
    countChunk(index, buffer, bytesRead);
  }
  return { ...index };
}

// A file that shrank or was replaced is another file.
function known(path: string, inode: number, size: number): LineIndex {
  let index = indexes.get(path);
  if (index === undefined || index.inode !== inode || index.size > size) {
    index = { inode, size: 0, lineFeeds: 0, offsets: [0], endsWithLineFeed: true };
  }
  indexes.delete(path);
  indexes.set(path, index);
  const [oldest] = indexes.keys();
  if (indexes.size > MAX_FILES && oldest !== undefined) indexes.delete(oldest);
  return index;
}

function countChunk(index: LineIndex, bytes: Buffer, length: number): void {
  let lineFeeds = index.lineFeeds;
  for (let at = 0; at < length; at++) {
    if (bytes[at] !== LINE_FEED) continue;
    lineFeeds++;
    if (lineFeeds % STRIDE === 0) index.offsets.push(index.size + at + 1);
  }
  index.lineFeeds = lineFeeds;
  index.endsWithLineFeed = bytes[length - 1] === LINE_FEED;
  index.size += length;
}
