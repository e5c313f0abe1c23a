import { readVarint, shortened } from './b-tree-page.ts';

/** A value as it is bound to a statement. */
export type Value = null | number | bigint | string | Buffer;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const INTEGER_BYTES = [0, 1, 2, 3, 4, 6, 8];
const FLOAT = 7;
const ZERO = 8;
const ONE = 9;
const FIRST_BLOB = 12;

/** The columns of a record; null for what is none, for each part of one says how long the next is. */
export function readRecord(record: Buffer): readonly Value[] | null {
  const header = readVarint(record, 0);
  if (header === null || Number(header.value) > record.length) return null;
  const body = Number(header.value);
  const values: Value[] = [];
  let at = body;
  for (let next = header.end; next < body;) {
    const type = readVarint(record, next);
    if (type === null) return null;
    next = type.end;
    const size = sizeOf(Number(type.value));
    if (next > body || size === null || at + size > record.length) return null;
    const value = readValue(Number(type.value), record.subarray(at, at + size));
    if (value === undefined) return null;
    values.push(value);
    at += size;
  }
  return at === record.length ? values : null;
}

function sizeOf(type: number): number | null {
  if (type >= FIRST_BLOB) return Math.floor((type - FIRST_BLOB) / 2);
  if (type === FLOAT) return 8;
  if (type === ZERO || type === ONE) return 0;
  return INTEGER_BYTES[type] ?? null;
}

/** Undefined for what cannot have been written. */
function readValue(type: number, bytes: Buffer): Value | undefined {
  if (type === 0) return null;
  if (type === FLOAT) return bytes.readDoubleBE(0);
  if (type === ZERO || type === ONE) return type - ZERO;
  if (type < FLOAT) {
    return bytes.length === 8
      ? shortened(bytes.readBigInt64BE(0))
      : bytes.readIntBE(0, bytes.length);
  }
  if (type % 2 === 0) return Buffer.from(bytes);
  try {
    return utf8.decode(bytes);
  } catch {
    // Texts of ours are always UTF-8: these bytes are not what was written.
    return undefined;
  }
}
