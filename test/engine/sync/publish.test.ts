import { rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { aRemote, configFor, dag, onRemote, pulled, Synced } from './sync-world.ts';
import { anEngine } from '../../support/engine.ts';

const three = { 'a.yaml': dag('a'), 'b.yaml': dag('b'), 'c.yaml': dag('c') };
const failure = (asked: Promise<unknown>) => asked.catch((error: unknown) => error);

async function inConflict(): Promise<Synced & { readonly commit: string }> {
  const world = await pulled(three);
  world.write('a.yaml', dag('mine'));
  const commit = await world.robin({ 'a.yaml': dag('theirs') }, 'Their change');
  await world.pull();
  return Object.assign(world, { commit });
}

describe('a publish', () => {
  it('sends all that is modified or untracked as one commit, and then nothing', async () => {
    const world = await pulled(three, { author: { name: 'Bot', email: 'bot@example.org' } });
    world.write('a.yaml', dag('mine'));
    world.write('fresh.yaml', dag('fresh'));
    world.write('memory/own.md', 'own');

    const result = await world.call('sync.publishAll', { message: 'Everything' });
    const again = await failure(world.call('sync.publishAll', {}));

    expect(result.synced.toSorted()).toEqual(['a', 'fresh', 'memory/own']);
    expect(await world.remoteFiles()).toMatchObject({
      'a.yaml': dag('mine'),
      'fresh.yaml': dag('fresh'),
      'memory/own.md': 'own',
    });
    expect(await world.subjects()).toEqual(['Everything', 'First commit']);
    expect((await world.remote.repository.git('log', '-1', '--format=%an <%ae>')).trim()).toBe(
      'Bot <bot@example.org>',
    );
    expect(again).toMatchObject({
      code: 'bad_request',
      message: 'No modified or untracked items to publish',
    });
  });

  it('of one item leaves the others, and refuses one without changes and one that is unknown', async () => {
    const world = await pulled(three);
    world.write('a.yaml', dag('mine'));
    world.write('b.yaml', dag('mine'));

    await world.publish('a');

    expect(await world.states()).toEqual({ a: 'synced', b: 'modified', c: 'synced' });
    expect(await failure(world.publish('a'))).toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('no changes to publish'),
    });
    expect(await failure(world.publish('ghost'))).toMatchObject({ code: 'not_found' });
  });

  it('keeps bytes as they are', async () => {
    const world = await pulled(three);
    const text = '\ufeffsteps:\r\n  - command: echo ä\r\n';
    writeFileSync(world.pathOf('a.yaml'), text);

    await world.publish('a');

    expect((await world.remoteFiles())['a.yaml']).toBe(text);
  });

  it('goes on top of what others have pushed meanwhile to other files', async () => {
    const world = await pulled(three);
    world.write('a.yaml', dag('mine'));
    let isFirst = true;
    world.remote.trouble = (request) => {
      if (request !== 'push' || !isFirst) return undefined;
      isFirst = false;
      return { wait: world.robin({ 'b.yaml': dag('theirs') }) };
    };

    const result = await world.publish('a');

    expect(result.synced).toEqual(['a']);
    expect(await world.remoteFiles()).toMatchObject({
      'a.yaml': dag('mine'),
      'b.yaml': dag('theirs'),
    });
    expect(world.read('b.yaml')).toBe(dag('b'));
  });

  it('that meets a change of the same file is a conflict, whenever the change comes', async () => {
    const world = await pulled(three);
    world.write('a.yaml', dag('mine'));
    let commit: Promise<string> | undefined;
    world.remote.trouble = (request) =>
      request === 'push'
        ? { wait: (commit ??= world.robin({ 'a.yaml': dag('theirs') }, 'Their change')) }
        : undefined;

    const refused = await failure(world.publish('a'));

    expect(refused).toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(
        /^conflict detected for DAG "a": remote commit \w{8} by Robin$/,
      ),
      extras: {
        itemId: 'a',
        remoteCommit: await commit,
        remoteAuthor: 'Robin',
        remoteMessage: 'Their change',
      },
    });
    expect([world.read('a.yaml'), (await world.remoteFiles())['a.yaml']]).toEqual([
      dag('mine'),
      dag('theirs'),
    ]);
  });

  it('decides a conflict by force, on top of the commit of the others', async () => {
    const world = await inConflict();

    const refused = await failure(world.publish('a'));
    await world.publish('a', true);

    expect(refused).toMatchObject({ code: 'conflict' });
    expect((await world.remoteFiles())['a.yaml']).toBe(dag('mine'));
    expect(await world.subjects()).toEqual(['Publish a', 'Their change', 'First commit']);
    expect(await world.states()).toMatchObject({ a: 'synced' });
  });

  it('of a file that is missing here deletes it there', async () => {
    const world = await pulled(three);
    rmSync(world.pathOf('a.yaml'));

    await world.publish('a');

    expect(Object.keys(await world.remoteFiles())).toEqual(['b.yaml', 'c.yaml']);
    expect(await world.states()).toEqual({ b: 'synced', c: 'synced' });
  });

  it('that a hook refuses leaves all as it was, with the words of the hook', async () => {
    const world = await pulled(three);
    world.write('a.yaml', dag('mine'));
    world.remote.repository.hook('echo "not on a Friday" >&2; exit 1');

    const refused = await failure(world.publish('a'));
    const states = await world.states();
    world.remote.repository.hook();
    await world.publish('a');

    expect(refused).toMatchObject({ code: 'bad_request' });
    expect(states).toMatchObject({ a: 'modified' });
    expect(await world.subjects()).toEqual(['Publish a', 'First commit']);
  });

  it('whose answer is lost is found at the remote', async () => {
    const world = await pulled(three);
    world.write('a.yaml', dag('mine'));
    world.remote.trouble = (request) => (request === 'push' ? { cut: 'after' } : undefined);

    const result = await world.publish('a');

    expect(result.synced).toEqual(['a']);
    expect(await world.subjects()).toEqual(['Publish a', 'First commit']);
    expect(await world.states()).toMatchObject({ a: 'synced' });
  });

  it('whose answer is lost, with the remote gone, is found by the next one', async () => {
    const world = await pulled(three);
    world.write('a.yaml', dag('mine'));
    let isLost = false;
    world.remote.trouble = (request) => {
      isLost ||= request === 'push';
      return isLost ? { cut: request === 'push' ? 'after' : 'before' } : undefined;
    };

    const lost = await failure(world.publish('a'));
    world.remote.trouble = () => undefined;
    const found = await world.publish('a');

    expect(lost).toMatchObject({ code: 'service_unavailable' });
    expect(found.synced).toEqual(['a']);
    expect(await world.subjects()).toEqual(['Publish a', 'First commit']);
  });

  it('makes the branch of an empty remote', async () => {
    const world = await onRemote({});
    world.write('a.yaml', dag('a'));

    const nothing = await world.pull();
    await world.publish('a');

    expect(nothing).toMatchObject({ message: 'Already up to date', errors: [] });
    expect(await world.remoteFiles()).toEqual({ 'a.yaml': dag('a') });
  });

  it('into a folder of the repository touches nothing beside it', async () => {
    const files = { 'ops/a.yaml': dag('a'), 'other.yaml': dag('other') };
    const world = await pulled(files, { path: 'ops' });
    world.write('fresh.yaml', dag('fresh'));

    await world.publish('fresh');

    expect(await world.remoteFiles()).toEqual({ ...files, 'ops/fresh.yaml': dag('fresh') });
  });

  it('refuses a name that differs from one of the remote in case alone', async () => {
    const world = await pulled(three);
    world.write('A.yaml', dag('twin'));

    const refused = await failure(world.publish('A'));

    expect(refused).toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('case'),
    });
  });
});

