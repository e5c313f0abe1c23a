import { mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makePrivateFolder } from '../../../engine/lib/folders.ts';
import { anEngine, eventually, type TestEngine } from '../../support/engine.ts';
import { temporaryConfig, temporaryFolder } from '../../support/home.ts';

const spec = 'steps:\n  - name: main\n    command: echo x\n';
const namesIn = async ({ client }: TestEngine): Promise<string[]> =>
  (await client.call('dags.list', {})).dags.map(({ fileName }) => fileName);

function folderWith(name: string): string {
  const folder = temporaryFolder('dags');
  writeFileSync(join(folder, `${name}.yaml`), spec);
  return folder;
}

async function listed(engine: TestEngine, ...names: readonly string[]): Promise<void> {
  const isListed = async () => (await namesIn(engine)).join() === names.join();
  await eventually(isListed, `the list has ${names.join(' and ')} alone`);
}

describe('a folder of DAGs', () => {
  it('that is swapped for another one is followed, and so are changes in that', async () => {
    const engine = await anEngine();
    const { dagsDir } = engine.config.paths;
    await engine.client.call('dags.create', { name: 'old', spec });

    renameSync(dagsDir, `${dagsDir}-before`);
    renameSync(folderWith('new'), dagsDir);

    await listed(engine, 'new');
    writeFileSync(join(dagsDir, 'newer.yaml'), spec);
    await listed(engine, 'new', 'newer');
  });

  it('that a link names is followed to where the link leads by now', async () => {
    const config = temporaryConfig();
    const dagsDir = join(temporaryFolder('releases'), 'current');
    symlinkSync(folderWith('old'), dagsDir);
    const engine = await anEngine({ config: { ...config, paths: { ...config.paths, dagsDir } } });
    await listed(engine, 'old');

    unlinkSync(dagsDir);
    symlinkSync(folderWith('new'), dagsDir);

    await listed(engine, 'new');
  });

  it('that is deleted is named by lists and searches, and followed when it is back', async () => {
    const engine = await anEngine();
    const { client, config } = engine;
    const { dagsDir } = config.paths;
    await client.call('dags.create', { name: 'old', spec });

    rmSync(dagsDir, { recursive: true });

    await listed(engine);
    const missing = [expect.stringContaining(`The DAGs folder ${dagsDir} does not exist.`)];
    expect((await client.call('dags.list', {})).errors).toEqual(missing);
    expect(await client.call('dags.search', { q: 'x' })).toEqual({ results: [], errors: missing });
    mkdirSync(dagsDir);
    writeFileSync(join(dagsDir, 'new.yaml'), spec);
    await listed(engine, 'new');
    expect((await client.call('dags.list', {})).errors).toEqual([]);
  });

  it('that is deleted is made for the next DAG', async () => {
    const engine = await anEngine();
    const { client, config } = engine;
    rmSync(config.paths.dagsDir, { recursive: true });

    await client.call('dags.create', { name: 'a', spec });

    expect(await namesIn(engine)).toEqual(['a']);
    writeFileSync(join(config.paths.dagsDir, 'b.yaml'), spec);
    await listed(engine, 'a', 'b');
  });

  it('that a file has taken the place of is named by whoever reads or writes there, and followed when it is back', async () => {
    const engine = await anEngine();
    const { client, config } = engine;
    const { dagsDir } = config.paths;
    await client.call('dags.create', { name: 'old', spec });
    rmSync(dagsDir, { recursive: true });
    writeFileSync(dagsDir, '');

    await listed(engine);
    const reason = `the DAGs folder ${dagsDir}: a file with that name exists. Move it away, or set`;
    const errors = [expect.stringContaining(`Cannot read ${reason}`)];
    expect((await client.call('dags.list', {})).errors).toEqual(errors);
    expect(await client.call('dags.search', { q: 'x' })).toEqual({ results: [], errors });
    await expect(client.call('dags.create', { name: 'a', spec })).rejects.toMatchObject({
      code: 'service_unavailable',
      message: expect.stringContaining(`Cannot write to ${reason}`),
    });
    rmSync(dagsDir);
    renameSync(folderWith('new'), dagsDir);
    await listed(engine, 'new');
  });

  it('that is a file keeps the engine from starting, and is named', async () => {
    const config = temporaryConfig();
    const { dagsDir } = config.paths;
    makePrivateFolder(dirname(dagsDir));
    writeFileSync(dagsDir, '');

    await expect(anEngine({ config })).rejects.toThrow(
      `Cannot read the DAGs folder ${dagsDir}: a file with that name exists. Move it away, or set`,
    );
  });
});
