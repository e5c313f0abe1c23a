import {
  copyFileSync,
  mkdirSync,
  renameSync,
  rmSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Config } from '../../../engine/config/config.ts';
import { anEngine, endOf, eventually, type TestEngine } from '../../support/engine.ts';
import { temporaryConfig } from '../../support/home.ts';

const steps = 'steps:\n  - name: main\n    command: echo x\n';
const named = (name: string, more = ''): string => `${more}name: ${name}\n${steps}`;
const pathIn = ({ paths }: Config, file: string): string => join(paths.dagsDir, file);

/** A home with these definition files, the first one older than the second, and so on. */
function homeWith(files: Readonly<Record<string, string>>): Config {
  const config = temporaryConfig();
  mkdirSync(config.paths.dagsDir, { recursive: true });
  Object.entries(files).forEach(([file, text], index) => {
    writeFileSync(pathIn(config, file), text);
    utimesSync(pathIn(config, file), 1_700_000_000, 1_700_000_000 + index);
  });
  return config;
}

const errorsOf = async ({ client }: TestEngine, fileName: string): Promise<string[]> =>
  (await client.call('dags.get', { fileName })).errors;
const taken = (name: string, by: string, place = '1:1'): string =>
  `[${place}] the name \`${name}\` is already used by the DAG in file ${by}: give this DAG another \`name\``;
const brokenIn = async ({ client }: TestEngine): Promise<Record<string, string[]>> => {
  const { dags } = await client.call('dags.list', {});
  const broken = dags.filter(({ errors }) => errors.length > 0);
  return Object.fromEntries(broken.map(({ fileName, errors }) => [fileName, errors]));
};
const isBroken = (engine: TestEngine, broken: Record<string, string[]>): Promise<void> =>
  eventually(
    async () => JSON.stringify(await brokenIn(engine)) === JSON.stringify(broken),
    `the errors are ${JSON.stringify(broken)}`,
  );

