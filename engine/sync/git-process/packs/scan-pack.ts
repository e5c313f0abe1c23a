import { crc32 } from 'node:zlib';
import { createHash } from 'node:crypto';
import { nextTurn } from '../../../lib/next-turn.ts';
import { GitError } from '../git.ts';
import type { GitLimits } from '../limits.ts';
import { objectId, type ObjectType } from '../loose-objects.ts';
import { readEntryHead, type EntryHead } from './entry-head.ts';
import { inflateAt, inflateParts, notSound, readAt } from './inflate.ts';

/** An object of a pack that was looked at from its beginning to its end. */
export interface Scanned {
  readonly offset: number;
  readonly crc: number;
  readonly head: EntryHead;
  /** Null: it is made of another one, and not known yet. */
  oid: string | null;
}

const PACK_HEAD_BYTES = 12;
const SUM_BYTES = 20;
/** Objects between two turns of the loop, on which this program learns that whoever started it is gone. */
const TURN = 500;

/** Counts what is inflated. @throws GitError `too-large` */
export type Meter = (bytes: number) => void;

/** A meter for one pack. */
export function meterOf({ inflatedBytes }: Pick<GitLimits, 'inflatedBytes'>): Meter {
  let left = inflatedBytes;
  return (bytes) => {
    left -= bytes;
    if (left < 0) throw tooLarge('What it sends becomes too much when it is inflated.');
  };
}

/** What is said of a repository that is more than is taken. */
export function tooLarge(why: string): GitError {
  return new GitError('too-large', `The repository is too large. ${why} Sync a smaller one.`);
}

interface Scan {
  readonly file: number;
  /** Bytes of the pack. */
  readonly end: number;
  readonly limits: GitLimits;
  readonly meter: Meter;
  readonly progress: (done: number, total: number) => void;
}

/** All objects of a pack, in their order. What is too large to be held is inflated part by part. */
export async function scanPack(scan: Scan): Promise<Scanned[]> {
  const { file, end, limits, progress } = scan;
  const head = readAt(file, 0, PACK_HEAD_BYTES);
  if (head.length < PACK_HEAD_BYTES || head.toString('latin1', 0, 4) !== 'PACK')
    throw notSound('a pack is none');
  const count = head.readUInt32BE(8);
  if (count > limits.objects) throw tooLarge(`It sends more than ${limits.objects} objects.`);
  const found: Scanned[] = [];
  for (let offset = PACK_HEAD_BYTES; found.length < count;) {
    if (found.length % TURN === 0) {
      progress(found.length, count);
      await nextTurn();
    }
    if (offset >= end - SUM_BYTES) throw notSound('a pack ends too early');
    const entry = readEntryHead(file, offset);
    const { length, oid } = await look(scan, entry);
    const next = entry.at + length;
    found.push({ offset, crc: checksum(file, offset, next), head: entry, oid });
    offset = next;
  }
  return found;
}

async function look(
  { file, limits, meter }: Scan,
  { at, size, type }: EntryHead,
): Promise<{ readonly length: number; readonly oid: string | null }> {
  meter(size);
  if (size > limits.objectBytes) return lookByParts(file, at, { size, type, meter });
  const { bytes, length } = inflateAt(file, at, size);
  return { length, oid: type === null ? null : objectId(type, bytes) };
}

interface Large {
  readonly size: number;
  readonly type: ObjectType | null;
  readonly meter: Meter;
}

async function lookByParts(file: number, at: number, { size, type, meter }: Large) {
  const sum = createHash('sha1').update(`${type} ${size}\0`);
  let bytes = 0;
  const length = await inflateParts(file, at, (part) => {
    bytes += part.length;
    // What it says of its size was counted before.
    if (bytes > size) meter(part.length);
    sum.update(part);
  });
  if (bytes !== size) throw notSound('an object has another size than it says');
  return { length, oid: type === null ? null : sum.digest('hex') };
}

const PART_BYTES = 1024 * 1024;

function checksum(file: number, from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to; at += PART_BYTES) {
    sum = crc32(readAt(file, at, Math.min(PART_BYTES, to - at)), sum);
  }
  return sum;
}
