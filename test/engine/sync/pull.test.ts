import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { dag, onRemote, pulled } from './sync-world.ts';

const three = { 'a.yaml': dag('a'), 'b.yaml': dag('b'), 'c.yaml': dag('c') };

describe('a pull', () => {
  it('brings every DAG, and then what others have changed', async () => {
    const world = await onRemote({ ...three, 'README.md': 'ours', 'memory/MEMORY.md': 'note' });

    const first = await world.pull();
    const commit = await world.robin({ 'b.yaml': dag('newer'), 'c.yaml': null });
    const second = await world.pull();
    const third = await world.pull();

    expect(first).toMatchObject({ message: 'Synced 4 DAG(s)', conflicts: [], errors: [] });
    expect(second.synced).toEqual(['b', 'c']);
    expect(third).toMatchObject({ message: 'Already up to date', synced: [] });
    expect([world.read('b.yaml'), world.read('c.yaml')]).toEqual([dag('newer'), null]);
    expect(world.read('README.md')).toBeNull();
    expect(await world.status()).toMatchObject({ summary: 'synced', lastSyncCommit: commit });
    const { dags } = await world.call('dags.list', {});
    expect(dags.map(({ fileName }) => fileName)).toEqual(['a', 'b']);
  });

  it('keeps a copy of what the remote has deleted', async () => {
    const world = await pulled(three);
    await world.robin({ 'a.yaml': null });

    await world.pull();

    const { copies } = await world.call('sync.kept', {});
    const keptId = copies[0]?.keptId ?? '';
    expect(copies).toMatchObject([{ filePath: 'a.yaml' }]);
    expect((await world.call('sync.keptCopy', { keptId })).content).toBe(dag('a'));
    expect(await world.states()).toEqual({ b: 'synced', c: 'synced' });
  });

  it('never overwrites a local text, however often it is asked', async () => {
    const world = await pulled(three);
    world.write('a.yaml', dag('mine'));
    world.write('fresh.yaml', dag('mine too'));
    world.write('b.yaml', dag('kept'));
    const commit = await world.robin(
      { 'a.yaml': dag('theirs'), 'fresh.yaml': dag('theirs'), 'b.yaml': null },
      'Their change',
    );

    await world.pull();
    const again = await world.pull();

    expect(again).toMatchObject({
      message: 'Pulled with 3 conflict(s)',
      conflicts: ['a', 'b', 'fresh'],
    });
    expect(['a', 'fresh', 'b'].map((id) => world.read(`${id}.yaml`))).toEqual([
      dag('mine'),
      dag('mine too'),
      dag('kept'),
    ]);
    const { items, summary } = await world.status();
    expect(summary).toBe('conflict');
    expect(items[0]).toMatchObject({
      status: 'conflict',
      remoteCommit: commit,
      remoteAuthor: 'Robin',
      remoteMessage: 'Their change',
    });
  });

  it('sees no conflict in the same change on both sides', async () => {
    const world = await pulled(three);
    world.write('a.yaml', dag('same'));
    await world.robin({ 'a.yaml': dag('same') });

    const result = await world.pull();

    expect(result).toMatchObject({ conflicts: [], synced: ['a'] });
    expect(await world.states()).toMatchObject({ a: 'synced' });
  });

  it('leaves what was deleted here alone until the remote changes it', async () => {
    const world = await pulled(three);
    rmSync(world.pathOf('a.yaml'));
    rmSync(world.pathOf('b.yaml'));
    await world.robin({ 'b.yaml': dag('newer') });

    await world.pull();

    expect(await world.states()).toEqual({ a: 'missing', b: 'synced', c: 'synced' });
    expect(world.read('b.yaml')).toBe(dag('newer'));
  });

  it('takes the rest of a commit with entries that are not safe, and names them', async () => {
    const world = await pulled(three);
    await world.robin({
      'link.yaml': { link: '/etc/passwd' },
      'Case.yaml': dag('one'),
      'case.yaml': dag('two'),
      'huge.yaml': '#'.repeat(5 * 1024 * 1024 + 1),
      'good.yaml': dag('good'),
    });

    const result = await world.pull();

    expect(result.synced).toEqual(['good']);
    expect(result.errors.map(({ itemId }) => itemId).sort()).toEqual([
      'Case',
      'case',
      'huge',
      'link',
    ]);
    expect(readdirSync(world.engine.config.paths.dagsDir).sort()).toEqual([
      'a.yaml',
      'b.yaml',
      'c.yaml',
      'good.yaml',
    ]);
  });

  it('writes through no link in the folder of DAGs', async () => {
    const world = await pulled(three);
    const elsewhere = `${world.pathOf('')}-elsewhere`;
    mkdirSync(elsewhere);
    symlinkSync(elsewhere, world.pathOf('team'));
    await world.robin({ 'team/etl.yaml': dag('etl') });

    const { errors } = await world.pull();

    expect(errors).toEqual([{ itemId: 'team/etl', message: expect.stringContaining('is a link') }]);
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  it('keeps the name of a .yml file on both sides', async () => {
    const world = await pulled({ 'a.yml': dag('a') });
    writeFileSync(world.pathOf('a.yml'), dag('mine'));

    const { items } = await world.status();
    await world.publish('a');

    expect(items).toMatchObject([{ itemId: 'a', filePath: 'a.yaml', status: 'modified' }]);
    expect(await world.remoteFiles()).toEqual({ 'a.yml': dag('mine') });
  });

  it('removes nothing when it follows another branch, or the branch is gone', async () => {
    const world = await pulled(three);
    await world.remote.repository.git('update-ref', '-d', 'refs/heads/main');

    await world.pull();

    expect(world.read('a.yaml')).toBe(dag('a'));
    expect(await world.states()).toEqual({ a: 'untracked', b: 'untracked', c: 'untracked' });
  });

  it('fails where the remote is gone, says so in the status, and works when it is back', async () => {
    const world = await pulled(three);
    await world.robin({ 'a.yaml': dag('newer') });
    await world.remote.unplug();

    const failed = await world.pull().catch((error: unknown) => error);
    const between = await world.status();
    await world.remote.plug();
    await world.pull();

    expect(failed).toMatchObject({ code: 'service_unavailable' });
    expect(String(failed)).not.toContain(world.remote.token);
    expect(between).toMatchObject({ summary: 'error', lastSyncStatus: 'error' });
    expect(await world.status()).toMatchObject({ summary: 'synced', lastError: '' });
    expect(world.read('a.yaml')).toBe(dag('newer'));
  });

  it.each(['before', 'middle', 'after'] as const)(
    'that loses its line %s the answer changes nothing',
    async (cut) => {
      const world = await pulled(three);
      world.write('c.yaml', dag('mine'));
      await world.robin({ 'a.yaml': dag('newer'), 'b.yaml': dag('newer') });

      world.remote.trouble = (request) => (request === 'pack' ? { cut } : undefined);
      const failed = await world.pull().catch((error: unknown) => error);
      const between = ['a', 'b', 'c'].map((id) => world.read(`${id}.yaml`));
      world.remote.trouble = () => undefined;
      await world.pull();

      expect(failed).toMatchObject({ code: 'service_unavailable' });
      expect(between).toEqual([dag('a'), dag('b'), dag('mine')]);
      expect(await world.states()).toEqual({ a: 'synced', b: 'synced', c: 'modified' });
    },
  );
});
