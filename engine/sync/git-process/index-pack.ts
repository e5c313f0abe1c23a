import { closeSync, fstatSync } from 'node:fs';
import { join } from 'node:path';
import { openToRead } from '../../lib/regular-file.ts';
import type { SyncProgress } from './git.ts';
import { writeIndex, type Indexed } from './packs/pack-index.ts';
import { PackReader, recentObjects } from './packs/pack-reader.ts';
import { readAt } from './packs/inflate.ts';
import { resolveDeltas } from './packs/resolve-deltas.ts';
import { meterOf, scanPack, type Scanned } from './packs/scan-pack.ts';
import type { Store } from './store.ts';
import { wholeFiles } from './whole-files.ts';

const SUM_BYTES = 20;

/**
 * Writes the index of a pack that lies among the others, without which nobody can read it. The library would hold the pack,
 * and each object of it however large, in memory at once. Objects that are too large stay out where they are differences.
 *
 * @throws GitError `too-large`
 */
export async function indexPack(
  store: Store,
  pack: string,
  progress?: (progress: SyncProgress) => void,
): Promise<void> {
  const { place, limits } = store;
  const path = join(place.gitdir, 'objects', 'pack', pack);
  const file = openToRead(path, 'refuse');
  try {
    const end = fstatSync(file).size;
    const meter = meterOf(limits);
    const telling = (phase: string) => (done: number, total: number) =>
      progress?.({ phase, done, total });
    const scan = { file, end, limits, meter, progress: telling('Receiving objects') };
    const objects = await scanPack(scan);
    const recent = recentObjects();
    const places = new Map(objects.filter(isKnown).map(({ oid, offset }) => [oid, offset]));
    const offsetOf = (oid: string): number | undefined => places.get(oid);
    const reader = new PackReader({ file, limits, meter, recent, offsetOf });
    const known = { objects, places, reader };
    const isWhole = await resolveDeltas(known, telling('Resolving deltas'));
    if (!isWhole) store.objects.notePassedOver();
    const index = writeIndex(objects.filter(isKnown), readAt(file, end - SUM_BYTES, SUM_BYTES));
    await wholeFiles.promises.writeFile(path.replace(/pack$/, 'idx'), index);
  } finally {
    closeSync(file);
  }
}

const isKnown = (object: Scanned): object is Scanned & Indexed => object.oid !== null;
