import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { aGit, at, aWorld, me, textsOf } from './a-git.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text);

describe('a branch elsewhere', () => {
  it('comes here with all its files, and later with what is new', async () => {
    const { git, elsewhere, remote } = await aWorld({ 'a.yaml': 'one', 'team/b.yaml': 'two' });

    const first = await git.fetch(remote);
    const second = await elsewhere.repository.commit({ 'team/b.yaml': 'three', 'c.yaml': 'new' });

    expect(await textsOf(git, first.head ?? '')).toEqual({ 'a.yaml': 'one', 'team/b.yaml': 'two' });
    expect(await git.fetch(remote)).toEqual({ head: second });
    expect(await textsOf(git, second)).toEqual({
      'a.yaml': 'one',
      'c.yaml': 'new',
      'team/b.yaml': 'three',
    });
    expect(await textsOf(git, second, 'team')).toEqual({ 'b.yaml': 'three' });
    expect(await textsOf(git, second, 'nowhere')).toEqual({});
  });

  it('that has not moved is asked for no objects', async () => {
    const { git, elsewhere, remote } = await aWorld({ 'a.yaml': 'one' });
    await git.fetch(remote);
    elsewhere.seen.length = 0;

    await git.fetch(remote);

    expect(elsewhere.seen.map(({ kind }) => kind)).toEqual(['refs']);
  });

  it('that does not exist is no branch, and is made by the first push', async () => {
    const { git, elsewhere, remote } = await aWorld();
    expect(await git.fetch(remote)).toEqual({ head: null });

    const commit = await git.commit({
      parent: null,
      changes: [{ path: 'team/a.yaml', bytes: bytes('mine') }],
      message: 'First',
      author: me,
      at,
    });

    expect(await git.push(remote, { commit, expected: null })).toBe('pushed');
    expect(await elsewhere.repository.show('team/a.yaml')).toBe('mine');
  });

  it('comes here where the default branch of the remote does not exist', async () => {
    const { git, elsewhere, remote } = await aWorld({ 'a.yaml': 'one' });
    await elsewhere.repository.git('symbolic-ref', 'HEAD', 'refs/heads/other');

    const { head } = await git.fetch(remote);

    expect(await textsOf(git, head ?? '')).toEqual({ 'a.yaml': 'one' });
  });

  it('goes to a commit of ours, which says who, when and why', async () => {
    const { git, elsewhere, remote } = await aWorld({ 'a.yaml': 'one', 'b/c.yaml': 'two' });
    const { head } = await git.fetch(remote);

    const commit = await git.commit({
      parent: head,
      changes: [
        { path: 'a.yaml', bytes: bytes('mine') },
        { path: 'b/c.yaml', bytes: null },
      ],
      message: 'Say why',
      author: me,
      at,
    });

    expect(await git.push(remote, { commit, expected: head })).toBe('pushed');
    expect(await elsewhere.repository.files()).toEqual(['a.yaml']);
    expect(
      await elsewhere.repository.git('log', '-1', '--format=%an <%ae> %at %s %P', 'main'),
    ).toBe(`Me <me@example.org> ${at / 1000} Say why ${head}`);
    await elsewhere.repository.git('fsck', '--strict');
  });

  it('that somebody else moved is left as it is', async () => {
    const { git, elsewhere, remote } = await aWorld({ 'a.yaml': 'one' });
    const { head } = await git.fetch(remote);
    const changes = [{ path: 'a.yaml', bytes: bytes('mine') }];
    const commit = await git.commit({ parent: head, changes, message: 'Mine', author: me, at });
    const theirs = await elsewhere.repository.commit({ 'a.yaml': 'theirs' });

    expect(await git.push(remote, { commit, expected: head })).toBe('moved');
    expect(await elsewhere.repository.head()).toBe(theirs);
  });

  it('that somebody else moves while we push is left as it is', async () => {
    const { git, elsewhere, remote } = await aWorld({ 'a.yaml': 'one' });
    const { head } = await git.fetch(remote);
    const changes = [{ path: 'a.yaml', bytes: bytes('mine') }];
    const commit = await git.commit({ parent: head, changes, message: 'Mine', author: me, at });
    elsewhere.trouble = (kind) =>
      kind === 'push' ? { wait: elsewhere.repository.commit({ 'a.yaml': 'theirs' }) } : undefined;

    expect(await git.push(remote, { commit, expected: head })).toBe('moved');
    expect(await elsewhere.repository.show('a.yaml')).toBe('theirs');
  });

  it('keeps the modes of files, and shows what is no file as it is', async () => {
    const { git, elsewhere, remote } = await aWorld({ 'a.yaml': 'one' });
    await elsewhere.repository.commit({
      link: { link: '/etc/passwd' },
      module: { commit: 'a'.repeat(40) },
      '../up.yaml': 'x',
      '.git/config': 'x',
    });

    const { head } = await git.fetch(remote);

    const { entries } = await git.list(head ?? '', '');
    expect(entries.map(({ path, mode, size }) => [path, mode, size])).toEqual([
      ['a.yaml', '100644', 3],
      ['link', '120000', 11],
      ['module', '160000', 0],
      ['../up.yaml', '100644', 1],
      ['.git/config', '100644', 1],
    ]);
  });

  it('gives no blob that is larger than asked for', async () => {
    const { git, remote } = await aWorld({ 'a.yaml': 'four' });
    const { head } = await git.fetch(remote);
    const [{ oid = '' } = {}] = (await git.list(head ?? '', '')).entries;

    expect([...(await git.read([oid], 4)).keys()]).toEqual([oid]);
    expect((await git.read([oid], 3)).size).toBe(0);
  });

  it.each(['', '-x', 'a..b', 'a b', 'a.lock', '/a', 'a~1', 'a\nb', '@'])(
    'cannot be called %j',
    async (branch) => {
      const { git, remote } = await aWorld();

      await expect(git.fetch({ ...remote, branch })).rejects.toMatchObject({ reason: 'address' });
    },
  );

  it('has a history for each file, without merges that only took it', async () => {
    const { git, elsewhere, remote } = await aWorld({ 'a.yaml': 'one', 'b.yaml': 'x' });
    const { repository } = elsewhere;
    const base = await repository.head();
    await repository.git('branch', 'side', base);
    const side = await repository.commit(
      { 'a.yaml': 'two' },
      { branch: 'side', message: 'On the side' },
    );
    const main = await repository.commit({ 'b.yaml': 'y' }, { message: 'Meanwhile' });
    const tree = await repository.git('merge-tree', '--write-tree', main, side);
    const merge = await repository.git(
      '-c',
      'user.name=x',
      '-c',
      'user.email=x',
      'commit-tree',
      tree,
      '-m',
      'Merge',
      '-p',
      main,
      '-p',
      side,
    );
    await repository.git('update-ref', 'refs/heads/main', merge);
    const { head } = await git.fetch(remote);

    const log = await git.log(head ?? '', { path: 'a.yaml', limit: 10 });
    const newest = await git.lastChange(head ?? '', ['a.yaml', 'b.yaml', 'none.yaml']);

    expect(log.map(({ oid, message }) => [oid, message])).toEqual([
      [side, 'On the side'],
      [base, 'Work of Robin'],
    ]);
    expect(await git.log(head ?? '', { path: 'a.yaml', limit: 1, before: side })).toEqual([log[1]]);
    expect([...newest].map(([path, { oid }]) => [path, oid])).toEqual([
      ['a.yaml', side],
      ['b.yaml', main],
    ]);
    expect(newest.get('a.yaml')?.author).toEqual({ name: 'Robin', email: 'robin@example.org' });
    expect(await git.isAncestor(side, merge)).toBe(true);
    expect(await git.isAncestor(merge, side)).toBe(false);
  });
});

