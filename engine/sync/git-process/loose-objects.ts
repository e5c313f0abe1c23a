import { createHash, randomUUID } from 'node:crypto';
import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync, inflateSync } from 'node:zlib';
import { makePrivateFolder } from '../../lib/folders.ts';
import { readBytes } from '../../lib/regular-file.ts';
import { writeFirst } from '../../lib/write-file.ts';
import { notSound } from './packs/inflate.ts';

/** Where the objects are. */
interface Repository {
  readonly place: { readonly gitdir: string };
}

export type ObjectType = 'commit' | 'tree' | 'blob' | 'tag';

/** What git keeps under the id of its content. */
export interface GitObject {
  readonly type: ObjectType;
  readonly bytes: Uint8Array;
}

/**
 * Stores an object in a file of its own (gitformat-loose), which is there whole or not at all. The library looks at the
 * repository several times for each, which makes most of the time of a publish.
 */
export function writeLoose({ place: { gitdir } }: Repository, { type, bytes }: GitObject): string {
  const whole = Buffer.concat([headOf(type, bytes), bytes]);
  const oid = objectId(type, bytes);
  const { folder, file } = placeOf(gitdir, oid);
  if (existsSync(file)) return oid;
  makePrivateFolder(folder);
  const draft = join(folder, `${randomUUID()}.draft`);
  writeFirst(draft, deflateSync(whole));
  renameSync(draft, file);
  return oid;
}

/** Null: it has no file of its own. */
export function readLoose({ place: { gitdir } }: Repository, oid: string): GitObject | null {
  const { file } = placeOf(gitdir, oid);
  if (!existsSync(file)) return null;
  const whole = inflateSync(readBytes(file, { links: 'refuse' }));
  const end = whole.indexOf(0);
  const [type = ''] = whole.toString('latin1', 0, end).split(' ');
  // What its id is of began with one of these words.
  const object = { type: type as ObjectType, bytes: whole.subarray(end + 1) };
  if (objectId(object.type, object.bytes) !== oid)
    throw notSound(`object ${oid} is not what it was`);
  return object;
}

function placeOf(gitdir: string, oid: string): { readonly folder: string; readonly file: string } {
  const folder = join(gitdir, 'objects', oid.slice(0, 2));
  return { folder, file: join(folder, oid.slice(2)) };
}

/** The id that git gives to an object. */
export function objectId(type: ObjectType, bytes: Uint8Array): string {
  return createHash('sha1').update(headOf(type, bytes)).update(bytes).digest('hex');
}

const headOf = (type: ObjectType, { length }: Uint8Array): Buffer =>
  Buffer.from(`${type} ${length}\0`);
