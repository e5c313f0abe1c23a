import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Config } from '../../../engine/config/config.ts';
import {
  anEngine,
  endOf,
  eventsOf,
  eventually,
  logOf,
  type TestEngine,
} from '../../support/engine.ts';
import { temporaryConfig, temporaryFolder } from '../../support/home.ts';
import { aHome, beforeEleven, decided, hourly } from '../scheduler/stage.ts';

const spec = 'steps:\n  - name: main\n    command: pwd\n';
const pathIn = ({ paths }: Config, file: string): string => join(paths.dagsDir, file);

function write(config: Config, file: string, text = spec): void {
  mkdirSync(dirname(pathIn(config, file)), { recursive: true });
  writeFileSync(pathIn(config, file), text);
}

/** A home with these definition files. */
function homeWith(...files: string[]): Config {
  const config = temporaryConfig();
  for (const file of files) write(config, file);
  return config;
}

const list = ({ client }: TestEngine) => client.call('dags.list', {});
const shown = async (engine: TestEngine): Promise<string> =>
  (await list(engine)).dags.map(({ fileName, dag }) => `${fileName} of ${dag.group}`).join(', ');
const pathOf = async ({ client, config }: TestEngine, fileName: string): Promise<string> => {
  const { filePath } = await client.call('dags.get', { fileName });
  return filePath.slice(config.paths.dagsDir.length + 1);
};
const lists = (engine: TestEngine, wanted: string): Promise<void> =>
  eventually(async () => (await shown(engine)) === wanted, `the list is ${wanted}`);
/** What its step has printed. */
const printedBy = async (engine: TestEngine, name: string): Promise<string> => {
  const { dagRunId } = await engine.client.call('dags.start', { fileName: name });
  await endOf({ engine, name, dagRunId });
  return logOf({ engine, name, dagRunId }, 'main');
};

