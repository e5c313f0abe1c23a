import { randomBytes } from 'node:crypto';
import { readdirSync, watch } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { campaign } from '../../../support/campaign.ts';
import { runGit } from '../../../support/git/git.ts';
import { at, aWorld, me, textsOf, type World } from './a-git.ts';

const kills = campaign('DAGWRIGHT_GIT_KILLS', { short: 4, full: 100 });

it(
  'a process that is killed at any moment leaves a repository that goes on',
  { timeout: 30_000 + kills * 5_000 },
  async () => {
    const world = await aWorld({ 'a.yaml': 'one' });
    const ends = new Set<string>();
    for (let kill = 1; kill <= kills; kill++) {
      await world.elsewhere.repository.commit({ 'a.yaml': randomBytes(2000).toString('hex') });
      // Early moments are the most different ones.
      ends.add(await endOf(world, 1 + ((kill * kill) % 60)));
      await goesOn(world);
    }
    expect(ends).toContain('stopped');
  },
);

/** Takes what is new and publishes on top, and has the process killed after so many changes of its files. */
async function endOf({ git, remote }: World, moments: number): Promise<string> {
  const stop = new AbortController();
  let left = moments;
  const count = (): void => void (--left === 0 && stop.abort());
  const watcher = watch(dirname(git.folder), { recursive: true }, count);
  try {
    const { head } = await git.fetch(remote, count, stop.signal);
    const changes = [{ path: 'b.yaml', bytes: randomBytes(2000) }];
    const commit = await git.commit({ parent: head, changes, message: 'Mine', author: me, at });
    return await git.push(remote, { commit, expected: head }, stop.signal);
  } catch (error) {
    return (error as { readonly reason: string }).reason;
  } finally {
    watcher.close();
  }
}

async function goesOn({ git, elsewhere, remote }: World): Promise<void> {
  const { head } = await git.fetch(remote);
  expect(head).toBe(await elsewhere.repository.head());
  const texts = await textsOf(git, head ?? '');
  expect(texts['a.yaml']).toBe(await elsewhere.repository.show('a.yaml'));
  await runGit(git.folder, ['fsck', '--strict', '--connectivity-only', head ?? '']);
  const packs = readdirSync(join(git.folder, 'objects', 'pack'));
  const indexes = packs.filter((name) => name.endsWith('.idx'));
  const whole = indexes.flatMap((name) => [name, name.replace(/idx$/, 'pack')]);
  expect(packs.sort()).toEqual(whole.sort());
}
