import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readBytes } from '../../lib/regular-file.ts';
import { keepPack } from './keep-pack.ts';
import { indexPack } from './index-pack.ts';
import type { Store } from './store.ts';
import { packOf } from './write-pack.ts';

/** Each fetch brings a pack, and each of them is looked at for each object. */
const MAX_PACKS = 50;
/** The larger ones stay as they are: so each object is written a few times in all the years. */
const LARGE_PACKS = 10;
/** Each commit of ours makes some, and each folder of them has a 256th. */
const MAX_LOOSE = 2_000;

/**
 * Makes one pack of many small ones and of objects in files of their own, where there are too many. Nothing is asked of the
 * remote, and nothing is forgotten: texts that a rewritten branch has no more are still those of the last sync. What is
 * merged goes when the new pack is there with its index, so a kill leaves the old ones, or both.
 */
export async function mergePacks(store: Store): Promise<boolean> {
  const { gitdir } = store.place;
  const folder = join(gitdir, 'objects', 'pack');
  const packs = packsIn(folder);
  const loose = looseIn(join(gitdir, 'objects'));
  if (packs.length <= MAX_PACKS && loose.length <= MAX_LOOSE) return false;
  const small = packs.length <= MAX_PACKS ? [] : packs.slice(0, packs.length - LARGE_PACKS);
  const oids = [...small.flatMap((pack) => oidsOf(folder, pack)), ...loose.map(({ oid }) => oid)];
  const merged = await keepPack(folder, packOf(store, [...new Set(oids)]));
  if (merged === null) return false;
  await indexPack(store, merged);
  // Without its index a pack is none.
  for (const pack of small) rmSync(join(folder, `${pack}.idx`));
  for (const pack of small) rmSync(join(folder, `${pack}.pack`));
  for (const { file } of loose) rmSync(file);
  return true;
}

/** Names of packs without their extension, the smallest first. */
function packsIn(folder: string): readonly string[] {
  const sizes = readdirSync(folder)
    .filter((name) => name.endsWith('.pack'))
    .map((name) => [name.replace(/\.pack$/, ''), statSync(join(folder, name)).size] as const);
  return sizes.sort(([, one], [, other]) => one - other).map(([name]) => name);
}

function looseIn(objects: string): readonly { readonly oid: string; readonly file: string }[] {
  return readdirSync(objects)
    .filter((name) => /^[\da-f]{2}$/.test(name))
    .flatMap((name) =>
      readdirSync(join(objects, name))
        .filter((rest) => /^[\da-f]{38}$/.test(rest))
        .map((rest) => ({ oid: name + rest, file: join(objects, name, rest) })),
    );
}

const HEAD_BYTES = 8;
const FANOUT_BYTES = 256 * 4;
const OID_BYTES = 20;

/** What a pack holds, by its index of version 2 (gitformat-pack(5)). */
function oidsOf(folder: string, pack: string): readonly string[] {
  const index = Buffer.from(readBytes(join(folder, `${pack}.idx`), { links: 'refuse' }));
  const count = index.readUInt32BE(HEAD_BYTES + FANOUT_BYTES - 4);
  return Array.from({ length: count }, (_, place) => {
    const at = HEAD_BYTES + FANOUT_BYTES + place * OID_BYTES;
    return index.toString('hex', at, at + OID_BYTES);
  });
}
