import { existsSync, rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { anEngine, endOf, runToEnd } from '../../support/engine.ts';
import { configFor, dag, pulled, Synced } from './sync-world.ts';

const failure = (asked: Promise<unknown>) => asked.catch((error: unknown) => error);
const start = (world: Synced, fileName: string) => world.call('dags.start', { fileName });
const review = (files: Readonly<Record<string, string>>) => pulled(files, { trust: 'review' });

const scheduled = (word: string): string => `schedule: "* * * * *"\n${dag(word)}`;
const caller = (target: string) => `steps:\n  - name: main\n    call: ${target}\n`;

/** A DAG that was accepted, and that Robin has changed since. */
async function changed(): Promise<Synced> {
  const world = await review({ 'a.yaml': scheduled('a') });
  await world.accept('a');
  await world.robin({ 'a.yaml': scheduled('theirs') });
  await world.pull();
  return world;
}

async function itemOf(world: Synced, itemId: string) {
  const { items } = await world.status();
  return items.find((item) => item.itemId === itemId);
}

describe('a DAG that a pull brought, where somebody has to accept it', () => {
  it('starts by nobody until it is accepted, and says how', async () => {
    const world = await review({ 'a.yaml': dag('a') });

    const refused = await failure(start(world, 'a'));
    const queued = await failure(world.call('dags.enqueue', { fileName: 'a' }));
    const tried = await failure(world.call('dags.dryRun', { fileName: 'a' }));
    const read = await failure(world.call('dags.get', { fileName: 'a' }));
    const item = await itemOf(world, 'a');
    await world.accept('a');
    const { dagRunId } = await start(world, 'a');

    for (const error of [refused, queued, tried, read]) {
      expect(error).toMatchObject({
        code: 'forbidden',
        message: expect.stringContaining('dagwright sync accept a'),
        extras: { details: { accept: '/api/v1/sync/items/a/accept' } },
      });
    }
    expect(item).toMatchObject({ status: 'synced', trust: 'review' });
    const { run } = await endOf({ engine: world.engine, name: 'a', dagRunId });
    expect(run.statusLabel).toBe('succeeded');
  });

  it('is not in the folder of DAGs before, whatever its ending, and then it is', async () => {
    const files = { 'a.yaml': dag('a'), 'team/b.yml': dag('b'), 'memory/notes.md': 'notes\n' };
    const world = await review(files);

    const before = Object.keys(files).filter((path) => existsSync(world.pathOf(path)));
    for (const itemId of ['a', 'team/b', 'memory/notes']) await world.accept(itemId);

    expect(before).toEqual([]);
    for (const [path, text] of Object.entries(files)) expect(world.read(path)).toBe(text);
    expect(await world.states()).toEqual({
      a: 'synced',
      'team/b': 'synced',
      'memory/notes': 'synced',
    });
  });

  it('is told of by the pull that leaves it waiting', async () => {
    const world = await review({ 'a.yaml': dag('a') });
    await world.robin({ 'memory/notes.md': 'notes\n' });

    const outcome = await world.pull();

    expect(outcome).toMatchObject({ synced: [], review: ['a', 'memory/notes'], errors: [] });
    expect(outcome.message).toBe('Pulled: 2 item(s) wait to be accepted');
  });

  it('is called by no other DAG, by its name or by its path', async () => {
    const world = await review({ 'a.yaml': dag('a') });

    for (const target of ['a', world.pathOf('a.yaml')]) {
      const { run, node } = await runToEnd(caller(target), {
        engine: world.engine,
        name: 'caller',
      });

      expect(run.statusLabel).toBe('failed');
      expect(node('main').error).toContain('its text is not accepted yet');
    }
  });

  it('waits again when a pull changes it, and not when somebody here does', async () => {
    const world = await review({ 'a.yaml': dag('a') });
    await world.accept('a');

    world.write('a.yaml', dag('own'));
    await start(world, 'a');
    await world.publish('a');
    await world.robin({ 'a.yaml': dag('theirs') });
    await world.pull();

    expect(await failure(start(world, 'a'))).toMatchObject({ code: 'forbidden' });
  });

  it('keeps the accepted text in its place while a changed one waits', async () => {
    const world = await changed();

    const waiting = await itemOf(world, 'a');
    const before = world.read('a.yaml');
    await world.accept('a');

    expect(waiting).toMatchObject({ status: 'synced', trust: 'review' });
    expect(before).toBe(scheduled('a'));
    expect(world.read('a.yaml')).toBe(scheduled('theirs'));
    expect(await itemOf(world, 'a')).toMatchObject({ status: 'synced', trust: 'accepted' });
    await start(world, 'a');
  });

  it('waits no more when the remote goes back to the accepted text', async () => {
    const world = await changed();

    await world.robin({ 'a.yaml': scheduled('a') });
    await world.pull();

    await start(world, 'a');
  });

  it('is gone when the remote deletes it before it is accepted', async () => {
    const world = await review({ 'a.yaml': dag('a'), 'b.yaml': dag('b') });

    await world.robin({ 'a.yaml': null });
    await world.pull();

    expect(await world.states()).toEqual({ b: 'synced' });
    expect(await failure(start(world, 'a'))).toMatchObject({ code: 'not_found' });
  });

  it('stays under review when it is edited, and is a conflict then', async () => {
    const world = await changed();

    world.write('a.yaml', dag('edited'));
    const refused = await failure(start(world, 'a'));
    const { status } = (await itemOf(world, 'a')) ?? {};
    await world.pull();

    expect([refused, status]).toMatchObject([{ code: 'forbidden' }, 'conflict']);
    // A person's own text.
    await start(world, 'a');
    expect(world.read('a.yaml')).toBe(dag('edited'));
  });

  it('comes again, and waits again, after it was forgotten', async () => {
    const world = await changed();

    await world.call('sync.forget', { itemId: 'a' });
    rmSync(world.pathOf('a.yaml'));
    await world.pull();

    expect(await failure(start(world, 'a'))).toMatchObject({ code: 'forbidden' });
    expect(world.read('a.yaml')).toBeNull();
  });

  it('waits when a discard gives up the text here, which goes back to the accepted one', async () => {
    const world = await changed();
    world.write('a.yaml', dag('mine'));
    await world.pull();

    await world.discard('a');

    expect(world.read('a.yaml')).toBe(scheduled('a'));
    expect(await itemOf(world, 'a')).toMatchObject({ status: 'synced', trust: 'review' });
    expect(await failure(start(world, 'a'))).toMatchObject({ code: 'forbidden' });
    await world.accept('a');
    expect(world.read('a.yaml')).toBe(scheduled('theirs'));
  });

  it('waits when a discard gives up a text of the same name that was never on the remote', async () => {
    const world = await review({});
    world.write('a.yaml', dag('mine'));
    await world.robin({ 'a.yaml': dag('theirs') });
    await world.pull();

    await world.discard('a');

    expect(world.read('a.yaml')).toBeNull();
    expect(await itemOf(world, 'a')).toMatchObject({ status: 'synced', trust: 'review' });
  });

  it('waits when it comes in place of a file that was deleted here', async () => {
    const world = await changed();
    rmSync(world.pathOf('a.yaml'));

    const missing = await itemOf(world, 'a');
    await world.pull();
    const refused = await failure(start(world, 'a'));
    await world.accept('a');

    expect(missing).toMatchObject({ status: 'missing', trust: 'review' });
    expect(refused).toMatchObject({ code: 'forbidden' });
    expect(world.read('a.yaml')).toBe(scheduled('theirs'));
  });

  it('is taken out again where a person has put the waiting text into its place', async () => {
    const world = await changed();
    world.write('a.yaml', scheduled('theirs'));

    const refused = await failure(start(world, 'a'));
    await world.pull();
    const { copies } = await world.call('sync.kept', {});
    const restored = await failure(world.call('sync.restore', { keptId: copies[0]?.keptId ?? '' }));

    expect(refused).toMatchObject({ code: 'forbidden' });
    expect(world.read('a.yaml')).toBeNull();
    expect(copies).toMatchObject([{ filePath: 'a.yaml', reason: 'pull' }]);
    expect(restored).toMatchObject({ code: 'forbidden' });
    expect(await itemOf(world, 'a')).toMatchObject({ trust: 'review' });
  });

  it('does not come back to its old name with the text that was renamed', async () => {
    const world = await changed();

    await world.call('dags.rename', { fileName: 'a', newFileName: 'b' });
    await world.pull();

    expect(await failure(start(world, 'a'))).toMatchObject({ code: 'forbidden' });
    await start(world, 'b');
    expect(world.read('b.yaml')).toBe(scheduled('a'));
  });

  it('is not published, and neither is the text before it', async () => {
    const world = await changed();

    const refused = await failure(world.publish('a', true));

    expect(refused).toMatchObject({ code: 'bad_request' });
    expect(await world.remoteFiles()).toEqual({ 'a.yaml': scheduled('theirs') });
  });

  it('is known to whoever asks why it is not scheduled', async () => {
    const world = await changed();

    const { sentence } = await world.call('dags.why', { fileName: 'a' });

    expect(sentence).toContain('Its text from Git is not accepted yet');
  });

  it('still waits in an engine where that is not usual, which pulls and leaves it', async () => {
    const world = await review({ 'a.yaml': dag('a') });
    const { config } = world.engine;
    await world.engine.stop();
    const usual = { ...configFor(world.remote), paths: config.paths };

    const other = new Synced(await anEngine({ config: usual }), world.remote);
    await other.pull();

    expect(await failure(start(other, 'a'))).toMatchObject({ code: 'forbidden' });
    expect(other.read('a.yaml')).toBeNull();
  });

  it('comes with the next pull where everything is trusted from then on', async () => {
    const world = await review({ 'a.yaml': dag('a') });
    const { config } = world.engine;
    await world.engine.stop();
    const always = { ...configFor(world.remote, { trust: 'always' }), paths: config.paths };

    const other = new Synced(await anEngine({ config: always }), world.remote);
    await other.pull();

    await start(other, 'a');
  });

  it('can be looked at and accepted while Git Sync is off, where nothing else can be', async () => {
    const world = await review({ 'a.yaml': dag('a') });
    const { config } = world.engine;
    await world.engine.stop();
    const gitSync = { ...config.gitSync, enabled: false };
    const off = new Synced(await anEngine({ config: { ...config, gitSync } }), world.remote);
    off.write('mine.yaml', dag('mine'));

    const waits = await failure(start(off, 'a'));
    const refused = await failure(off.accept('mine'));
    await off.accept('a');

    expect(waits).toMatchObject({ code: 'forbidden' });
    expect(refused).toMatchObject({ code: 'service_unavailable' });
    await start(off, 'a');
  });
});

describe('an acceptance', () => {
  it('names the text that was looked at, and takes no other', async () => {
    const world = await review({ 'a.yaml': dag('a') });
    const { reviewHash, reviewContent } = await world.call('sync.diff', { itemId: 'a' });
    await world.robin({ 'a.yaml': dag('worse') });
    await world.pull();

    const refused = await failure(world.call('sync.accept', { itemId: 'a', hash: reviewHash }));

    expect(reviewContent).toBe(dag('a'));
    expect(refused).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('dagwright sync diff a'),
    });
    expect(await failure(start(world, 'a'))).toMatchObject({ code: 'forbidden' });
    expect(world.read('a.yaml')).toBeNull();
  });

  it('is told the same hash by the list and by the difference', async () => {
    const world = await review({ 'a.yaml': dag('a') });

    const { reviewHash } = await world.call('sync.diff', { itemId: 'a' });

    expect(reviewHash).toMatch(/^[0-9a-f]{64}$/);
    expect(await itemOf(world, 'a')).toMatchObject({ reviewHash });
  });

  it('takes the text that was shown, also when a publish has seen a newer one since', async () => {
    const world = await review({ 'a.yaml': dag('a') });
    const { reviewHash } = await world.call('sync.diff', { itemId: 'a' });
    await world.robin({ 'a.yaml': dag('newer') });
    world.write('own.yaml', dag('own'));
    await world.publish('own');

    await world.call('sync.accept', { itemId: 'a', hash: reviewHash });

    expect(world.read('a.yaml')).toBe(dag('a'));
    await world.pull();
    expect(world.read('a.yaml')).toBe(dag('a'));
    expect(await itemOf(world, 'a')).toMatchObject({ trust: 'review' });
  });

  it('says the same again, and refuses what never waited', async () => {
    const world = await review({ 'a.yaml': dag('a') });
    const { reviewHash: hash } = await world.call('sync.diff', { itemId: 'a' });

    const first = await world.call('sync.accept', { itemId: 'a', hash });
    const second = await world.call('sync.accept', { itemId: 'a', hash });
    const other = await failure(world.call('sync.accept', { itemId: 'a', hash: '0'.repeat(64) }));

    expect(second).toEqual(first);
    expect(other).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('No text of a waits'),
    });
  });

  it('needs a hash', async () => {
    const world = await review({ 'a.yaml': dag('a') });

    const without = { itemId: 'a' } as { itemId: string; hash: string };

    expect(await failure(world.call('sync.accept', without))).toMatchObject({
      code: 'bad_request',
      extras: { details: { fields: { hash: expect.any(String) } } },
    });
    expect(world.read('a.yaml')).toBeNull();
  });

  it('of one item is none of another that comes with the same text', async () => {
    const world = await review({ 'a.yaml': dag('a') });
    await world.accept('a');

    await world.robin({ 'copy.yaml': dag('a') });
    await world.pull();

    expect(await failure(start(world, 'copy'))).toMatchObject({ code: 'forbidden' });
    await start(world, 'a');
  });

  it('finds its place taken by an edit of a moment ago, and changes nothing', async () => {
    const world = await changed();
    const { reviewHash: hash } = await world.call('sync.diff', { itemId: 'a' });
    world.write('a.yaml', dag('edited'));

    await world.call('sync.accept', { itemId: 'a', hash });

    expect(world.read('a.yaml')).toBe(dag('edited'));
    expect(await itemOf(world, 'a')).toMatchObject({ status: 'conflict', trust: 'accepted' });
    await world.discard('a');
    expect(world.read('a.yaml')).toBe(scheduled('theirs'));
  });
});

it('a DAG that a pull brought runs at once where everything is trusted', async () => {
  const world = await pulled({ 'a.yaml': dag('a') });

  const { dagRunId } = await start(world, 'a');

  const { run } = await endOf({ engine: world.engine, name: 'a', dagRunId });
  expect(run.statusLabel).toBe('succeeded');
});
