import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { anEngine } from '../../support/engine.ts';
import { configFor, dag, pulled, Synced } from './sync-world.ts';

const failure = (asked: Promise<unknown>) => asked.catch((error: unknown) => error);

/** The copies, newest first, each with its text. */
async function copiesOf(world: Synced) {
  const { copies } = await world.call('sync.kept', {});
  return Promise.all(copies.map(({ keptId }) => world.call('sync.keptCopy', { keptId })));
}

const restoreNewest = async (world: Synced) => {
  const [newest] = (await world.call('sync.kept', {})).copies;
  return world.call('sync.restore', { keptId: newest?.keptId ?? '' });
};

describe('a copy that Git Sync has kept', () => {
  it('is shown with what stands in its place now, and put back; that is kept in its turn', async () => {
    const world = await pulled({ 'a.yaml': dag('a') });
    world.write('a.yaml', dag('mine'));
    await world.discard('a');
    world.write('a.yaml', dag('later'));

    const before = await copiesOf(world);
    const { message } = await restoreNewest(world);
    const after = await copiesOf(world);

    expect(before).toMatchObject([
      { reason: 'discard', content: dag('mine'), localContent: dag('later') },
    ]);
    expect(message).toBe('Restored a.yaml.');
    expect(world.read('a.yaml')).toBe(dag('mine'));
    expect(await world.states()).toEqual({ a: 'modified' });
    const kept = after.map(({ reason, content }) => [reason, content]);
    expect(kept).toContainEqual(['restore', dag('later')]);
    const { dags } = await world.call('dags.list', {});
    expect(dags.map(({ fileName }) => fileName)).toEqual(['a']);
  });

  it('of a file that a pull has removed comes back as one that is new', async () => {
    const world = await pulled({ 'a.yaml': dag('a'), 'team/etl.yml': dag('etl') });
    await world.robin({ 'team/etl.yml': null });
    await world.pull();

    const [copy] = await copiesOf(world);
    await restoreNewest(world);

    expect(copy).toMatchObject({ filePath: 'team/etl.yml', reason: 'pull' });
    expect(copy).not.toHaveProperty('localContent');
    expect(world.read('team/etl.yml')).toBe(dag('etl'));
  });

  it('can be put back again, and then nothing more is kept', async () => {
    const world = await pulled({ 'a.yaml': dag('a') });
    world.write('a.yaml', dag('mine'));
    await world.discard('a');

    await restoreNewest(world);
    await restoreNewest(world);

    expect(await copiesOf(world)).toHaveLength(1);
  });

  it('is put back where the file is gone by now', async () => {
    const world = await pulled({ 'a.yaml': dag('a') });
    world.write('a.yaml', dag('mine'));
    await world.discard('a');
    rmSync(world.pathOf('a.yaml'));

    await restoreNewest(world);

    expect(world.read('a.yaml')).toBe(dag('mine'));
    expect(await world.states()).toEqual({ a: 'modified' });
  });

  it('runs at once: what is kept was accepted, or written here', async () => {
    const world = await pulled({ 'a.yaml': dag('a'), 'b.yaml': dag('b') }, { trust: 'review' });
    for (const itemId of ['a', 'b']) await world.accept(itemId);
    await world.robin({ 'a.yaml': null });
    await world.pull();
    await restoreNewest(world);
    world.write('b.yaml', dag('mine'));
    await world.discard('b');
    await restoreNewest(world);

    for (const fileName of ['a', 'b']) {
      expect(await world.call('dags.start', { fileName })).toHaveProperty('dagRunId');
    }
  });

  it('is not there under another name, and none is put back where the DAGs are read-only', async () => {
    const world = await pulled({ 'a.yaml': dag('a') });
    world.write('a.yaml', dag('mine'));
    await world.discard('a');
    const [copy] = await copiesOf(world);
    const unknown = await failure(world.call('sync.restore', { keptId: '../../dags' }));
    await world.engine.stop();
    const config = configFor(world.remote, { pushEnabled: false });
    const engine = await anEngine({ config: { ...config, paths: world.engine.config.paths } });
    const readOnly = new Synced(engine, world.remote);

    expect(unknown).toMatchObject({ code: 'not_found' });
    expect(
      await failure(readOnly.call('sync.restore', { keptId: copy?.keptId ?? '' })),
    ).toMatchObject({ code: 'forbidden' });
    expect(readOnly.read('a.yaml')).toBe(dag('a'));
  });
});