describe('of two files with one name', () => {
  it('the one that had it first runs as before, and the copy is an error that names it', async () => {
    const config = homeWith({ 'zed.yaml': named('nightly', 'schedule: "0 4 * * *"\n') });
    const engine = await anEngine({ config });
    const { client } = engine;

    copyFileSync(pathIn(config, 'zed.yaml'), pathIn(config, 'a.yaml'));

    await isBroken(engine, { a: [taken('nightly', 'zed', '2:1')] });
    expect(await errorsOf(engine, 'a')).toEqual([taken('nightly', 'zed', '2:1')]);
    expect((await client.call('dags.getSpec', { fileName: 'a' })).errors).toHaveLength(1);
    await expect(client.call('dags.start', { fileName: 'a' })).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('is already used by the DAG in file zed'),
    });
    await expect(client.call('dags.enqueue', { fileName: 'a' })).rejects.toMatchObject({
      code: 'bad_request',
    });
    const { dags } = await client.call('dags.list', {});
    expect(dags.map(({ fileName, nextRun }) => [fileName, nextRun !== ''])).toEqual([
      ['a', false],
      ['zed', true],
    ]);
    const started = await client.call('dags.start', { fileName: 'zed', dagRunId: 'one' });
    await endOf({ engine, name: 'nightly', ...started });
  });

  it('the other one shows, stops and cleans up no run of the first', async () => {
    const config = homeWith({ 'zed.yaml': named('nightly') });
    const engine = await anEngine({ config });
    const { client } = engine;
    await client.call('dags.startSync', { fileName: 'zed', timeout: 20, dagRunId: 'one' });
    copyFileSync(pathIn(config, 'zed.yaml'), pathIn(config, 'a.yaml'));
    await isBroken(engine, { a: [taken('nightly', 'zed')] });

    expect(await client.call('dags.runs', { fileName: 'a' })).toMatchObject({ dagRuns: [] });
    expect((await client.call('dags.get', { fileName: 'a' })).latestDAGRun).toEqual(
      (await client.call('dags.list', {})).dags[0]?.latestDAGRun,
    );
    await expect(
      client.call('dags.run', { fileName: 'a', dagRunId: 'latest' }),
    ).rejects.toMatchObject({ code: 'not_found' });
    await expect(
      client.call('runs.cleanup', { fileName: 'a', retentionDays: 0, dryRun: false }),
    ).rejects.toMatchObject({ code: 'bad_request' });
    expect((await client.call('dags.runs', { fileName: 'zed' })).dagRuns).toHaveLength(1);
  });

  it('at a first look, the one that is called so has it, however old the others are', async () => {
    const config = homeWith({ 'a.yaml': named('zed'), 'zed.yaml': steps });

    expect(await brokenIn(await anEngine({ config }))).toEqual({ a: [taken('zed', 'zed')] });
  });

  it('at a first look, else the older one has it', async () => {
    const config = homeWith({ 'zed.yaml': named('same'), 'a.yaml': named('same') });

    expect(await brokenIn(await anEngine({ config }))).toEqual({ a: [taken('same', 'zed')] });
  });

  it('it stays with the first over restarts, and while that cannot be loaded', async () => {
    const config = homeWith({ 'zed.yaml': named('same') });
    const first = await anEngine({ config });
    writeFileSync(pathIn(config, 'same.yaml'), steps);
    await isBroken(first, { same: [taken('same', 'zed')] });
    writeFileSync(pathIn(config, 'zed.yaml'), 'name: [');
    await first.stop();

    const second = await anEngine({ config });

    expect(await errorsOf(second, 'same')).toEqual([taken('same', 'zed')]);
    writeFileSync(pathIn(config, 'zed.yaml'), named('same'));
    await isBroken(second, { same: [taken('same', 'zed')] });
  });

  it('the other one gets it when the first is deleted, and when it takes another name', async () => {
    const config = homeWith({ 'zed.yaml': named('same') });
    const engine = await anEngine({ config });
    for (const file of ['a.yaml', 'b.yaml']) writeFileSync(pathIn(config, file), named('same'));
    await isBroken(engine, { a: [taken('same', 'zed')], b: [taken('same', 'zed')] });

    await engine.client.call('dags.delete', { fileName: 'zed' });

    await isBroken(engine, { b: [taken('same', 'a')] });
    await engine.client.call('dags.updateSpec', { fileName: 'a', spec: named('mine') });
    await isBroken(engine, {});
    await engine.client.call('dags.startSync', { fileName: 'b', timeout: 20 });
  });

  it('the other one gets it when the first is taken away while no engine runs', async () => {
    const config = homeWith({ 'zed.yaml': named('same') });
    const first = await anEngine({ config });
    writeFileSync(pathIn(config, 'a.yaml'), named('same'));
    await isBroken(first, { a: [taken('same', 'zed')] });
    await first.stop();
    unlinkSync(pathIn(config, 'zed.yaml'));

    expect(await brokenIn(await anEngine({ config }))).toEqual({});
  });

  it('the first keeps it when its file is written by a deletion and a new file, as git does', async () => {
    const config = homeWith({ 'zed.yaml': named('same') });
    const engine = await anEngine({ config });
    writeFileSync(pathIn(config, 'a.yaml'), named('same'));
    await isBroken(engine, { a: [taken('same', 'zed')] });

    unlinkSync(pathIn(config, 'zed.yaml'));
    await eventually(
      async () => (await engine.client.call('dags.list', {})).dags.length === 1,
      'it is missed',
    );
    writeFileSync(pathIn(config, 'zed.yaml'), named('same', 'description: again\n'));

    await isBroken(engine, { a: [taken('same', 'zed')] });
  });

  it.each(['by the engine', 'on the disk'])(
    'the first keeps it when it is renamed %s',
    async (by) => {
      const config = homeWith({ 'zed.yaml': named('same') });
      const engine = await anEngine({ config });
      writeFileSync(pathIn(config, 'a.yaml'), named('same'));
      await isBroken(engine, { a: [taken('same', 'zed')] });

      if (by === 'on the disk') renameSync(pathIn(config, 'zed.yaml'), pathIn(config, 'zoo.yaml'));
      else await engine.client.call('dags.rename', { fileName: 'zed', newFileName: 'zoo' });

      await isBroken(engine, { a: [taken('same', 'zoo')] });
      await engine.stop();
      expect(await brokenIn(await anEngine({ config }))).toEqual({ a: [taken('same', 'zoo')] });
    },
  );

  it('the other one is renamed without the history of the first', async () => {
    const config = homeWith({ 'zed.yaml': named('same') });
    const engine = await anEngine({ config });
    const { client } = engine;
    await client.call('dags.startSync', { fileName: 'zed', timeout: 20, dagRunId: 'one' });
    writeFileSync(pathIn(config, 'same.yaml'), steps);
    await isBroken(engine, { same: [taken('same', 'zed')] });

    await client.call('dags.rename', { fileName: 'same', newFileName: 'free' });

    expect(await brokenIn(engine)).toEqual({});
    expect((await client.call('dags.runs', { fileName: 'free' })).dagRuns).toEqual([]);
    expect((await client.call('dags.runs', { fileName: 'zed' })).dagRuns).toHaveLength(1);
  });

  it('none is made by a call: create, change and rename are refused', async () => {
    const config = homeWith({ 'zed.yaml': named('same'), 'free.yaml': steps });
    const { client } = await anEngine({ config });
    const message = expect.stringContaining('file zed');

    await expect(
      client.call('dags.create', { name: 'other', spec: named('same') }),
    ).rejects.toMatchObject({ code: 'bad_request', message });
    await expect(client.call('dags.create', { name: 'same', spec: steps })).rejects.toMatchObject({
      message,
    });
    const spec = named('same');
    expect(await client.call('dags.updateSpec', { fileName: 'free', spec })).toEqual({
      errors: [taken('same', 'zed')],
    });
    await expect(
      client.call('dags.rename', { fileName: 'free', newFileName: 'same' }),
    ).rejects.toMatchObject({ code: 'already_exists', message });
    expect((await client.call('dags.list', {})).dags.map(({ fileName }) => fileName)).toEqual([
      'free',
      'zed',
    ]);
  });

  it('one that differs by case is another name, and that of a later document is its own', async () => {
    const config = homeWith({
      'a.yaml': named('same'),
      'b.yaml': named('Same'),
      'c.yaml': `${steps}---\n${named('same')}`,
      'd.yaml': `${steps}---\n${named('a')}`,
    });

    expect(await brokenIn(await anEngine({ config }))).toEqual({});
  });

  it('a folder that is away for a while comes back as it was', async () => {
    const config = homeWith({ 'zed.yaml': named('same') });
    const { dagsDir } = config.paths;
    const engine = await anEngine({ config });
    writeFileSync(pathIn(config, 'a.yaml'), named('same'));
    await isBroken(engine, { a: [taken('same', 'zed')] });
    utimesSync(pathIn(config, 'a.yaml'), 1_600_000_000, 1_600_000_000);
    await engine.stop();
    renameSync(dagsDir, `${dagsDir}-away`);
    mkdirSync(dagsDir);
    await (await anEngine({ config })).stop();
    rmSync(dagsDir, { recursive: true });
    renameSync(`${dagsDir}-away`, dagsDir);

    expect(await brokenIn(await anEngine({ config }))).toEqual({ a: [taken('same', 'zed')] });
  });

  it('a step that calls the other one fails with its error, and the name calls the first', async () => {
    const config = homeWith({
      'zed.yaml': named('same'),
      'by-file.yaml': 'steps:\n  - name: main\n    call: a\n',
      'by-name.yaml': 'steps:\n  - name: main\n    call: same\n',
    });
    const engine = await anEngine({ config });
    writeFileSync(pathIn(config, 'a.yaml'), named('same'));
    await isBroken(engine, { a: [taken('same', 'zed')] });

    const runOf = async (fileName: string) =>
      (await engine.client.call('dags.startSync', { fileName, timeout: 20 })).dagRun;
    const byFile = await runOf('by-file');

    expect(byFile.nodes[0]?.error).toContain('is already used by the DAG in file zed');
    expect((await runOf('by-name')).statusLabel).toBe('succeeded');
  });
});
