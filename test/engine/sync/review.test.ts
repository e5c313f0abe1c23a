import { describe, expect, it } from 'vitest';
import { anEngine, endOf, runToEnd } from '../../support/engine.ts';
import { rmSync } from 'node:fs';
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

  it('can be accepted while Git Sync is off, where nothing else can be', async () => {
    const world = await pulled({ 'a.yaml': dag('a') }, { trust: 'review' });
    const { config } = world.engine;
    await world.engine.stop();
    const gitSync = { ...config.gitSync, enabled: false };
    const off = new Synced(await anEngine({ config: { ...config, gitSync } }), world.remote);
    off.write('mine.yaml', dag('mine'));

    const refused = await failure(off.call('sync.accept', { itemId: 'mine' }));
    await off.call('sync.accept', { itemId: 'a' });

    expect(refused).toMatchObject({ code: 'service_unavailable' });
    await start(off, 'a');
  });
});

describe('a text that a pull brought and nobody has accepted', () => {
  const review = (files: Readonly<Record<string, string>>) => pulled(files, { trust: 'review' });
  const accept = (world: Synced, itemId: string) => world.call('sync.accept', { itemId });

  it('runs under no other name: renamed, copied or moved by hand', async () => {
    const world = await review({ 'a.yaml': scheduled('a'), 'b.yaml': dag('b') });

    await world.call('dags.rename', { fileName: 'a', newFileName: 'renamed' });
    world.write('copied.yaml', dag('b'));
    world.write('moved.yaml', dag('b'));
    rmSync(world.pathOf('b.yaml'));
    const { items } = await world.status();
    await world.call('sync.forget', { itemId: 'b' });

    for (const name of ['renamed', 'copied', 'moved']) {
      expect(await failure(start(world, name))).toMatchObject({
        code: 'forbidden',
        message: expect.stringContaining(`dagwright sync accept ${name}`),
      });
    }
    const { sentence } = await world.call('dags.why', { fileName: 'renamed' });
    expect(sentence).toContain('nobody has accepted it');
    expect(items).toContainEqual(expect.objectContaining({ itemId: 'copied', trust: 'review' }));
  });

  it('waits still when it is edited after it was renamed', async () => {
    const world = await review({ 'a.yml': dag('a') });

    await world.call('dags.rename', { fileName: 'a', newFileName: 'b' });
    world.write('b.yml', dag('edited'));

    expect(await failure(start(world, 'b'))).toMatchObject({ code: 'forbidden' });
    await accept(world, 'b');
    await start(world, 'b');
  });

  it('runs under the name that it was accepted with', async () => {
    const world = await review({ 'a.yaml': dag('a') });
    await world.call('dags.rename', { fileName: 'a', newFileName: 'b' });

    await accept(world, 'b');

    await start(world, 'b');
    // What the remote has comes back as what it was.
    await world.discard('a');
    expect(await failure(start(world, 'a'))).toMatchObject({ code: 'forbidden' });
    await start(world, 'b');
  });

  it('does not run as the text of a request', async () => {
    const world = await review({ 'a.yaml': dag('a') });
    const inline = { spec: dag('a'), name: 'inline' };

    const refused = [
      await failure(world.call('runs.start', inline)),
      await failure(world.call('runs.enqueue', inline)),
      await failure(world.call('runs.dryRun', inline)),
    ];
    await accept(world, 'a');

    for (const error of refused) {
      expect(error).toMatchObject({
        code: 'forbidden',
        message: expect.stringContaining('dagwright sync accept a'),
      });
    }
    await world.call('runs.start', inline);
  });

  it('waits while Git Sync is off, and can be accepted then', async () => {
    const world = await review({ 'a.yaml': dag('a') });
    const { config } = world.engine;
    await world.engine.stop();
    const off = { ...config, gitSync: { ...config.gitSync, enabled: false } };

    const other = new Synced(await anEngine({ config: off }), world.remote);

    expect(await failure(start(other, 'a'))).toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('Git Sync is off'),
    });
    await accept(other, 'a');
    await start(other, 'a');
  });

  it('is no reason to refuse a DAG that was trusted with the same text', async () => {
    const world = await review({ 'a.yaml': dag('a') });
    await accept(world, 'a');
    world.write('own.yaml', dag('own'));
    await world.publish('own');

    await world.robin({ 'copy.yaml': dag('a'), 'second.yaml': dag('own') });
    await world.pull();

    await start(world, 'a');
    await start(world, 'own');
    expect(await failure(start(world, 'second'))).toMatchObject({ code: 'forbidden' });
  });

  it('can be published by whoever may do that', async () => {
    const world = await review({ 'a.yaml': dag('a') });
    world.write('a.yaml', dag('mended'));

    await world.publish('a');

    expect(await world.remoteFiles()).toEqual({ 'a.yaml': dag('mended') });
    expect(await failure(start(world, 'a'))).toMatchObject({ code: 'forbidden' });
  });
});

it('a DAG that a pull brought runs at once where everything is trusted', async () => {
  const world = await pulled({ 'a.yaml': dag('a') });

  const { dagRunId } = await start(world, 'a');

  const { run } = await endOf({ engine: world.engine, name: 'a', dagRunId });
  expect(run.statusLabel).toBe('succeeded');
});
