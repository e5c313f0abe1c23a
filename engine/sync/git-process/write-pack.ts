import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { nextTurn } from '../../lib/next-turn.ts';
import type { ObjectType } from './loose-objects.ts';
import type { Store } from './store.ts';

/** Objects between two turns of the loop. */
const TURN = 100;

/** Numbers of types (gitformat-pack(5)). */
const TYPES: Readonly<Record<ObjectType, number>> = { commit: 1, tree: 2, blob: 3, tag: 4 };

/** The bytes of a pack of these objects, each of which stands there whole. */
export async function* packOf(store: Store, oids: readonly string[]): AsyncGenerator<Buffer> {
  const sum = createHash('sha1');
  const head = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1');
  head.writeUInt32BE(oids.length, 8);
  sum.update(head);
  yield head;
  for (const [index, oid] of oids.entries()) {
    if (index % TURN === TURN - 1) await nextTurn();
    const { type, bytes } = store.objects.read(oid);
    const entry = Buffer.concat([headOf(TYPES[type], bytes.length), deflateSync(bytes)]);
    sum.update(entry);
    yield entry;
  }
  yield sum.digest();
}

/** Type and size: four bits of it in the first byte, and seven in each that follows. */
function headOf(type: number, size: number): Buffer {
  const bytes = [(type << 4) | (size & 15)];
  for (let left = Math.floor(size / 16); left > 0; left = Math.floor(left / 128)) {
    bytes.push(left & 127);
  }
  return Buffer.from(bytes.map((byte, index) => (index < bytes.length - 1 ? byte | 128 : byte)));
}