describe('a DAG in a folder below', () => {
  it('is listed with its folder as group, unless its text names one', async () => {
    const config = homeWith('top.yaml', 'team/nested.yaml', 'team/night/deep.yml');
    write(config, 'team/own.yaml', `group: mine\n${spec}`);
    write(config, 'base.yaml', spec);
    mkdirSync(dirname(config.paths.baseConfig), { recursive: true });
    writeFileSync(config.paths.baseConfig, 'group: all\n');

    const engine = await anEngine({ config });

    expect(await shown(engine)).toBe(
      'base of all, deep of team/night, nested of team, own of mine, top of all',
    );
    const { dag } = await engine.client.call('dags.get', { fileName: 'nested' });
    expect(dag.group).toBe('team');
    expect(await pathOf(engine, 'deep')).toBe('team/night/deep.yml');
  });

  it('is none in `memory`, in hidden folders and more than five folders deep', async () => {
    const config = homeWith(
      'memory/note.yaml',
      '.git/hook.yaml',
      'team/.cache/kept.yaml',
      'team/memory/this.yaml',
      'a/b/c/d/e/last.yaml',
      'a/b/c/d/e/f/beyond.yaml',
    );

    const engine = await anEngine({ config });

    expect(await shown(engine)).toBe('last of a/b/c/d/e, this of team/memory');
    expect((await list(engine)).errors).toEqual([
      'a/b/c/d/e/f: the DAG files in this folder are ignored, because it is more than 5 folders deep. Move it up.',
    ]);
    for (const fileName of ['note', 'hook', 'kept', 'beyond'])
      await expect(engine.client.call('dags.get', { fileName })).rejects.toMatchObject({
        code: 'not_found',
      });
  });

  it('starts in its folder, and is called by its name and its path', async () => {
    const config = homeWith('team/nested.yaml');
    write(
      config,
      'caller.yaml',
      ['nested', 'team/nested', 'team/nested.yaml']
        .map((call, at) => `${at === 0 ? 'steps:\n' : ''}  - name: s${at}\n    call: ${call}\n`)
        .join(''),
    );
    const engine = await anEngine({ config });

    expect(await printedBy(engine, 'nested')).toBe(join(config.paths.dagsDir, 'team'));
    const { dagRunId } = await engine.client.call('dags.start', { fileName: 'caller' });
    const { run } = await endOf({ engine, name: 'caller', dagRunId });
    expect(run.statusLabel).toBe('succeeded');
    const { dagRuns } = await engine.client.call('runs.list', { name: 'nested' });
    expect(dagRuns).toHaveLength(1);
  });

  it('is edited, suspended, renamed and deleted where it lies, and a new one is made at the root', async () => {
    const config = homeWith('team/nested.yaml');
    const engine = await anEngine({ config });
    const { client } = engine;

    await client.call('dags.updateSpec', { fileName: 'nested', spec: `tags: found\n${spec}` });
    await client.call('dags.suspend', { fileName: 'nested', suspend: true });
    await client.call('dags.rename', { fileName: 'nested', newFileName: 'other' });
    await client.call('dags.create', { name: 'nested', spec });

    expect(await pathOf(engine, 'other')).toBe('team/other.yaml');
    expect(await pathOf(engine, 'nested')).toBe('nested.yaml');
    expect(await client.call('dags.get', { fileName: 'other' })).toMatchObject({
      suspended: true,
      dag: { group: 'team', tags: ['found'] },
    });
    const found = await client.call('dags.search', { q: 'tags: found' });
    expect(found.results.map(({ name }) => name)).toEqual(['other']);
    await client.call('dags.delete', { fileName: 'other' });
    expect(await shown(engine)).toBe('nested of ');
  });

  it('has its name from no other: create and rename refuse one that is taken in any folder', async () => {
    const engine = await anEngine({ config: homeWith('team/nested.yaml', 'top.yaml') });
    const { client } = engine;

    for (const call of [
      client.call('dags.create', { name: 'nested', spec }),
      client.call('dags.rename', { fileName: 'top', newFileName: 'nested' }),
    ])
      await expect(call).rejects.toMatchObject({
        code: 'already_exists',
        message: 'DAG team/nested already exists',
      });
    await expect(
      client.call('dags.rename', { fileName: 'nested', newFileName: 'top' }),
    ).rejects.toMatchObject({ code: 'already_exists' });
  });

  it('is scheduled, and its slots are its own', async () => {
    const home = aHome();
    write(home.config, 'team/etl.yaml', hourly());
    const { engine } = await beforeEleven(home);

    const [slot] = await decided(engine, 'etl', 1);

    expect(slot).toMatchObject({ fate: 'ran', reason: 'on_time' });
    await endOf({ engine, name: 'etl', dagRunId: slot?.dagRunId ?? '' });
  });
});

describe('of files with one name', () => {
  const twins = async (engine: TestEngine): Promise<readonly string[]> =>
    (await list(engine)).errors;
  const error = (first: string, other: string): string[] => [
    `${first}: hides ${other}, which has the same name. Rename one of them.`,
    `${other}: is ignored, because ${first} has the same name. Rename one of them.`,
  ];

  it('the one nearer to the root is the DAG, also when it comes later', async () => {
    const config = homeWith('a/b/same.yaml', 'z/same.yaml');
    const engine = await anEngine({ config });
    expect(await pathOf(engine, 'same')).toBe('z/same.yaml');
    expect(await twins(engine)).toEqual(error('z/same.yaml', 'a/b/same.yaml'));

    write(config, 'same.yml');

    await lists(engine, 'same of ');
    expect(await pathOf(engine, 'same')).toBe('same.yml');
  });

  it('of one depth the first is the DAG: by path at a first look, and else the one that was there', async () => {
    const config = homeWith('b/old.yaml', 'c/old.yaml');
    const first = await anEngine({ config });
    expect(await pathOf(first, 'old')).toBe('b/old.yaml');
    write(config, 'a/old.yaml');
    await eventually(async () => (await twins(first)).length === 4, 'both others are named');
    expect(await pathOf(first, 'old')).toBe('b/old.yaml');
    await first.stop();

    const second = await anEngine({ config });

    expect(await pathOf(second, 'old')).toBe('b/old.yaml');
    expect(await twins(second)).toEqual([
      ...error('b/old.yaml', 'a/old.yaml'),
      ...error('b/old.yaml', 'c/old.yaml'),
    ]);
    rmSync(pathIn(config, 'b/old.yaml'));
    await lists(second, 'old of a');
    expect(await pathOf(second, 'old')).toBe('a/old.yaml');
  });
});

