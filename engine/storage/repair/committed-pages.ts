const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const MAGIC = 0x377f0682;
const SALT_OFFSET = 16;
const SALT_BYTES = 8;

/**
 * The newest committed state of each page in a write-ahead log, up to the first frame that does not fit: the log is
 * written anew from its beginning, and what stands behind its end is of an earlier time.
 */
export function committedPages(log: Buffer, pageSize: number): ReadonlyMap<number, Buffer> {
  const committed = new Map<number, Buffer>();
  if (!isLogOf(log, pageSize)) return committed;
  const isBigEndian = (log.readUInt32BE(0) & 1) === 1;
  const salt = log.subarray(SALT_OFFSET, SALT_OFFSET + SALT_BYTES);
  let sum = checksum([0, 0], log.subarray(0, 24), isBigEndian);
  if (!stands(sum, log, 24)) return committed;
  const uncommitted = new Map<number, Buffer>();
  const frameBytes = FRAME_HEADER_BYTES + pageSize;
  for (let at = HEADER_BYTES; at + frameBytes <= log.length; at += frameBytes) {
    const page = log.subarray(at + FRAME_HEADER_BYTES, at + frameBytes);
    sum = checksum(sum, log.subarray(at, at + 8), isBigEndian);
    sum = checksum(sum, page, isBigEndian);
    if (!salt.equals(log.subarray(at + 8, at + 16)) || !stands(sum, log, at + 16)) break;
    uncommitted.set(log.readUInt32BE(at), page);
    // The last frame of a transaction says how large the database is after it.
    if (log.readUInt32BE(at + 4) === 0) continue;
    for (const [number, content] of uncommitted) committed.set(number, content);
    uncommitted.clear();
  }
  return committed;
}

function isLogOf(log: Buffer, pageSize: number): boolean {
  if (log.length < HEADER_BYTES) return false;
  return (log.readUInt32BE(0) & ~1) === MAGIC && log.readUInt32BE(8) === pageSize;
}

type Sum = readonly [number, number];

function checksum([first, second]: Sum, bytes: Buffer, isBigEndian: boolean): Sum {
  let [one, two] = [first, second];
  for (let at = 0; at < bytes.length; at += 8) {
    const [left, right] = isBigEndian
      ? [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)]
      : [bytes.readUInt32LE(at), bytes.readUInt32LE(at + 4)];
    one = (one + left + two) >>> 0;
    two = (two + right + one) >>> 0;
  }
  return [one, two];
}

const stands = ([one, two]: Sum, log: Buffer, at: number): boolean =>
  log.readUInt32BE(at) === one && log.readUInt32BE(at + 4) === two;
