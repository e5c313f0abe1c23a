import { describe, expect, it } from 'vitest';
import { dag, onRemote, pulled, type Synced } from './sync-world.ts';

const three = { 'a.yaml': dag('a'), 'b.yaml': dag('b'), 'c.yaml': dag('c') };
const failure = (asked: Promise<unknown>) => asked.catch((error: unknown) => error);
/** What a change of the setting amounts to: it is read each time. */
const follow = ({ engine }: Synced, branch: string) =>
  Object.assign(engine.config.gitSync, { branch });

/** A branch that begins where `main` is, with changes of its own. */
async function branchOff(
  { remote: { repository } }: Synced,
  branch: string,
  files: Readonly<Record<string, string | null>> = {},
): Promise<void> {
  await repository.git('branch', branch, 'main');
  if (Object.keys(files).length > 0) await repository.commit(files, { branch });
}

const missing = (name: string) => ({
  code: 'bad_request',
  message: `The remote has no branch "${name}". It has main. Change the branch in the settings of Git Sync, or publish to create it from main.`,
});

describe('a pull from a branch that the remote lacks', () => {
  it('is refused by name, says how to create it, and shows in the status', async () => {
    const world = await pulled(three);
    follow(world, 'relase');

    expect(await failure(world.pull())).toMatchObject(missing('relase'));
    expect(await world.status()).toMatchObject({
      summary: 'error',
      lastError: missing('relase').message,
    });
  });

  it('is refused at the first pull too', async () => {
    const world = await onRemote(three, { branch: 'relase' });

    expect(await failure(world.pull())).toMatchObject(missing('relase'));
    expect(world.read('a.yaml')).toBeNull();
  });

  it('loses nothing of what was synced: back on the branch, an edit is one as before', async () => {
    const world = await pulled(three);
    world.write('a.yaml', dag('mine'));
    follow(world, 'relase');
    await failure(world.pull());
    follow(world, 'main');
    await world.robin({ 'b.yaml': dag('newer') });

    const outcome = await world.pull();

    expect(outcome).toMatchObject({ synced: ['b'], conflicts: [] });
    expect(await world.states()).toEqual({ a: 'modified', b: 'synced', c: 'synced' });
  });

  it('that was there and is gone is refused, and takes nothing away', async () => {
    const world = await pulled(three);
    await branchOff(world, 'live');
    follow(world, 'live');
    await world.pull();
    await world.remote.repository.git('branch', '-D', 'live');

    expect(await failure(world.pull())).toMatchObject(missing('live'));
    expect(await world.states()).toEqual({ a: 'synced', b: 'synced', c: 'synced' });
  });

  it('names some of many branches', async () => {
    const world = await pulled(three);
    for (const name of ['f', 'e', 'd', 'c', 'b', 'a']) await branchOff(world, name);
    follow(world, 'relase');

    expect(String(await failure(world.pull()))).toContain('It has a, b, c, d, e and 2 more.');
  });
});

