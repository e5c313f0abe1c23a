import { createHash, randomUUID } from 'node:crypto';
import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync, inflateSync } from 'node:zlib';
import { makePrivateFolder } from '../../lib/folders.ts';
import { readBytes } from '../../lib/regular-file.ts';
import { writeFirst } from '../../lib/write-file.ts';
import type { Store } from './store.ts';

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
export function writeLoose({ place: { gitdir } }: Store, { type, bytes }: GitObject): string {
  const whole = Buffer.concat([Buffer.from(`${type} ${bytes.length}\0`), bytes]);
  const oid = sha1(whole);
  const { folder, file } = placeOf(gitdir, oid);
  if (existsSync(file)) return oid;
  makePrivateFolder(folder);
  const draft = join(folder, `${randomUUID()}.draft`);
  writeFirst(draft, deflateSync(whole));
  renameSync(draft, file);
  return oid;
}

/** Null: it has no file of its own. */
export function readLoose({ place: { gitdir } }: Store, oid: string): GitObject | null {
  const { file } = placeOf(gitdir, oid);
  if (!existsSync(file)) return null;
  const whole = inflateSync(readBytes(file, { links: 'refuse' }));
  const end = whole.indexOf(0);
  const [type = ''] = whole.toString('latin1', 0, end).split(' ');
  if (sha1(whole) !== oid) throw damaged(oid);
  // What its id is of began with one of these words.
  return { type: type as ObjectType, bytes: whole.subarray(end + 1) };
}

function placeOf(gitdir: string, oid: string): { readonly folder: string; readonly file: string } {
  const folder = join(gitdir, 'objects', oid.slice(0, 2));
  return { folder, file: join(folder, oid.slice(2)) };
}

const sha1 = (bytes: Uint8Array): string => createHash('sha1').update(bytes).digest('hex');

function damaged(oid: string): Error {
  return Object.assign(new Error(`object ${oid} is not what it was`), { code: 'ParseError' });
}
