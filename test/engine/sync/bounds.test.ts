import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LocalFiles } from '../../../engine/sync/local-files.ts';
import { eventually } from '../../support/eventually.ts';
import { runGit } from '../../support/git/git.ts';
import { bombTree, commitTree, importCommit, importedFile } from '../../support/git/large-trees.ts';
import { temporaryFolder } from '../../support/home.ts';
import { isAlive } from '../../support/processes.ts';
import { dag, onRemote, pulled } from './sync-world.ts';

const MIB = 1024 ** 2;

describe('a pull of a repository without bounds', () => {
  it('takes what lies beside a folder of a billion paths, and names that', async () => {
    const world = await onRemote({ 'greet.yaml': dag('hello'), 'dags/own.yaml': dag('own') });
    const { repository } = world.remote;
    await commitTree(repository, await bombTree(repository, 9), 'bomb');

    const { synced, errors } = await world.pull();

    expect(synced).toEqual(expect.arrayContaining(['dags/own', 'greet']));
    expect(errors.find(({ itemId }) => itemId === 'bomb')?.message).toBe(
      'bomb has more files and folders than Git Sync looks at, so not all of it is taken. Move what does not belong to your DAGs elsewhere, or set `git_sync.path`.',
    );
    expect(errors.length).toBeLessThanOrEqual(501);
  });

  it('keeps what it has of such a folder, and does not publish into it blindly', async () => {
    const world = await pulled({ 'bomb/a.yaml': dag('one'), 'greet.yaml': dag('hello') });
    const { repository } = world.remote;
    await commitTree(repository, await bombTree(repository, 9, (leaf) => `${leaf}.txt`), 'bomb');

    const { errors } = await world.pull();
    world.write('bomb/a.yaml', dag('two'));

    expect(errors.map(({ itemId }) => itemId)).toEqual(['bomb']);
    expect(world.read('bomb/a.yaml')).toBe(dag('two'));
    await expect(world.publish('bomb/a')).rejects.toMatchObject({
      message: expect.stringContaining('What the remote has as bomb/a.yaml is not known.'),
    });
  });

  it('reads nothing of a large file that is no item, and names one that is', async () => {
    const world = await onRemote({ 'greet.yaml': dag('hello') });
    await world.robin({ 'movie.bin': 'x'.repeat(40 * MIB), 'large.yaml': 'x'.repeat(40 * MIB) });

    const { synced, errors } = await world.pull();

    expect(synced).toEqual(['greet']);
    expect(errors).toEqual([
      {
        itemId: 'large',
        message: 'large.yaml is larger than 5 MB, which is more than Git Sync takes.',
      },
    ]);
  });

  it('goes into no 3,000 folders in one another, and takes the rest', async () => {
    const world = await onRemote({ 'greet.yaml': dag('hello') });
    const deep = `${'d/'.repeat(3000)}deep.yaml`;
    await importCommit(world.remote.repository, [importedFile(deep, dag('deep'))]);

    const { synced, errors } = await world.pull();

    expect(synced).toEqual(['greet']);
    expect(errors).toMatchObject([
      { message: expect.stringContaining('lies in too many folders') },
    ]);
  });

  it('takes what lies beside 130,000 files', async () => {
    const world = await onRemote({ 'greet.yaml': dag('hello') });
    const { repository } = world.remote;
    const blob = await repository.git('rev-parse', 'main:greet.yaml');
    const input = Array.from({ length: 130_000 }, (_, n) => `100644 blob ${blob}\t${n}.txt\n`);
    const tree = await runGit(repository.folder, ['mktree'], { input: input.join('') });
    await commitTree(repository, tree, 'many');

    expect(await world.pull()).toMatchObject({ synced: ['greet'], errors: [] });
  });

  it('refuses names that no disk takes or that are no text, and a message has an end', async () => {
    const world = await onRemote({ 'greet.yaml': dag('hello') });
    const lines = [
      importedFile(`${'n'.repeat(10_000)}.yaml`, dag('long')),
      importedFile('odd\xff.yaml', dag('odd')),
    ];
    const message = 'm'.repeat(3 * MIB);
    await importCommit(world.remote.repository, lines, { message, encoding: 'latin1' });

    const { synced, errors } = await world.pull();

    expect(synced).toEqual(['greet']);
    expect(errors.map((error) => error.message.replaceAll(/n+/g, 'n'))).toEqual([
      'The path n… is longer than disks take.',
      'The path "odd\ufffd.yaml" has characters that no file should have.',
    ]);
    const { commits } = await world.call('sync.log', { itemId: 'greet' });
    expect(commits.every((commit) => commit.message.length <= 65_536)).toBe(true);
  });
});

describe('an engine that stops', () => {
  it('ends a pull whose remote says nothing', async () => {
    const world = await onRemote({ 'greet.yaml': dag('hello') });
    const asked = Promise.withResolvers<void>();
    const never = Promise.withResolvers<void>();
    world.remote.trouble = () => {
      asked.resolve();
      return { wait: never.promise };
    };
    const pull = world.pull().catch((error: unknown) => error);
    await asked.promise;

    await world.engine.stop();

    expect(await pull).toMatchObject({ message: 'The sync was stopped.' });
    never.resolve();
  });

  it('ends what Git works on, whatever that is', async () => {
    const world = await pulled({ 'greet.yaml': dag('hello') });
    world.write('greet.yaml', dag('edited'));
    // It hears nothing any more, as while it inflates.
    const programs = gitPrograms();
    for (const pid of programs) process.kill(pid, 'SIGSTOP');
    const discard = world.discard('greet').catch((error: unknown) => error);

    await eventually(async () => (await world.status()).activity === 'discard', 'it began');

    await world.engine.stop();

    expect(await discard).toMatchObject({ message: 'The sync was stopped.' });
    expect(programs.length).toBeGreaterThan(0);
    await eventually(() => !programs.some(isAlive), 'the programs are gone');
  });
});

describe('a look at the folder of DAGs', () => {
  it('goes into no folders that are deeper than those of a remote', async () => {
    const folder = temporaryFolder('dags');
    const levels = Array.from({ length: 100 }, (_, level) => `memory/${'d/'.repeat(level)}note.md`);
    mkdirSync(`${folder}/memory/${'d/'.repeat(100)}`, { recursive: true });
    for (const path of levels) writeFileSync(`${folder}/${path}`, 'note');

    const found = await new LocalFiles(folder).scan([]);

    expect([...found.values()].map(({ path }) => path)).toEqual(levels.slice(0, 64));
  });

  it('ends with a stop', async () => {
    const folder = temporaryFolder('dags');
    writeFileSync(`${folder}/a.yaml`, dag('one'));
    const stop = new AbortController();
    const files = new LocalFiles(folder, stop.signal);
    stop.abort();

    await expect(files.scan([])).rejects.toMatchObject({ reason: 'stopped' });
    await expect(files.draft('b.yaml', Buffer.from('x'))).rejects.toMatchObject({
      reason: 'stopped',
    });
  });
});

/** Processes that work with Git for engines of this one. */
function gitPrograms(): readonly number[] {
  return readdirSync('/proc').flatMap((name) => {
    try {
      const isOurs = readFileSync(`/proc/${name}/status`, 'utf8').includes(
        `PPid:\t${process.pid}\n`,
      );
      const isGit = isOurs && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('git-program');
      return isGit ? [Number(name)] : [];
    } catch {
      return []; // It is no process, or ended meanwhile.
    }
  });
}
