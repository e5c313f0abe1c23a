import { describe, expect, it } from 'vitest';
import { endOf, runToEnd } from '../../support/engine.ts';
import { dag, pulled, type Synced } from './sync-world.ts';

const caller = (target: string) => `steps:\n  - name: main\n    call: ${target}\n`;
const scheduled = (word: string): string => `schedule: "0 4 * * *"\n${dag(word)}`;

async function runs({ call, engine }: Synced, name: string): Promise<string> {
  const { dagRunId } = await call('dags.start', { fileName: name });
  const { run } = await endOf({ engine, name, dagRunId });
  return run.statusLabel;
}

const listed = async ({ call }: Synced) =>
  (await call('dags.list', {})).dags.map(({ fileName, dag: { group } }) => `${group}/${fileName}`);

describe('a DAG in a folder of the remote', () => {
  it('is synced by its path, and is a DAG at once: listed, scheduled and started by its name', async () => {
    const world = await pulled({ 'team/nested.yaml': scheduled('a'), 'team/sub/b.yml': dag('b') });

    expect(await world.states()).toEqual({ 'team/nested': 'synced', 'team/sub/b': 'synced' });
    expect(await listed(world)).toEqual(['team/sub/b', 'team/nested']);
    const { dags } = await world.call('dags.list', {});
    expect(dags.find(({ fileName }) => fileName === 'nested')?.nextRun).not.toBe('');
    expect(await runs(world, 'nested')).toBe('succeeded');
  });

  it('keeps what is known of it when the remote moves its file, and is gone when that deletes it', async () => {
    const world = await pulled({ 'team/nested.yaml': dag('a') });
    await runs(world, 'nested');
    await world.call('dags.suspend', { fileName: 'nested', suspend: true });

    await world.robin({ 'team/nested.yaml': null, 'squad/deep/nested.yaml': dag('a') });
    await world.pull();

    expect(await listed(world)).toEqual(['squad/deep/nested']);
    const { dagRuns } = await world.call('dags.runs', { fileName: 'nested' });
    expect(dagRuns).toHaveLength(1);
    expect(await world.call('dags.get', { fileName: 'nested' })).toMatchObject({ suspended: true });
    await world.robin({ 'squad/deep/nested.yaml': null });
    await world.pull();
    expect(await listed(world)).toEqual([]);
  });

  it('is edited and published by its path', async () => {
    const world = await pulled({ 'team/nested.yaml': dag('a') });

    await world.call('dags.updateSpec', { fileName: 'nested', spec: dag('b') });

    expect(await world.states()).toEqual({ 'team/nested': 'modified' });
    await world.publish('team/nested');
    expect(await world.remoteFiles()).toEqual({ 'team/nested.yaml': dag('b') });
  });

  it('does not run until it is accepted, whatever calls it and by what name', async () => {
    const world = await pulled({ 'team/nested.yaml': scheduled('a') }, { trust: 'review' });
    const forbidden = {
      code: 'forbidden',
      message: expect.stringContaining('dagwright sync accept team/nested'),
      extras: { details: { accept: '/api/v1/sync/items/team%2Fnested/accept' } },
    };

    for (const operation of ['dags.start', 'dags.enqueue', 'dags.dryRun', 'dags.get'] as const)
      await expect(world.call(operation, { fileName: 'nested' })).rejects.toMatchObject(forbidden);
    for (const target of [
      'nested',
      'team/nested',
      'team/nested.yaml',
      world.pathOf('team/nested.yaml'),
    ]) {
      const { node } = await runToEnd(caller(target), { engine: world.engine, name: 'caller' });
      expect(node('main').error).toContain('its text is not accepted yet');
    }
    await world.accept('team/nested');
    expect(await runs(world, 'nested')).toBe('succeeded');
    await world.robin({ 'team/nested.yaml': scheduled('theirs') });
    await world.pull();
    await expect(world.call('dags.start', { fileName: 'nested' })).rejects.toMatchObject(forbidden);
  });

  it('that waits keeps no other DAG of its name from running', async () => {
    const world = await pulled({ 'team/same.yaml': dag('theirs') }, { trust: 'review' });
    await world.call('dags.create', { name: 'same', spec: dag('own') });

    expect(await runs(world, 'same')).toBe('succeeded');
  });
});

describe('a file of the remote that is no DAG', () => {
  it('is synced, and its item says why nothing runs from it', async () => {
    const world = await pulled({
      'top.yaml': dag('top'),
      'a/b/c/d/e/deep.yaml': dag('deep'),
      'a/b/c/d/e/f/deeper.yaml': dag('deeper'),
      'memory/kept.yaml': dag('kept'),
      'team/twin.yaml': dag('one'),
      'squad/ops/twin.yml': dag('other'),
      'not a name!.yaml': dag('odd'),
    });

    const { items, counts } = await world.status();

    const problems = items.filter(({ problem }) => problem !== '');
    expect(Object.fromEntries(problems.map(({ itemId, problem }) => [itemId, problem]))).toEqual({
      'a/b/c/d/e/f/deeper': 'It is no DAG, because it is more than 5 folders deep. Move it up.',
      'memory/kept': expect.stringContaining('It is no DAG: memory/'),
      'squad/ops/twin':
        'It is no DAG, because team/twin.yaml has the same name. Rename one of them.',
      'not a name!': expect.stringContaining('It is no DAG, because of its name.'),
    });
    expect(counts).toMatchObject({ synced: 7 });
    expect(await listed(world)).toHaveLength(3);
  });

  it('says so no more once it is moved or its twin is gone', async () => {
    const world = await pulled({ 'team/twin.yaml': dag('one'), 'squad/ops/twin.yaml': dag('b') });
    const problems = async () =>
      (await world.status()).items.map(({ itemId, problem }) => [itemId, problem !== '']);
    expect(await problems()).toEqual([
      ['squad/ops/twin', true],
      ['team/twin', false],
    ]);

    await world.robin({ 'team/twin.yaml': null });
    await world.pull();

    expect(await problems()).toEqual([['squad/ops/twin', false]]);
  });
});
