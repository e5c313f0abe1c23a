import { createHash } from 'node:crypto';
import { notSound } from './inflate.ts';

/** An object of a pack, for its index. */
export interface Indexed {
  readonly oid: string;
  readonly offset: number;
  /** CRC-32 of its bytes in the pack. */
  readonly crc: number;
}

const HEAD = Buffer.from('\xfftOc\0\0\0\x02', 'latin1');
const FANOUT_AT = HEAD.length;
const NAMES_AT = FANOUT_AT + 256 * 4;
const OID_BYTES = 20;
/** An offset with this bit stands elsewhere: the pack has more than 2 GiB, and none that is taken has. */
const FAR = 0x80000000;

/** The bytes of an index of version 2 (gitformat-pack(5)). */
export function writeIndex(objects: readonly Indexed[], packSum: Buffer): Buffer {
  const sorted = objects.toSorted((a, b) => (a.oid < b.oid ? -1 : 1));
  const names = Buffer.from(sorted.map(({ oid }) => oid).join(''), 'hex');
  const numbers = Buffer.alloc(256 * 4 + sorted.length * 8);
  for (const { oid } of sorted) {
    const first = Number.parseInt(oid.slice(0, 2), 16);
    numbers.writeUInt32BE(numbers.readUInt32BE(first * 4) + 1, first * 4);
  }
  for (let at = 4; at < 256 * 4; at += 4) {
    numbers.writeUInt32BE(numbers.readUInt32BE(at) + numbers.readUInt32BE(at - 4), at);
  }
  const offsetsAt = 256 * 4 + sorted.length * 4;
  for (const [index, { crc, offset }] of sorted.entries()) {
    numbers.writeUInt32BE(crc, 256 * 4 + index * 4);
    numbers.writeUInt32BE(offset, offsetsAt + index * 4);
  }
  const fanout = numbers.subarray(0, 256 * 4);
  const body = Buffer.concat([HEAD, fanout, names, numbers.subarray(256 * 4), packSum]);
  return Buffer.concat([body, createHash('sha1').update(body).digest()]);
}

/** An index, as it lies in its file. */
export class PackIndex {
  readonly #bytes: Buffer;
  readonly count: number;

  /** @throws Error for what is no index of version 2. */
  constructor(bytes: Buffer) {
    if (!bytes.subarray(0, HEAD.length).equals(HEAD)) throw notSound('an index is none');
    this.#bytes = bytes;
    this.count = this.#upTo(255);
    const least = NAMES_AT + this.count * (OID_BYTES + 8) + 2 * OID_BYTES;
    if (bytes.length < least) throw notSound('an index ends too early');
  }

  /** Where an object begins in the pack; undefined: it is not there. */
  offsetOf(oid: string): number | undefined {
    const first = Number.parseInt(oid.slice(0, 2), 16);
    const wanted = Buffer.from(oid, 'hex');
    let [from, to] = [first === 0 ? 0 : this.#upTo(first - 1), this.#upTo(first)];
    while (from < to) {
      const middle = (from + to) >> 1;
      const at = NAMES_AT + middle * OID_BYTES;
      const order = this.#bytes.compare(wanted, 0, OID_BYTES, at, at + OID_BYTES);
      if (order === 0) return this.#offsetAt(middle);
      // The order is that of the index compared with what is wanted.
      if (order < 0) from = middle + 1;
      else to = middle;
    }
    return undefined;
  }

  *oids(): Generator<string> {
    for (let index = 0; index < this.count; index++) {
      const at = NAMES_AT + index * OID_BYTES;
      yield this.#bytes.toString('hex', at, at + OID_BYTES);
    }
  }

  #upTo(first: number): number {
    return this.#bytes.readUInt32BE(FANOUT_AT + first * 4);
  }

  #offsetAt(index: number): number {
    const offset = this.#bytes.readUInt32BE(NAMES_AT + this.count * (OID_BYTES + 4) + index * 4);
    if (offset >= FAR) throw notSound('an index leads beyond its pack');
    return offset;
  }
}
