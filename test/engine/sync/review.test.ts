import { describe, expect, it } from 'vitest';
import { anEngine, endOf, runToEnd } from '../../support/engine.ts';
import { configFor, dag, pulled, Synced } from './sync-world.ts';

const failure = (asked: Promise<unknown>) => asked.catch((error: unknown) => error);
const start = (world: Synced, fileName: string) => world.call('dags.start', { fileName });

const scheduled = (word: string): string => `schedule: "* * * * *"\n${dag(word)}`;

describe('a DAG that a pull brought, where somebody has to accept it', () => {
  it('starts by nobody until it is accepted, and says how', async () => {
    const world = await pulled({ 'a.yaml': dag('a') }, { trust: 'review' });

    const refused = await failure(start(world, 'a'));
    const queued = await failure(world.call('dags.enqueue', { fileName: 'a' }));
    const tried = await failure(world.call('dags.dryRun', { fileName: 'a' }));
    const { items } = await world.status();
    await world.call('sync.accept', { itemId: 'a' });
    const { dagRunId } = await start(world, 'a');

    for (const error of [refused, queued, tried]) {
      expect(error).toMatchObject({
        code: 'forbidden',
        message: expect.stringContaining('dagwright sync accept a'),
      });
    }
    expect(items).toMatchObject([{ itemId: 'a', status: 'synced', trust: 'review' }]);
    const { run } = await endOf({ engine: world.engine, name: 'a', dagRunId });
    expect(run.statusLabel).toBe('succeeded');
  });

  it('is called by no other DAG, by its name or by its path', async () => {
    const world = await pulled({ 'a.yaml': dag('a') }, { trust: 'review' });
    const caller = (target: string) => `steps:\n  - name: main\n    call: ${target}\n`;

    for (const target of ['a', world.pathOf('a.yaml')]) {
      const { run, node } = await runToEnd(caller(target), {
        engine: world.engine,
        name: 'caller',
      });

      expect(run.statusLabel).toBe('failed');
      expect(node('main').error).toContain('nobody has accepted it');
    }
  });

  it('is accepted as the text that was looked at, and as no other', async () => {
    const world = await pulled({ 'a.yaml': dag('a') }, { trust: 'review' });
    const { localHash } = await world.call('sync.diff', { itemId: 'a' });
    await world.robin({ 'a.yaml': dag('worse') });
    await world.pull();

    const refused = await failure(world.call('sync.accept', { itemId: 'a', hash: localHash }));

    expect(refused).toMatchObject({ code: 'conflict' });
    expect(await failure(start(world, 'a'))).toMatchObject({ code: 'forbidden' });
  });

  it('waits again when a pull changes it, and not when somebody here does', async () => {
    const world = await pulled({ 'a.yaml': dag('a') }, { trust: 'review' });
    await world.call('sync.accept', { itemId: 'a' });

    world.write('a.yaml', dag('own'));
    await start(world, 'a');
    await world.publish('a');
    await world.robin({ 'a.yaml': dag('theirs') });
    await world.pull();

    expect(await failure(start(world, 'a'))).toMatchObject({ code: 'forbidden' });
  });

  it('stays under review when it is edited, discarded or forgotten', async () => {
    const world = await pulled({ 'a.yaml': dag('a') }, { trust: 'review' });

    world.write('a.yaml', dag('edited'));
    const edited = await failure(start(world, 'a'));
    await world.discard('a');
    const discarded = await failure(start(world, 'a'));
    await world.call('sync.forget', { itemId: 'a' });
    const forgotten = await failure(start(world, 'a'));

    for (const error of [edited, discarded, forgotten]) {
      expect(error).toMatchObject({ code: 'forbidden' });
    }
  });

  it('waits again when a discard takes the text of the others', async () => {
    const world = await pulled({ 'a.yaml': dag('a') }, { trust: 'review' });
    await world.call('sync.accept', { itemId: 'a' });
    world.write('a.yaml', dag('mine'));
    await world.robin({ 'a.yaml': dag('theirs') });
    await world.pull();
    await start(world, 'a');

    await world.discard('a');

    expect(await failure(start(world, 'a'))).toMatchObject({ code: 'forbidden' });
  });

  it('is known to whoever asks why it is not scheduled', async () => {
    const world = await pulled({ 'a.yaml': scheduled('a') }, { trust: 'review' });

    const { sentence } = await world.call('dags.why', { fileName: 'a' });

    expect(sentence).toContain('nobody has accepted it');
  });

  it('still waits in an engine where that is not usual', async () => {
    const world = await pulled({ 'a.yaml': dag('a') }, { trust: 'review' });
    const { config } = world.engine;
    await world.engine.stop();
    const usual = { ...configFor(world.remote), paths: config.paths };

    const other = new Synced(await anEngine({ config: usual }), world.remote);

    expect(await failure(start(other, 'a'))).toMatchObject({ code: 'forbidden' });
  });
});

it('a DAG that a pull brought runs at once where everything is trusted', async () => {
  const world = await pulled({ 'a.yaml': dag('a') });

  const { dagRunId } = await start(world, 'a');

  const { run } = await endOf({ engine: world.engine, name: 'a', dagRunId });
  expect(run.statusLabel).toBe('succeeded');
});
