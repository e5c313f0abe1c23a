import { mkdirSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { Config } from '../../../engine/config/config.ts';
import { asEarlierHome } from '../../support/earlier-home.ts';
import { anEngine, endOf, eventually, type TestEngine } from '../../support/engine.ts';
import { forkEngine } from '../../support/fork-engine.ts';
import { temporaryConfig } from '../../support/home.ts';
import { pulled } from '../sync/sync-world.ts';

const keeping = (days: number, more = ''): string =>
  `${more}hist_retention_days: ${days}\nsteps:\n  - name: main\n    command: echo x\n`;

function write(config: Config, file: string, text: string): void {
  mkdirSync(config.paths.dagsDir, { recursive: true });
  writeFileSync(join(config.paths.dagsDir, file), text);
}

type Calls = Pick<TestEngine['client'], 'call'>;

const idsIn = async ({ call }: Calls): Promise<string[]> =>
  (await call('runs.list', {})).dagRuns.map(({ dagRunId }) => dagRunId).toSorted();

const runTo = async (
  { call }: Calls,
  fileName: string,
  more: { dagRunId: string; dagName?: string },
) => call('dags.startSync', { fileName, timeout: 20, ...more });

/** All runs have been looked at when those of the file that is looked at last are gone. */
async function allIsLookedAt(engine: Calls): Promise<void> {
  await eventually(
    async () => !(await idsIn(engine)).includes('last'),
    'the runs of the last file are gone',
  );
}

/** A home whose file `zz` says that its run goes, and whose other files have a run each. */
async function leftHome(files: Readonly<Record<string, string>>): Promise<Config> {
  const config = temporaryConfig();
  write(config, 'zz.yaml', keeping(30));
  for (const [name, text] of Object.entries(files)) write(config, `${name}.yaml`, text);
  const engine = await anEngine({ config });
  for (const name of Object.keys(files))
    await runTo(engine.client, name, { dagRunId: `of-${name}` });
  await runTo(engine.client, 'zz', { dagRunId: 'last' });
  await engine.stop();
  write(config, 'zz.yaml', keeping(0));
  return config;
}

describe('the history of a file', () => {
  it('stays when a second file of its name says 0, also after a kill', async () => {
    const config = await leftHome({ kept: keeping(30) });
    write(config, 'copy.yaml', keeping(0, 'name: kept\n'));

    const killed = await forkEngine(config);
    await allIsLookedAt(killed);
    const afterFirst = await idsIn(killed);
    await killed.kill();
    const { client } = await anEngine({ config });
    await runTo(client, 'kept', { dagRunId: 'two' });

    expect(afterFirst).toEqual(['of-kept']);
    expect(await idsIn(client)).toEqual(['of-kept', 'two']);
  });

  it('stays when a run of another file bears its name', async () => {
    const config = temporaryConfig();
    write(config, 'kept.yaml', keeping(30));
    write(config, 'passing.yaml', keeping(0));
    const { client } = await anEngine({ config });
    await runTo(client, 'kept', { dagRunId: 'one' });

    await runTo(client, 'passing', { dagName: 'kept', dagRunId: 'last' });
    await allIsLookedAt(client);

    expect(await idsIn(client)).toEqual(['one']);
  });

  it('holds for a run of it that bears another name', async () => {
    const config = temporaryConfig();
    write(config, 'passing.yaml', keeping(0));
    write(config, 'kept.yaml', keeping(30));
    const { client } = await anEngine({ config });

    await runTo(client, 'kept', { dagName: 'passing', dagRunId: 'one' });
    await runTo(client, 'passing', { dagRunId: 'last' });
    await allIsLookedAt(client);

    expect(await idsIn(client)).toEqual(['one']);
  });

  it.each(['deleted', 'taken away while no engine runs'])(
    'is kept as the file said last when it is %s, whatever a new one of its name says',
    async (how) => {
      const config = await leftHome({ kept: keeping(30) });
      if (how === 'deleted') {
        const { client, stop } = await anEngine({ config });
        await client.call('dags.delete', { fileName: 'kept' });
        await client.call('dags.create', { name: 'kept', spec: keeping(0) });
        await stop();
      } else unlinkSync(join(config.paths.dagsDir, 'kept.yaml'));

      const { client } = await anEngine({ config });
      await allIsLookedAt(client);

      expect(await idsIn(client)).toEqual(['of-kept']);
    },
  );

  it('goes as the file says now, not as it said when its run began', async () => {
    const config = await leftHome({ kept: keeping(30) });
    write(config, 'kept.yaml', keeping(0));

    const { client } = await anEngine({ config });
    await allIsLookedAt(client);

    expect(await idsIn(client)).toEqual([]);
  });

  it('of an earlier home goes by the files that made its runs', async () => {
    const config = await leftHome({ kept: keeping(30), gone: keeping(30) });
    asEarlierHome(config);
    write(config, 'copy.yaml', keeping(0, 'name: kept\n'));
    rmSync(join(config.paths.dagsDir, 'gone.yaml'));

    const { client } = await anEngine({ config });
    await allIsLookedAt(client);

    expect(await idsIn(client)).toEqual(['of-gone', 'of-kept']);
  });

  it('of an earlier home goes by what the index knew of a file that is gone', async () => {
    const config = await leftHome({ gone: keeping(30) });
    const db = new SQLite(join(config.paths.dataDir, 'engine.db'));
    db.exec('UPDATE run SET retention_days = 0; UPDATE file_retention SET days = 90');
    db.close();
    rmSync(join(config.paths.dagsDir, 'gone.yaml'));

    const { client } = await anEngine({ config });
    await allIsLookedAt(client);

    expect(await idsIn(client)).toEqual(['of-gone']);
  });
});

describe('a text that a pull brought', () => {
  it('has no word in the history of its file before somebody accepts it', async () => {
    const world = await pulled(
      { 'a.yaml': keeping(30), 'zz.yaml': keeping(0) },
      { trust: 'review' },
    );
    const { client } = world.engine;
    await world.accept('a');
    await world.accept('zz');
    await runTo(client, 'a', { dagRunId: 'one' });
    await world.robin({ 'a.yaml': keeping(0) });

    await world.pull();
    await runTo(client, 'zz', { dagRunId: 'last' });
    await allIsLookedAt(client);
    const before = await idsIn(client);
    await client.call('dags.get', { fileName: 'a' });
    await world.accept('a');
    await runTo(client, 'a', { dagRunId: 'last' });
    await allIsLookedAt(client);

    expect(before).toEqual(['one']);
    expect(await idsIn(client)).toEqual([]);
  });

  it('has none while a run of its earlier text ends', async () => {
    const waiting = (days: number): string =>
      `hist_retention_days: ${days}\nsteps:\n  - name: main\n    command: while [ ! -e go ]; do sleep 0.02; done\n`;
    const world = await pulled({ 'a.yaml': waiting(30) }, { trust: 'review' });
    const { client } = world.engine;
    await world.accept('a');
    await client.call('dags.start', { fileName: 'a', dagRunId: 'one' });
    await world.robin({ 'a.yaml': waiting(0), 'zz.yaml': keeping(0) });
    await world.pull();
    await world.accept('zz');

    world.write('go', '');
    await endOf({ engine: world.engine, name: 'a', dagRunId: 'one' });
    await runTo(client, 'zz', { dagRunId: 'last' });
    await allIsLookedAt(client);

    expect(await idsIn(client)).toEqual(['one']);
  });
});
