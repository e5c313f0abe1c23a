import { readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { line } from '../../../../engine/sync/git-process/pkt-line.ts';
import { aServer } from '../../../support/http-server.ts';
import { aGit, at, aWorld, me, textsOf } from './a-git.ts';

describe('a fetch', () => {
  it.each([
    ['the list of branches', 'refs', 'before', 'cut'],
    ['the list of branches', 'refs', 'middle', 'cut'],
    ['the objects', 'pack', 'before', 'cut'],
    ['the objects', 'pack', 'middle', 'cut'],
  ] as const)(
    'whose line is lost with %s (%s, %s) says so, and is whole the next time',
    async (_, kind, cut, reason) => {
      const { git, elsewhere, remote } = await aWorld({ 'a.yaml': 'x'.repeat(5000) });
      elsewhere.trouble = (each) => (each === kind ? { cut } : undefined);

      await expect(git.fetch(remote)).rejects.toMatchObject({ reason });

      elsewhere.trouble = () => undefined;
      const { head } = await git.fetch(remote);
      expect(await textsOf(git, head ?? '')).toEqual({ 'a.yaml': 'x'.repeat(5000) });
    },
  );

  it.each([
    [401, 'credential'],
    [403, 'credential'],
    [404, 'not-found'],
    [413, 'too-large'],
    [418, 'failed'],
    [503, 'offline'],
  ])('that is answered with %i says what that means', async (status, reason) => {
    const { git, elsewhere, remote } = await aWorld({ 'a.yaml': 'one' });
    elsewhere.trouble = () => ({ status });

    await expect(git.fetch(remote)).rejects.toMatchObject({ reason });
  });

  it('of a page that is no repository says so', async () => {
    const { git, elsewhere, remote } = await aWorld({ 'a.yaml': 'one' });
    elsewhere.trouble = () => ({ body: '<h1>Welcome</h1>' });

    await expect(git.fetch(remote)).rejects.toMatchObject({ reason: 'not-found' });
  });

  it.each([
    ['a line', 'ERR not our ref', 'refused', 'not our ref'],
    ['the band of errors', '\u0003fatal: out of memory', 'refused', 'out of memory'],
    ['the end of a pack', '\u0001PACK', 'cut', 'cut'],
  ])(
    'that ends with %s instead of objects repeats what was said',
    async (_, said, reason, words) => {
      const { git, elsewhere, remote } = await aWorld({ 'a.yaml': 'one' });
      const body = `0008NAK\n${line(said)}0000`;
      elsewhere.trouble = (kind) => (kind === 'pack' ? { body } : undefined);

      await expect(git.fetch(remote)).rejects.toMatchObject({
        reason,
        message: expect.stringContaining(words),
      });
    },
  );

  it('that is answered with what is no pack says so', async () => {
    const { git, elsewhere, remote } = await aWorld({ 'a.yaml': 'one' });
    elsewhere.trouble = (kind) => (kind === 'pack' ? { body: '<h1>Welcome</h1>' } : undefined);

    await expect(git.fetch(remote)).rejects.toMatchObject({ reason: 'cut' });
  });

  it('of a host that is gone says so, and works when it is back', async () => {
    const { git, elsewhere, remote } = await aWorld({ 'a.yaml': 'one' });
    await elsewhere.unplug();

    await expect(git.fetch(remote)).rejects.toMatchObject({ reason: 'offline' });

    await elsewhere.plug();
    expect(await git.fetch(remote)).toEqual({ head: await elsewhere.repository.head() });
  });

  it('follows a redirect on the same origin', async () => {
    const { git, elsewhere, remote } = await aWorld({ 'a.yaml': 'one' });
    const old = elsewhere.url.replace(/[^/]+$/, 'old');
    elsewhere.redirect = (path) =>
      path.startsWith('/old') ? path.replace('/old', '/dags.git') : undefined;

    expect(await git.fetch({ ...remote, repository: old })).toEqual({
      head: await elsewhere.repository.head(),
    });
  });

  it.each([
    ['another host', (other: string) => other.replace('127.0.0.1', 'localhost')],
    ['another port', (other: string) => other],
    ['another scheme', (_: string, own: string) => own.replace('http:', 'https:')],
  ])('takes no token to %s', async (_, target) => {
    const { git, elsewhere, remote } = await aWorld({ 'a.yaml': 'one' });
    const asked: (string | undefined)[] = [];
    const other = await aServer((request, response) => {
      asked.push(request.headers.authorization);
      response.end();
    });
    const redirect = target(other, new URL(elsewhere.url).origin);
    elsewhere.trouble = () => ({ redirect });

    await expect(git.fetch(remote)).rejects.toMatchObject({
      reason: 'address',
      message: `${new URL(elsewhere.url).host} redirects to ${redirect}, which is another origin. If the repository is there now, set that as the repository address.`,
    });
    expect(asked).toEqual([]);
  });

  it.each([
    'ftp://example.org/x',
    'file:///etc',
    '/srv/git',
    'https://user:word@example.org/x',
    'https://token@example.org/x',
    '-oProxyCommand=x:y',
  ])('of %j is refused before anything is asked', async (repository) => {
    const { git, remote } = await aWorld();

    await expect(git.fetch({ ...remote, repository })).rejects.toMatchObject({ reason: 'address' });
  });

  it('repeats no secret that a server says', async () => {
    const { git, elsewhere, remote } = await aWorld({ 'a.yaml': 'one' });
    const { head } = await git.fetch(remote);
    elsewhere.repository.hook(`echo "you sent ${elsewhere.token}" >&2; exit 1`);
    const changes = [{ path: 'b.yaml', bytes: Buffer.from('x') }];
    const commit = await git.commit({ parent: head, changes, message: 'x', author: me, at });

    const refusal = await git
      .push(remote, { commit, expected: head })
      .catch((error: unknown) => error);

    expect(refusal).toMatchObject({
      reason: 'refused',
      message: expect.stringContaining('you sent *******'),
    });
    expect(String(refusal)).not.toContain(elsewhere.token);
  });
});

describe('a repository here', () => {
  it.each([
    ['lost a pack', (pack: string) => rmSync(pack)],
    ['has half a pack', (pack: string) => truncateSync(pack, Math.floor(statSync(pack).size / 2))],
    [
      'has other bytes in a pack',
      (pack: string) => writeFileSync(pack, readFileSync(pack).fill(7, 12, 60)),
    ],
  ])('that %s is fetched anew', async (_, spoil) => {
    const { git, elsewhere, remote } = await aWorld({ 'a.yaml': 'one', 'b.yaml': 'x'.repeat(900) });
    const { head } = await git.fetch(remote);
    const packs = join(git.folder, 'objects', 'pack');
    const [pack = ''] = readdirSync(packs).filter((name) => name.endsWith('.pack'));
    spoil(join(packs, pack));
    const later = aGit(git.folder);

    await expect(textsOf(later, head ?? '')).rejects.toMatchObject({ reason: 'damaged' });

    expect(await later.fetch(remote)).toEqual({ head: await elsewhere.repository.head() });
    expect(await textsOf(later, head ?? '')).toHaveProperty('a.yaml', 'one');
  });

  it('that was another one before is fetched anew', async () => {
    const one = await aWorld({ 'a.yaml': 'one' });
    const two = await aWorld({ 'z.yaml': 'two' });
    await one.git.fetch(one.remote);

    const { head } = await one.git.fetch(two.remote);

    expect(await textsOf(one.git, head ?? '')).toEqual({ 'z.yaml': 'two' });
  });

  it('follows a branch whose history was rewritten', async () => {
    const { git, elsewhere, remote } = await aWorld({ 'a.yaml': 'one' });
    await elsewhere.repository.commit({ 'a.yaml': 'two' });
    await git.fetch(remote);
    await elsewhere.repository.git('update-ref', 'refs/heads/main', 'main~1');

    const { head } = await git.fetch(remote);

    expect(await textsOf(git, head ?? '')).toEqual({ 'a.yaml': 'one' });
  });
});
