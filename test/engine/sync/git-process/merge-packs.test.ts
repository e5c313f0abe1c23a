import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync, watch } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../scripts/samples/seeded-random.ts';
import { indexPack } from '../../../../engine/sync/git-process/index-pack.ts';
import { keepPack } from '../../../../engine/sync/git-process/keep-pack.ts';
import { writeLoose } from '../../../../engine/sync/git-process/loose-objects.ts';
import { openStore, type Store } from '../../../../engine/sync/git-process/store.ts';
import { packOf } from '../../../../engine/sync/git-process/write-pack.ts';
import { campaign } from '../../../support/campaign.ts';
import { runGit } from '../../../support/git/git.ts';
import { aWorld, textsOf, type World } from './a-git.ts';

const kills = campaign('DAGWRIGHT_GIT_KILLS', { short: 2, full: 100 });

const folderOf = ({ git }: World): string => join(git.folder, 'objects', 'pack');
const packsOf = (world: World): readonly string[] =>
  readdirSync(folderOf(world)).filter((name) => name.endsWith('.pack'));

const writeNoise = (store: Store): string =>
  writeLoose(store, { type: 'blob', bytes: randomBytes(100) });

/** Fills the repository with packs of one object each, as many fetches do. */
async function addPacks(world: World, count: number): Promise<readonly string[]> {
  const store = await openStore(world.git.folder);
  const oids = Array.from({ length: count }, () => writeNoise(store));
  for (const oid of oids) {
    const pack = await keepPack(folderOf(world), packOf(store, [oid]));
    await indexPack(store, pack ?? '');
    rmSync(join(world.git.folder, 'objects', oid.slice(0, 2), oid.slice(2)));
  }
  return oids;
}

async function news({ elsewhere }: World): Promise<string> {
  return elsewhere.repository.commit({ 'a.yaml': randomBytes(1000).toString('hex') });
}

async function expectWhole(world: World, head: string, oids: readonly string[]): Promise<void> {
  const { git, elsewhere } = world;
  expect((await git.read(oids, 100)).size).toBe(oids.length);
  expect((await textsOf(git, head))['a.yaml']).toBe(await elsewhere.repository.show('a.yaml'));
  await runGit(git.folder, ['fsck', '--strict', head]);
}

describe('a repository of many fetches', () => {
  it('gets few packs, of which nothing is missing', async () => {
    const world = await aWorld({ 'a.yaml': 'one' });
    await world.git.fetch(world.remote);
    const oids = await addPacks(world, 49);
    expect(packsOf(world).length).toBe(50);

    const head = await news(world);
    await world.git.fetch(world.remote);

    expect(packsOf(world).length).toBe(11);
    await expectWhole(world, head, oids);
  });

  it('and many commits of ours gets one pack of them', async () => {
    const world = await aWorld({ 'a.yaml': 'one' });
    await world.git.fetch(world.remote);
    const store = await openStore(world.git.folder);
    const oids = Array.from({ length: 2001 }, () => writeNoise(store));

    const head = await news(world);
    await world.git.fetch(world.remote);

    expect(packsOf(world).length).toBe(3);
    expect(await runGit(world.git.folder, ['count-objects'])).toMatch(/^0 objects/);
    await expectWhole(world, head, oids);
  });

  it(
    'that is killed while it merges them has lost nothing, and merges them later',
    { timeout: 30_000 + kills * 5_000 },
    async () => {
      const random = seededRandom(1);
      const world = await aWorld({ 'a.yaml': 'one' });
      await world.git.fetch(world.remote);
      const oids: string[] = [];
      let most = 0;
      for (let kill = 0; kill <= kills; kill++) {
        oids.push(...(await addPacks(world, 51 - packsOf(world).length)));
        await news(world);
        // The first one is left alone: so many moments there are.
        const last = kill === 0 ? Number.POSITIVE_INFINITY : random.between(1, most);
        most = Math.max(most, await changesUntil(world, last));

        const head = await news(world);
        await world.git.fetch(world.remote);

        const files = readdirSync(folderOf(world));
        const packs = packsOf(world).map((name) => name.replace(/pack$/, ''));
        expect(packs.length).toBeLessThan(50);
        expect(files).toEqual(packs.flatMap((name) => [`${name}idx`, `${name}pack`]));
        await expectWhole(world, head, oids);
      }
    },
  );
});

/** Fetches, and stops the process after so many changes of its files; says how many there were. */
async function changesUntil({ git, remote }: World, last: number): Promise<number> {
  const stop = new AbortController();
  let count = 0;
  const watcher = watch(dirname(git.folder), { recursive: true }, () => {
    count += 1;
    if (count === last) stop.abort();
  });
  try {
    await git.fetch(remote, undefined, stop.signal);
  } catch (error) {
    expect(error).toMatchObject({ reason: 'stopped' });
  }
  watcher.close();
  return count;
}