describe('folders that change while an engine runs', () => {
  it('are seen when they come, go and move, and history stays with a file that moves', async () => {
    const config = homeWith('top.yaml');
    const engine = await anEngine({ config });

    write(config, 'team/deep/nested.yaml');
    await lists(engine, 'nested of team/deep, top of ');
    await printedBy(engine, 'nested');
    renameSync(pathIn(config, 'team'), pathIn(config, 'squad'));
    await lists(engine, 'nested of squad/deep, top of ');
    renameSync(pathIn(config, 'squad/deep/nested.yaml'), pathIn(config, 'nested.yaml'));
    await lists(engine, 'nested of , top of ');

    const { dagRuns } = await engine.client.call('dags.runs', { fileName: 'nested' });
    expect(dagRuns).toHaveLength(1);
    write(config, 'squad/deep/late.yaml');
    await lists(engine, 'late of squad/deep, nested of , top of ');
    rmSync(pathIn(config, 'squad'), { recursive: true });
    await lists(engine, 'nested of , top of ');
  });

  it('are told of a file that moves as a change, not as the end of the DAG', async () => {
    const config = homeWith('a/moved.yaml', 'b/other.yaml');
    const engine = await anEngine({ config });
    const events = eventsOf(engine);

    renameSync(pathIn(config, 'a/moved.yaml'), pathIn(config, 'b/moved.yaml'));

    await lists(engine, 'moved of b, other of b');
    expect(events.filter(({ type }) => type === 'dag.changed')).toEqual([
      { type: 'dag.changed', fileName: 'moved', change: 'updated' },
    ]);
  });

  it('are found at once by their names, before anything was told of them', async () => {
    const config = homeWith('team/nested.yaml');
    const engine = await anEngine({ config });

    write(config, 'team/more.yaml');
    expect(await pathOf(engine, 'more')).toBe('team/more.yaml');
    write(config, 'new/one.yaml');
    expect(await pathOf(engine, 'one')).toBe('new/one.yaml');
    renameSync(pathIn(config, 'new'), pathIn(config, 'newer'));
    await lists(engine, 'more of team, nested of team, one of newer');
  });
});

describe('links', () => {
  it('lead to no DAG out of the folder, and are named', async () => {
    const config = homeWith('team/nested.yaml');
    const outside = temporaryFolder('outside');
    writeFileSync(join(outside, 'secret.yaml'), spec);
    symlinkSync(outside, pathIn(config, 'linked'));
    symlinkSync(join(outside, 'secret.yaml'), pathIn(config, 'team/out.yaml'));
    symlinkSync('nested.yaml', pathIn(config, 'team/again.yaml'));
    symlinkSync('..', pathIn(config, 'team/round'));

    const engine = await anEngine({ config });

    expect(await shown(engine)).toBe('again of team, nested of team');
    expect((await list(engine)).errors).toEqual([
      'linked: the link to a folder is not followed, so its DAG files are ignored. Move the folder here.',
      'team/out.yaml: the link is ignored, because it leads out of the DAGs folder. Put the file itself here.',
    ]);
  });

  it('that take the place of a folder are not followed either', async () => {
    const config = homeWith('team/nested.yaml');
    const engine = await anEngine({ config });
    const outside = temporaryFolder('outside');

    renameSync(pathIn(config, 'team'), join(outside, 'team'));
    symlinkSync(join(outside, 'team'), pathIn(config, 'team'));

    await expect(engine.client.call('dags.get', { fileName: 'nested' })).rejects.toMatchObject({
      code: 'not_found',
    });
    await lists(engine, '');
  });
});