describe('a publish to a branch that the remote lacks', () => {
  it('creates it from the default branch, with what is published on top', async () => {
    const world = await pulled(three);
    world.write('a.yaml', dag('mine'));
    follow(world, 'live');

    const outcome = await world.publish('a');

    const { repository } = world.remote;
    expect(outcome.message).toBe('Published 1 item(s). Created the branch live from main.');
    expect(await repository.git('rev-parse', 'live~1')).toBe(await repository.head('main'));
    expect(await repository.show('a.yaml', 'live')).toBe(dag('mine').trim());
    expect(await repository.files('live')).toEqual(['a.yaml', 'b.yaml', 'c.yaml']);
    expect(await repository.show('a.yaml', 'main')).toBe(dag('a').trim());
    expect(await world.pull()).toMatchObject({ message: 'Already up to date' });
    expect(await world.states()).toEqual({ a: 'synced', b: 'synced', c: 'synced' });
  });

  it('creates it from the branch that a clone would have, whatever that is called', async () => {
    const world = await pulled(three);
    const { repository } = world.remote;
    await repository.git('branch', 'alpha', 'main');
    await repository.commit({ 'only.yaml': dag('only') }, { branch: 'trunk' });
    await repository.git('symbolic-ref', 'HEAD', 'refs/heads/trunk');
    world.write('fresh.yaml', dag('fresh'));
    follow(world, 'live');

    await world.publish('fresh');

    expect(await repository.files('live')).toEqual(['fresh.yaml', 'only.yaml']);
  });

  it('creates it where nothing has changed, if all is published', async () => {
    const world = await pulled(three);
    follow(world, 'live');

    expect(await failure(world.publish('a'))).toMatchObject({ code: 'bad_request' });
    const outcome = await world.call('sync.publishAll', { message: 'All' });

    const { repository } = world.remote;
    expect(outcome).toMatchObject({ message: 'Created the branch live from main.', synced: [] });
    expect(await repository.head('live')).toBe(await repository.head('main'));
    expect(await failure(world.call('sync.publishAll', { message: 'All' }))).toMatchObject({
      code: 'bad_request',
      message: 'No modified or untracked items to publish',
    });
  });

  it('sends nothing over what the default branch has changed, and creates nothing then', async () => {
    const world = await pulled(three);
    world.write('a.yaml', dag('mine'));
    await world.robin({ 'a.yaml': dag('theirs') });
    follow(world, 'live');

    expect(await failure(world.publish('a'))).toMatchObject({ code: 'conflict' });
    expect(await world.remote.repository.git('branch', '--format=%(refname:short)')).toBe('main');
  });
});

describe('a change of the branch', () => {
  it('has untouched files follow, keeps edited ones, and is in conflict where both have changed', async () => {
    const world = await pulled({ ...three, 'd.yaml': dag('d'), 'e.yaml': dag('e') });
    await branchOff(world, 'live', {
      'a.yaml': dag('live'),
      'c.yaml': dag('live'),
      'd.yaml': null,
      'new.yaml': dag('new'),
    });
    world.write('b.yaml', dag('mine'));
    world.write('c.yaml', dag('mine'));
    follow(world, 'live');

    const outcome = await world.pull();

    expect(outcome).toMatchObject({ synced: ['a', 'd', 'new'], conflicts: ['c'] });
    expect(await world.states()).toEqual({
      a: 'synced',
      b: 'modified',
      c: 'conflict',
      e: 'synced',
      new: 'synced',
    });
    expect(world.read('a.yaml')).toBe(dag('live'));
    expect(world.read('b.yaml')).toBe(dag('mine'));
    expect(world.read('d.yaml')).toBeNull();
  });

  it('keeps a copy of what the new branch lacks, and the way back brings it back', async () => {
    const world = await pulled(three);
    await branchOff(world, 'live', { 'a.yaml': null });
    follow(world, 'live');
    await world.pull();
    const { copies } = await world.call('sync.kept', {});

    follow(world, 'main');
    await world.pull();

    expect(copies.map(({ filePath }) => filePath)).toEqual(['a.yaml']);
    expect(world.read('a.yaml')).toBe(dag('a'));
  });

  it('has an edited file that the new branch lacks in conflict, not taken away', async () => {
    const world = await pulled(three);
    await branchOff(world, 'live', { 'a.yaml': null });
    world.write('a.yaml', dag('mine'));
    follow(world, 'live');

    await world.pull();

    expect(await world.states()).toMatchObject({ a: 'conflict' });
    expect(world.read('a.yaml')).toBe(dag('mine'));
  });

  it('lets an edit be published to the new branch at once', async () => {
    const world = await pulled(three);
    await branchOff(world, 'live', { 'a.yaml': dag('live') });
    world.write('b.yaml', dag('mine'));
    follow(world, 'live');

    await world.publish('b');
    await world.pull();

    expect(await world.remote.repository.show('b.yaml', 'live')).toBe(dag('mine').trim());
    expect(world.read('a.yaml')).toBe(dag('live'));
    expect(await world.states()).toEqual({ a: 'synced', b: 'synced', c: 'synced' });
  });
});
