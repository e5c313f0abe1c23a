import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anEngine, endOf } from '../../support/engine.ts';
import { configFor, pulled, Synced } from './sync-world.ts';

const failure = (asked: Promise<unknown>) => asked.catch((error: unknown) => error);

const lines = (first: string, last: string): string =>
  `description: ${first}\nsteps:\n  - name: main\n    command: echo ${last}\n`;
const base = lines('base', 'base');
const mine = lines('mine', 'base');

/** Both have changed the description of `a`, and Robin its command. */
async function inConflict(changes: Parameters<typeof pulled>[1] = {}): Promise<Synced> {
  const world = await pulled({ 'a.yaml': base }, changes);
  if (changes?.trust === 'review') await world.accept('a');
  world.write('a.yaml', mine);
  await world.robin({ 'a.yaml': lines('theirs', 'theirs') });
  await world.pull();
  return world;
}

const merge = (world: Synced) => world.call('sync.merge', { itemId: 'a' });

async function resolved(world: Synced, content: string) {
  const { localHash, remoteHash } = await merge(world);
  return world.call('sync.resolve', { itemId: 'a', content, localHash, remoteHash });
}

describe('a merge', () => {
  it('has what one side changed, and asks about what both did', async () => {
    const world = await inConflict();

    const { pieces, remoteAuthor } = await merge(world);

    expect(remoteAuthor).toBe('Robin');
    expect(pieces).toEqual([
      {
        kind: 'conflict',
        base: 'description: base\n',
        mine: 'description: mine\n',
        theirs: 'description: theirs\n',
      },
      { kind: 'same', text: 'steps:\n  - name: main\n' },
      { kind: 'theirs', text: '    command: echo theirs\n' },
    ]);
  });

  it('of large texts is as one of small ones', async () => {
    const steps = (changed: number, word: string) =>
      ['steps:']
        .concat(
          Array.from(
            { length: 600 },
            (_, index) =>
              `  - name: step-${index}\n    command: echo ${index === changed ? word : ''}`,
          ),
        )
        .join('\n')
        .concat('\n');
    const world = await pulled({ 'a.yaml': steps(-1, '') });
    world.write('a.yaml', steps(3, 'mine'));
    await world.robin({ 'a.yaml': steps(500, 'theirs') });
    await world.pull();

    const { pieces } = await merge(world);

    expect(pieces.map(({ kind }) => kind)).toEqual(['same', 'mine', 'same', 'theirs', 'same']);
  });

  it('that is saved is a change of what the remote has, and keeps the text of before', async () => {
    const world = await inConflict();
    const both = lines('both', 'theirs');

    await resolved(world, both);
    const { items } = await world.status();
    const again = await world.pull();
    const { copies } = await world.call('sync.kept', {});
    await world.publish('a');

    expect(items).toMatchObject([{ itemId: 'a', status: 'modified', remoteCommit: '' }]);
    expect(again).toMatchObject({ conflicts: [], modified: ['a'] });
    expect(copies).toMatchObject([{ filePath: 'a.yaml', reason: 'merge' }]);
    const { keptId = '' } = copies[0] ?? {};
    expect((await world.call('sync.keptCopy', { keptId })).content).toBe(mine);
    expect(await world.remoteFiles()).toEqual({ 'a.yaml': both });
    expect(await world.states()).toEqual({ a: 'synced' });
  });

  it('that is all theirs is synced, and one that is all mine is a change', async () => {
    const world = await inConflict();
    await resolved(world, mine);
    const states = [await world.states()];
    await world.robin({ 'a.yaml': lines('newer', 'newer') });
    await world.pull();

    await resolved(world, lines('newer', 'newer'));
    states.push(await world.states());

    expect(states).toEqual([{ a: 'modified' }, { a: 'synced' }]);
  });

  it('of what the remote has deleted leaves an item that is new', async () => {
    const world = await pulled({ 'a.yaml': base });
    world.write('a.yaml', mine);
    await world.robin({ 'a.yaml': null, 'b.yaml': base });
    await world.pull();

    const { remoteHash } = await merge(world);
    await resolved(world, mine);

    expect(remoteHash).toBe('');
    expect(await world.states()).toEqual({ a: 'untracked', b: 'synced' });
  });

  it('is refused with a conflict mark or with an error, and changes nothing', async () => {
    const world = await inConflict();

    const marked = await failure(resolved(world, `${mine}<<<<<<< mine\n=======\n>>>>>>> theirs\n`));
    const broken = await failure(resolved(world, 'steps: 7\n'));

    expect(marked).toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('Line 5'),
    });
    expect(broken).toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('The definition has errors'),
    });
    expect(world.read('a.yaml')).toBe(mine);
    expect(await world.states()).toEqual({ a: 'conflict' });
    expect((await world.call('sync.kept', {})).copies).toEqual([]);
  });

  it('is refused where either text is another one by now', async () => {
    const world = await inConflict();
    const { localHash, remoteHash } = await merge(world);
    const save = () =>
      failure(world.call('sync.resolve', { itemId: 'a', content: base, localHash, remoteHash }));

    world.write('a.yaml', lines('later', 'base'));
    const here = await save();
    world.write('a.yaml', mine);
    await world.robin({ 'a.yaml': lines('later', 'theirs') });
    await world.pull();
    const there = await save();

    expect(here).toMatchObject({ code: 'conflict', message: expect.stringContaining('here') });
    expect(there).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('on the remote'),
    });
    expect(world.read('a.yaml')).toBe(mine);
    expect(await world.states()).toEqual({ a: 'conflict' });
  });

  it('that cannot be written, as the old text cannot be kept, leaves the conflict', async () => {
    const world = await inConflict();
    const kept = join(world.engine.config.paths.dataDir, 'sync', 'kept');
    writeFileSync(kept, 'in the way');

    const refused = await failure(resolved(world, lines('both', 'theirs')));

    expect(refused).toMatchObject({ code: 'service_unavailable' });
    expect(world.read('a.yaml')).toBe(mine);
    // As a change of what the remote has it would be published over that.
    rmSync(kept);
    expect(await world.states()).toEqual({ a: 'conflict' });
  });

  it('can be saved again by somebody who had no answer, and only with the same text', async () => {
    const world = await inConflict();
    const both = lines('both', 'theirs');
    const { localHash, remoteHash } = await merge(world);
    const save = (content: string) =>
      world.call('sync.resolve', { itemId: 'a', content, localHash, remoteHash });

    await save(both);
    await save(both);

    expect(await failure(save(base))).toMatchObject({ code: 'conflict' });
    expect((await world.call('sync.kept', {})).copies).toHaveLength(1);
    expect(world.read('a.yaml')).toBe(both);
  });

  it('is not there for an item without a conflict, or of bytes that are no text', async () => {
    const world = await inConflict();
    const synced = await failure(world.call('sync.merge', { itemId: 'b' }));
    await world.robin({ 'a.yaml': Buffer.from([0xff, 0xfe, 0x0a]) });
    await world.pull();
    const bytes = await failure(merge(world));
    await world.discard('a');

    expect(synced).toMatchObject({ code: 'not_found' });
    expect(bytes).toMatchObject({ code: 'bad_request', message: expect.stringContaining('UTF-8') });
    expect(await failure(merge(world))).toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('not in conflict'),
    });
  });

  it('of notes is any text', async () => {
    const world = await pulled({ 'memory/MEMORY.md': 'Notes\n=====\none\n' });
    world.write('memory/MEMORY.md', 'Heading\n=======\nmine\n');
    await world.robin({ 'memory/MEMORY.md': 'Notes\n=====\ntheirs\n' });
    await world.pull();
    const { localHash, remoteHash } = await world.call('sync.merge', { itemId: 'memory/MEMORY' });

    const content = 'Heading\n=======\nmine\ntheirs\n';
    await world.call('sync.resolve', { itemId: 'memory/MEMORY', content, localHash, remoteHash });

    expect(await world.states()).toEqual({ 'memory/MEMORY': 'modified' });
  });

  it('takes lines of theirs only after somebody has accepted their text', async () => {
    const world = await inConflict({ trust: 'review' });
    const start = () => world.call('dags.start', { fileName: 'a' });
    const both = lines('both', 'theirs');

    await start();
    const refused = await failure(resolved(world, both));
    const { remoteContent, reviewContent } = await world.call('sync.diff', { itemId: 'a' });
    await world.accept('a');
    const accepted = world.read('a.yaml');
    await resolved(world, both);

    expect(refused).toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('dagwright sync accept a'),
    });
    expect(reviewContent).toBe(remoteContent);
    expect(accepted).toBe(mine);
    const { items } = await world.status();
    expect(items).toMatchObject([{ status: 'modified', trust: 'accepted' }]);
    const { dagRunId } = await start();
    const { run } = await endOf({ engine: world.engine, name: 'a', dagRunId });
    expect(run.statusLabel).toBe('succeeded');
  });

  it('asks again where their text is another one than was accepted', async () => {
    const world = await inConflict({ trust: 'review' });
    await world.accept('a');
    await world.robin({ 'a.yaml': lines('worse', 'worse') });
    await world.pull();

    const refused = await failure(resolved(world, lines('both', 'worse')));

    expect(refused).toMatchObject({ code: 'forbidden' });
    expect(world.read('a.yaml')).toBe(mine);
  });

  it('changes nothing where the DAGs are read-only', async () => {
    const world = await inConflict();
    const { localHash, remoteHash } = await merge(world);
    await world.engine.stop();
    const config = configFor(world.remote, { pushEnabled: false });
    const engine = await anEngine({ config: { ...config, paths: world.engine.config.paths } });
    const readOnly = new Synced(engine, world.remote);

    const refused = await failure(
      readOnly.call('sync.resolve', { itemId: 'a', content: base, localHash, remoteHash }),
    );

    expect(refused).toMatchObject({ code: 'forbidden' });
    expect(readOnly.read('a.yaml')).toBe(mine);
  });
});
