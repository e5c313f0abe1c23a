import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isAncestor, lastChange, log } from '../../../../engine/sync/git-process/history.ts';
import { gitLimits, type GitLimits } from '../../../../engine/sync/git-process/limits.ts';
import { fetchBranch, lookAtBranch } from '../../../../engine/sync/git-process/remote-branch.ts';
import { openStore } from '../../../../engine/sync/git-process/store.ts';
import { openTransport } from '../../../../engine/sync/git-process/transport.ts';
import { temporaryFolder } from '../../../support/home.ts';
import { aWorld } from './a-git.ts';

/** A repository here that has fetched one there, within these limits. */
async function fetched(texts: readonly string[], changes: Partial<GitLimits>) {
  const { elsewhere, remote } = await aWorld({ 'a.yaml': 'first' });
  const first = await elsewhere.repository.head();
  for (const text of texts)
    await elsewhere.repository.commit({ 'a.yaml': text }, { message: text });
  const limits = { ...gitLimits, ...changes };
  const transport = openTransport(remote, limits);
  onTestFinished(transport.close);
  const store = await openStore(join(temporaryFolder('git'), 'repository'), limits);
  onTestFinished(() => store.objects.close());
  const way = { remote, transport };
  const fetch = () => fetchBranch(store, way, () => undefined);
  return { store, way, fetch, first, repository: elsewhere.repository };
}

describe('a remote', () => {
  it('that names branches without end is given up', async () => {
    const { way } = await fetched([], { refsBytes: 100 });

    await expect(lookAtBranch(way)).rejects.toMatchObject({ reason: 'too-large' });
  });

  it('that sends objects without end is given up', async () => {
    const { fetch } = await fetched([], { answerBytes: 100 });

    await expect(fetch()).rejects.toMatchObject({ reason: 'too-large' });
  });

  it('that sends more objects than are taken is given up', async () => {
    const { fetch } = await fetched(['second'], { objects: 5 });

    await expect(fetch()).rejects.toMatchObject({ reason: 'too-large' });
  });
});

describe('a history', () => {
  it('is looked through as far back as the limit goes', async () => {
    const { store, fetch, first } = await fetched(['2', '3', '4', '5'], { commits: 3 });
    const head = (await fetch()) ?? '';

    const page = await log(store, head, { path: 'a.yaml', limit: 10 });

    expect(page.map(({ message }) => message)).toEqual(['5', '4', '3']);
    expect(await isAncestor(store, page[2]?.oid ?? '', head)).toBe(true);
    expect(await isAncestor(store, first, head)).toBe(false);
    expect(await lastChange(store, head, ['a.yaml', 'missing'])).toEqual(
      new Map([['a.yaml', expect.objectContaining({ message: '5' })]]),
    );
  });

  it('has of a long message what fits', async () => {
    const { store, fetch, repository } = await fetched([], { commitBytes: 500 });
    await repository.commit({ 'a.yaml': 'two' }, { message: 'm'.repeat(100_000) });
    const head = (await fetch()) ?? '';

    const [newest] = await log(store, head, { path: 'a.yaml', limit: 1 });

    expect(newest).toMatchObject({ oid: head, author: { name: 'Robin' } });
    expect(newest?.message).toMatch(/^m{100,500}$/);
  });
});