describe('the process of Git', () => {
  it('starts when it is needed, and leaves nothing behind that is not whole', async () => {
    const { git, remote } = await aWorld({ 'a.yaml': 'one' });

    await git.fetch(remote);

    expect(
      readdirSync(git.folder, { recursive: true }).filter((name) => String(name).includes('draft')),
    ).toEqual([]);
  });

  it('ends what is under way when it is stopped, and goes on with the next', async () => {
    const { git, elsewhere, remote } = await aWorld({ 'a.yaml': 'one' });
    const never = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    elsewhere.trouble = (kind) => {
      if (kind !== 'pack') return undefined;
      reached.resolve();
      return { wait: never.promise };
    };
    const stop = new AbortController();

    const fetching = git.fetch(remote, undefined, stop.signal);
    await reached.promise;
    stop.abort();

    await expect(fetching).rejects.toMatchObject({ reason: 'stopped' });
    elsewhere.trouble = () => undefined;
    never.resolve();
    expect(await git.fetch(remote)).toEqual({ head: await elsewhere.repository.head() });
  });

  it('takes no work once it is closed', async () => {
    const { git, remote } = await aWorld({ 'a.yaml': 'one' });

    await git.close();

    await expect(git.fetch(remote)).rejects.toMatchObject({ reason: 'stopped' });
  });

  it('tells how far it is', async () => {
    const { git, remote } = await aWorld({ 'a.yaml': 'one' });
    const phases = new Set<string>();

    await git.fetch(remote, ({ phase }) => phases.add(phase));

    expect([...phases]).toContain('Receiving objects');
  });
});

describe('two engines', () => {
  it('on one branch see what the other one pushed', async () => {
    const { git, remote } = await aWorld({ 'a.yaml': 'one' });
    const other = aGit();
    const { head } = await git.fetch(remote);
    const changes = [{ path: 'a.yaml', bytes: bytes('mine') }];
    const commit = await git.commit({ parent: head, changes, message: 'Mine', author: me, at });
    await git.push(remote, { commit, expected: head });

    expect(await other.fetch(remote)).toEqual({ head: commit });
    expect(await textsOf(other, commit)).toEqual({ 'a.yaml': 'mine' });
  });
});
