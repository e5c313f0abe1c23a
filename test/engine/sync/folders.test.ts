import { describe, expect, it } from 'vitest';
import { dag, onRemote, pulled, type Synced } from './sync-world.ts';

const three = { 'ops/a.yaml': dag('a'), 'ops/b.yaml': dag('b'), 'ops/c.yaml': dag('c') };
const failure = (asked: Promise<unknown>) => asked.catch((error: unknown) => error);
/** What a change of the setting amounts to: it is read each time. */
const follow = ({ engine }: Synced, path: string) => Object.assign(engine.config.gitSync, { path });
const inOps = () =>
  pulled({ ...three, 'docs/readme.md': 'x', 'top.yaml': dag('top') }, { path: 'ops' });

const missing = (path: string) => ({
  code: 'bad_request',
  message: `The remote has no folder "${path}" on the branch main. It has docs, ops. Change \`path\` in the settings of Git Sync, or publish to create the folder.`,
});

describe('a pull from a folder that the remote lacks', () => {
  it('is refused by name, says how to create it, and shows in the status', async () => {
    const world = await inOps();
    follow(world, 'opps');

    expect(await failure(world.pull())).toMatchObject(missing('opps'));
    expect(await world.status()).toMatchObject({
      summary: 'error',
      lastError: missing('opps').message,
    });
    expect(await world.states()).toEqual({ a: 'synced', b: 'synced', c: 'synced' });
  });

  it('loses nothing of what was synced: back in the folder, what the remote changed is no conflict', async () => {
    const world = await inOps();
    world.write('a.yaml', dag('mine'));
    follow(world, 'opps');
    await failure(world.pull());
    follow(world, 'ops');
    await world.robin({ 'ops/b.yaml': dag('newer'), 'ops/c.yaml': null });

    const outcome = await world.pull();

    expect(outcome).toMatchObject({ synced: ['b', 'c'], conflicts: [] });
    expect(await world.states()).toEqual({ a: 'modified', b: 'synced' });
    expect(world.read('b.yaml')).toBe(dag('newer'));
  });

  it('is refused for a folder without DAGs as well', async () => {
    const world = await inOps();
    follow(world, 'docs');

    expect(await failure(world.pull())).toMatchObject({
      message: expect.stringContaining('has no DAGs in the folder "docs" on the branch main.'),
    });
    expect(await world.states()).toEqual({ a: 'synced', b: 'synced', c: 'synced' });
  });

  it('is refused where another branch lacks it', async () => {
    const world = await inOps();
    const { repository } = world.remote;
    await repository.git('branch', 'live', 'main');
    await repository.commit(Object.fromEntries(Object.keys(three).map((path) => [path, null])), {
      branch: 'live',
    });
    Object.assign(world.engine.config.gitSync, { branch: 'live' });

    expect(await failure(world.pull())).toMatchObject({
      message: expect.stringContaining('has no folder "ops" on the branch live. It has docs.'),
    });
    expect(await world.states()).toEqual({ a: 'synced', b: 'synced', c: 'synced' });
  });

  it('is none where nothing was synced yet, or the remote has deleted all that was there', async () => {
    const fresh = await onRemote({ 'top.yaml': dag('top') }, { path: 'ops' });
    expect(await fresh.pull()).toMatchObject({ message: 'Already up to date' });

    const world = await inOps();
    await world.robin(Object.fromEntries(Object.keys(three).map((path) => [path, null])));
    await world.pull();

    expect(await world.states()).toEqual({});
    expect((await world.call('sync.kept', {})).copies).toHaveLength(3);
  });
});

describe('a publish to a folder that the remote lacks', () => {
  it('creates it with the one item, and the others are untracked there', async () => {
    const world = await inOps();
    follow(world, 'live');

    await world.publish('a');

    expect(await world.remoteFiles()).toMatchObject({ 'live/a.yaml': dag('a') });
    expect(await world.states()).toEqual({ a: 'synced', b: 'untracked', c: 'untracked' });
  });

  it('creates it with all, also where nothing has changed', async () => {
    const world = await inOps();
    follow(world, 'live');

    const outcome = await world.call('sync.publishAll', { message: 'All' });

    expect(outcome).toMatchObject({ message: 'Published 3 item(s)', synced: ['a', 'b', 'c'] });
    expect(await world.remoteFiles()).toMatchObject({ 'live/c.yaml': dag('c') });
    expect(await world.pull()).toMatchObject({ message: 'Already up to date' });
  });
});

describe('a change of the folder', () => {
  it('has untouched files follow, keeps edited ones, and takes away none that the folder lacks', async () => {
    const world = await pulled(
      { ...three, 'live/a.yaml': dag('live'), 'live/b.yaml': dag('b'), 'live/c.yaml': dag('live') },
      { path: 'ops' },
    );
    world.write('b.yaml', dag('mine'));
    world.write('c.yaml', dag('mine'));
    await world.robin({ 'ops/d.yaml': dag('d') });
    await world.pull();
    follow(world, 'live');

    const outcome = await world.pull();

    expect(outcome).toMatchObject({ synced: ['a'], conflicts: ['c'] });
    expect(await world.states()).toEqual({
      a: 'synced',
      b: 'modified',
      c: 'conflict',
      d: 'untracked',
    });
    expect(world.read('a.yaml')).toBe(dag('live'));
    expect(world.read('c.yaml')).toBe(dag('mine'));
  });

  it('from the top to a folder and back changes nothing that was not edited', async () => {
    const world = await pulled({ 'a.yaml': dag('a'), 'live/a.yaml': dag('live') });
    follow(world, 'live');
    await world.pull();
    follow(world, '');
    await world.pull();

    expect(world.read('a.yaml')).toBe(dag('a'));
    expect(await world.states()).toMatchObject({ a: 'synced', 'live/a': 'synced' });
  });
});