describe('a discard', () => {
  it('brings back the last text, and keeps a copy of the other', async () => {
    const world = await pulled(three);
    world.write('a.yaml', dag('mistake'));
    rmSync(world.pathOf('b.yaml'));

    await world.discard('a');
    await world.discard('b');

    expect([world.read('a.yaml'), world.read('b.yaml')]).toEqual([dag('a'), dag('b')]);
    expect(await world.states()).toEqual({ a: 'synced', b: 'synced', c: 'synced' });
  });

  it('takes the text of the others in a conflict', async () => {
    const world = await inConflict();

    await world.discard('a');

    expect(world.read('a.yaml')).toBe(dag('theirs'));
    expect(await world.states()).toMatchObject({ a: 'synced' });
  });

  it('refuses an item that was never published, and one that is unknown', async () => {
    const world = await pulled(three);
    world.write('fresh.yaml', dag('fresh'));

    expect(await failure(world.discard('fresh'))).toMatchObject({ code: 'bad_request' });
    expect(await failure(world.discard('ghost'))).toMatchObject({ code: 'not_found' });
    expect(world.read('fresh.yaml')).toBe(dag('fresh'));
  });
});

describe('an item', () => {
  it('shows its texts here, there and before, and its commits', async () => {
    const world = await inConflict();

    const diff = await world.call('sync.diff', { itemId: 'a' });
    const { commits } = await world.call('sync.log', { itemId: 'a' });

    expect(diff).toMatchObject({
      status: 'conflict',
      localContent: dag('mine'),
      remoteContent: dag('theirs'),
      baseContent: dag('a'),
      remoteCommit: world.commit,
      remoteAuthor: 'Robin',
      remoteMessage: 'Their change',
    });
    expect(commits.map(({ message }) => message)).toEqual(['Their change', 'First commit']);
  });

  it('that is forgotten keeps its file, and counts as untracked', async () => {
    const world = await pulled(three);

    await world.call('sync.forget', { itemId: 'a' });

    expect(await world.states()).toMatchObject({ a: 'untracked' });
    expect(world.read('a.yaml')).toBe(dag('a'));
  });

  it('is known by another engine that takes the home over', async () => {
    const remote = await aRemote(three);
    const config = configFor(remote);
    const first = new Synced(await anEngine({ config }), remote);
    await first.pull();
    first.write('a.yaml', dag('mine'));
    await first.engine.stop();

    const second = new Synced(await anEngine({ config }), remote);

    expect(await second.states()).toEqual({ a: 'modified', b: 'synced', c: 'synced' });
  });
});

it('a read-only engine publishes nothing and changes no DAG', async () => {
  const world = await onRemote(three, { pushEnabled: false });
  world.write('own.yaml', dag('own'));

  const asked = [
    world.pull(),
    world.publish('own'),
    world.call('sync.publishAll', {}),
    world.discard('own'),
    world.call('dags.create', { name: 'x' }),
    world.call('dags.updateSpec', { fileName: 'own', spec: dag('y') }),
    world.call('dags.delete', { fileName: 'own' }),
    world.call('dags.rename', { fileName: 'own', newFileName: 'other' }),
  ];

  for (const answer of asked) {
    expect(await failure(answer)).toMatchObject({
      code: 'forbidden',
      message: 'DAG modifications disabled: Git sync is in read-only mode (pushEnabled: false)',
    });
  }
  expect(world.read('own.yaml')).toBe(dag('own'));
});
