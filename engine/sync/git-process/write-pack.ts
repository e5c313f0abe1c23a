import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import git from 'isomorphic-git';
import { readLoose, type GitObject, type ObjectType } from './loose-objects.ts';
import type { Store } from './store.ts';

/** Numbers of types (gitformat-pack(5)). */
const TYPES: Readonly<Record<ObjectType, number>> = { commit: 1, tree: 2, blob: 3, tag: 4 };

/** The bytes of a pack of these objects, each of which stands there whole. */
export async function* packOf(store: Store, oids: readonly string[]): AsyncGenerator<Buffer> {
  const sum = createHash('sha1');
  const head = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1');
  head.writeUInt32BE(oids.length, 8);
  sum.update(head);
  yield head;
  for (const oid of oids) {
    const { type, bytes } = readLoose(store, oid) ?? (await readPacked(store, oid));
    const entry = Buffer.concat([headOf(TYPES[type], bytes.length), deflateSync(bytes)]);
    sum.update(entry);
    yield entry;
  }
  yield sum.digest();
}

async function readPacked(store: Store, oid: string): Promise<GitObject> {
  const { type, object } = await git.readObject({ ...store.place, oid, format: 'content' });
  // What has no other type and format.
  return { type: type as ObjectType, bytes: object as Uint8Array };
}

/** Type and size: four bits of it in the first byte, and seven in each that follows. */
function headOf(type: number, size: number): Buffer {
  const bytes = [(type << 4) | (size & 15)];
  for (let left = Math.floor(size / 16); left > 0; left = Math.floor(left / 128)) {
    bytes.push(left & 127);
  }
  return Buffer.from(bytes.map((byte, index) => (index < bytes.length - 1 ? byte | 128 : byte)));
}
