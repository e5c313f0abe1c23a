import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anEngine, endOf, eventually } from '../../support/engine.ts';
import { temporaryConfig } from '../../support/home.ts';

const spec = 'name: kept\nschedule: "0 4 * * *"\nsteps: [{name: s, command: echo 1}]\n';

const kinds: readonly (readonly [string, string, (path: string) => void])[] = [
  ['a pipe', 'it is a named pipe', (path) => void execFileSync('mkfifo', [path])],
  [
    'another encoding',
    'it is not saved as UTF-8',
    (path) => writeFileSync(path, Buffer.from('description: é\nsteps: [ls]\n', 'latin1')),
  ],
  ['a folder', 'it is a folder', (path) => void mkdirSync(path)],
  [
    'a link that goes in circles',
    'ELOOP',
    (path) => {
      symlinkSync('.loop', join(path, '..', '.loop'));
      symlinkSync('.loop', path);
    },
  ],
  [
    'a link that leads nowhere',
    'it is a link that leads nowhere',
    (path) => symlinkSync('nothing', path),
  ],
];

async function aHome(make: (path: string) => void, odd = 'odd') {
  const config = temporaryConfig();
  const { dagsDir } = config.paths;
  const file = (name: string): string => join(dagsDir, `${name}.yaml`);
  mkdirSync(dirname(file(odd)), { recursive: true });
  make(file(odd));
  writeFileSync(file('good'), spec);
  return { engine: await anEngine({ config }), file };
}

describe('a definition that cannot be read', () => {
  it.each(kinds)('is listed and shown with the reason: %s', async (_, why, make) => {
    const { client } = (await aHome(make)).engine;
    const error = `[1:1] cannot read the file (${why}).`;

    const { dags, errors } = await client.call('dags.list', {});
    const detail = await client.call('dags.get', { fileName: 'odd' });
    const text = await client.call('dags.getSpec', { fileName: 'odd' });
    const found = await client.call('dags.search', { q: 'echo' });
    const tags = await client.call('dags.tags', {});

    expect(dags.map((dag) => [dag.fileName, dag.errors])).toEqual([
      ['good', []],
      ['odd', [error]],
    ]);
    const inFolder = `odd: cannot read the file (${why}).`;
    expect(errors).toEqual([inFolder]);
    expect(detail).toMatchObject({ fileName: 'odd', dag: { name: 'odd' }, errors: [error] });
    expect(text).toMatchObject({ spec: '', errors: [error] });
    expect(found.results.map(({ name }) => name)).toEqual(['good']);
    expect([found.errors, tags.errors]).toEqual([[inFolder], [inFolder]]);
  });

  it.each(kinds)('is neither run nor replaced, and says why: %s', async (_, why, make) => {
    const { engine, file } = await aHome(make);
    const { client } = engine;

    const start = client.call('dags.start', { fileName: 'odd' });
    const save = client.call('dags.updateSpec', { fileName: 'odd', spec });

    await expect(start).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining(why),
    });
    await expect(save).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(`(${why}). Saving would replace what it holds`),
    });
    expect(lstatSync(file('odd')).isFile()).toBe(why === 'it is not saved as UTF-8');
  });

  it.each(kinds)('can be renamed, and then deleted: %s', async (_name, _why, make) => {
    const { engine, file } = await aHome(make);
    const { client } = engine;

    await client.call('dags.rename', { fileName: 'odd', newFileName: 'moved' });
    const { errors } = await client.call('dags.get', { fileName: 'moved' });
    await client.call('dags.delete', { fileName: 'moved' });

    expect(errors[0]).toMatch(/cannot read the file/);
    await expect(client.call('dags.get', { fileName: 'moved' })).rejects.toMatchObject({
      code: 'not_found',
    });
    expect([existsSync(file('odd')), existsSync(file('moved'))]).toEqual([false, false]);
    const { dags, errors: left } = await client.call('dags.list', {});
    expect([dags.map(({ fileName }) => fileName), left]).toEqual([['good'], []]);
  });

  it.each(kinds)('is the same in a folder below: %s', async (_name, why, make) => {
    const { engine, file } = await aHome(make, 'team/odd');
    const { client } = engine;

    const { dags, errors } = await client.call('dags.list', {});
    await client.call('dags.rename', { fileName: 'odd', newFileName: 'moved' });
    await client.call('dags.delete', { fileName: 'moved' });

    expect(dags.map((dag) => [dag.fileName, dag.dag.group, dag.errors.length])).toEqual([
      ['good', '', 0],
      ['odd', 'team', 1],
    ]);
    expect(errors).toEqual([`odd: cannot read the file (${why}).`]);
    expect([existsSync(file('team/odd')), existsSync(file('team/moved'))]).toEqual([false, false]);
    expect((await client.call('dags.list', {})).dags.map(({ fileName }) => fileName)).toEqual([
      'good',
    ]);
  });

  it('has no DAGs in it where it is a folder, and gives way to a file beside it', async () => {
    const { engine, file } = await aHome((path) => {
      mkdirSync(path);
      writeFileSync(join(path, 'inner.yaml'), spec);
    });
    const { client } = engine;
    const listed = async () =>
      (await client.call('dags.list', {})).dags.map((dag) => [dag.fileName, dag.errors.length]);
    expect(await listed()).toEqual([
      ['good', 0],
      ['odd', 1],
    ]);
    await expect(client.call('dags.get', { fileName: 'inner' })).rejects.toMatchObject({
      code: 'not_found',
    });

    writeFileSync(file('odd').replace(/yaml$/, 'yml'), 'steps: []\n');

    expect((await client.call('dags.get', { fileName: 'odd' })).errors).toEqual([]);
    await eventually(async () => (await listed())[1]?.[1] === 0, 'the file is read');
    expect((await client.call('dags.list', {})).errors).toEqual([
      'odd.yml: hides odd.yaml, which has the same name. Rename one of them.',
      'odd.yaml: is ignored, because odd.yml has the same name. Rename one of them.',
    ]);
  });

  it('keeps what was known of it, its history and its slots, until it can be read again', async () => {
    const { engine, file } = await aHome(() => undefined);
    const { client } = engine;
    const { dagRunId } = await client.call('dags.start', { fileName: 'good' });
    await endOf({ engine, name: 'kept', dagRunId });
    rmSync(file('good'));
    mkdirSync(file('good'));
    const seen = async () => (await client.call('dags.list', {})).dags[0];
    await eventually(async () => (await seen())?.errors.length === 1, 'it is noticed');

    const detail = await client.call('dags.get', { fileName: 'good' });
    const unread = await seen();
    await client.call('dags.rename', { fileName: 'good', newFileName: 'moved' });
    rmSync(file('moved'), { recursive: true });
    writeFileSync(file('moved'), spec);
    await eventually(async () => (await seen())?.errors.length === 0, 'it is read again');

    expect(detail.latestDAGRun.dagRunId).toBe(dagRunId);
    expect(unread?.dag).toMatchObject({ name: 'kept', schedule: [{ expression: '0 4 * * *' }] });
    expect((await seen())?.latestDAGRun.dagRunId).toBe(dagRunId);
    expect(readFileSync(file('moved'), 'utf8')).toBe(spec);
  });

  it('is not deleted where it is a folder with files in it', async () => {
    const { engine, file } = await aHome((path) => {
      mkdirSync(path);
      writeFileSync(join(path, 'precious'), 'x');
    });

    const deletion = engine.client.call('dags.delete', { fileName: 'odd' });

    await expect(deletion).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('is a folder with files in it'),
    });
    expect(existsSync(join(file('odd'), 'precious'))).toBe(true);
  });
});
