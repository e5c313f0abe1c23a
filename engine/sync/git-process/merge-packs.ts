import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readBytes } from '../../lib/regular-file.ts';
import { keepPack } from './keep-pack.ts';
import { indexPack } from './index-pack.ts';
import { PackIndex } from './packs/pack-index.ts';
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
export async function mergePacks(store: Store): Promise<void> {
  const { gitdir } = store.place;
  const folder = join(gitdir, 'objects', 'pack');
  const packs = packsIn(folder);
  const loose = looseIn(join(gitdir, 'objects'));
  if (packs.length <= MAX_PACKS && loose.length <= MAX_LOOSE) return;
  const small = packs.length <= MAX_PACKS ? [] : packs.slice(0, packs.length - LARGE_PACKS);
  const oids = new Set(loose.map(({ oid }) => oid));
  for (const pack of small) for (const oid of oidsOf(folder, pack)) oids.add(oid);
  // What is too large to be held is read by nobody, and goes.
  const kept = [...oids].filter((oid) => store.objects.sizeOf(oid) <= store.limits.objectBytes);
  if (kept.length < oids.size) store.objects.notePassedOver();
  const merged = await keepPack(folder, packOf(store, kept));
  if (merged === null) return;
  await indexPack(store, merged);
  store.objects.close();
  // Without its index a pack is none.
  for (const pack of small) rmSync(join(folder, `${pack}.idx`));
  for (const pack of small) rmSync(join(folder, `${pack}.pack`));
  for (const { file } of loose) rmSync(file);
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

function oidsOf(folder: string, pack: string): Iterable<string> {
  return new PackIndex(readBytes(join(folder, `${pack}.idx`), { links: 'refuse' })).oids();
}
