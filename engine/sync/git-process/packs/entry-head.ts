import type { ObjectType } from '../loose-objects.ts';
import { inflateHead, notSound, readAt } from './inflate.ts';

/** What a pack says of an object before its bytes (gitformat-pack(5)). */
export interface EntryHead {
  /** Null: it is made of another object and a difference. */
  readonly type: ObjectType | null;
  /** The other object: where it begins in the same pack, or its id. */
  readonly base: number | string | null;
  /** Bytes, inflated; of a difference, those of the difference. */
  readonly size: number;
  /** Where they begin. */
  readonly at: number;
}

/** Numbers of types; 6 and 7 are differences. */
const types: Readonly<Record<number, ObjectType>> = { 1: 'commit', 2: 'tree', 3: 'blob', 4: 'tag' };
const BY_OFFSET = 6;
const BY_OID = 7;
const OID_BYTES = 20;
/** Two numbers or a number and an id, and room. */
const HEAD_BYTES = 48;

/** Reads what stands before the bytes of an object. @throws Error for what is not sound */
export function readEntryHead(file: number, at: number): EntryHead {
  const bytes = readAt(file, at, HEAD_BYTES);
  const first = byteOf(bytes, 0);
  let [size, scale, next] = [first & 15, 16, 1];
  for (let byte = first; byte & 128; next++, scale *= 128) {
    byte = byteOf(bytes, next);
    size += (byte & 127) * scale;
  }
  if (!Number.isSafeInteger(size)) throw notSound('an object has no size');
  const kind = (first >> 4) & 7;
  if (kind === BY_OFFSET) {
    const { value, end } = readDistance(bytes, next);
    return { type: null, base: at - value, size, at: at + end };
  }
  if (kind === BY_OID) {
    const end = next + OID_BYTES;
    return { type: null, base: bytes.toString('hex', next, end), size, at: at + end };
  }
  const type = types[kind];
  if (type === undefined) throw notSound('an object has an unknown type');
  return { type, base: null, size, at: at + next };
}

/** How far before it the other object begins: seven bits a byte, each further byte counts from where the one before it ends. */
function readDistance(
  bytes: Buffer,
  from: number,
): { readonly value: number; readonly end: number } {
  let at = from;
  let byte = byteOf(bytes, at);
  let value = byte & 127;
  while (byte & 128) {
    at += 1;
    byte = byteOf(bytes, at);
    value = (value + 1) * 128 + (byte & 127);
  }
  return { value, end: at + 1 };
}

function byteOf(bytes: Buffer, at: number): number {
  const byte = bytes[at];
  if (byte === undefined) throw notSound('a pack ends in the middle of an object');
  return byte;
}

/** Bytes of what a difference makes, which stand at its beginning. */
export function sizeOfResult(file: number, { at }: EntryHead): number {
  return readSizes(inflateHead(file, at, HEAD_BYTES)).result;
}

/** The sizes of what a difference is made on, and of what it makes, and where its instructions begin. */
export function readSizes(delta: Buffer): {
  readonly base: number;
  readonly result: number;
  readonly at: number;
} {
  const base = readNumber(delta, 0);
  const result = readNumber(delta, base.end);
  return { base: base.value, result: result.value, at: result.end };
}

function readNumber(bytes: Buffer, from: number): { readonly value: number; readonly end: number } {
  let [value, scale, at] = [0, 1, from];
  let byte: number;
  do {
    byte = byteOf(bytes, at++);
    value += (byte & 127) * scale;
    scale *= 128;
  } while (byte & 128);
  if (!Number.isSafeInteger(value)) throw notSound('a difference has no size');
  return { value, end: at };
}
