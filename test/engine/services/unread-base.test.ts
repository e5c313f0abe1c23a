import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anEngine, eventually } from '../../support/engine.ts';
import { temporaryConfig } from '../../support/home.ts';

const spec = 'steps: [{name: s, command: echo 1}]\n';

const kinds: readonly (readonly [string, string, (path: string) => void])[] = [
  ['a pipe', 'it is a named pipe', (path) => void execFileSync('mkfifo', [path])],
  [
    'another encoding',
    'it is not saved as UTF-8',
    (path) => writeFileSync(path, Buffer.from('description: é\n', 'latin1')),
  ],
  ['a folder', 'it is a folder', (path) => void mkdirSync(path)],
  [
    'a link that leads nowhere',
    'it is a link that leads nowhere',
    (path) => symlinkSync('nothing', path),
  ],
  ['a link that goes in circles', 'ELOOP', (path) => symlinkSync('base.yaml', path)],
  [
    'more than 1 MiB',
    'it is larger than 1 MiB. Make it smaller',
    (path) => writeFileSync(path, `description: ${'x'.repeat(1024 * 1024)}\n`),
  ],
];

async function aHome(make: (path: string) => void) {
  const config = temporaryConfig();
  const { dagsDir, baseConfig } = config.paths;
  mkdirSync(dagsDir, { recursive: true });
  writeFileSync(join(dagsDir, 'a.yaml'), spec);
  make(baseConfig);
  return { config, engine: await anEngine({ config }) };
}

describe('a base.yaml that cannot be read', () => {
  it.each(kinds)('is an error of each definition, and of the list: %s', async (_, why, make) => {
    const { client } = (await aHome(make)).engine;
    const reason = `Cannot read base.yaml: ${why}.`;

    const { dags, errors } = await client.call('dags.list', {});
    const detail = await client.call('dags.get', { fileName: 'a' });
    const text = await client.call('dags.getSpec', { fileName: 'a' });
    const checked = await client.call('dags.validate', { spec });

    expect([dags.map((dag) => dag.errors), errors]).toEqual([[[`[1:1] ${reason}`]], [reason]]);
    expect(detail).toMatchObject({ dag: { name: 'a' }, errors: [`[1:1] ${reason}`] });
    expect(text).toMatchObject({ spec, errors: [`[1:1] ${reason}`] });
    expect(checked).toMatchObject({ valid: false, errors: [`[1:1] ${reason}`] });
  });

  it.each(kinds)('keeps runs from starting, with the reason: %s', async (_, why, make) => {
    const { client } = (await aHome(make)).engine;
    const refused = {
      status: 'rejected',
      reason: {
        code: 'bad_request',
        message: expect.stringContaining(`Cannot read base.yaml: ${why}.`),
      },
    };

    const calls = await Promise.allSettled([
      client.call('dags.start', { fileName: 'a' }),
      client.call('dags.startSync', { fileName: 'a', timeout: 5 }),
      client.call('dags.enqueue', { fileName: 'a' }),
      client.call('dags.dryRun', { fileName: 'a' }),
      client.call('runs.start', { name: 'x', spec }),
      client.call('runs.start', { name: 'y', spec: `${spec}# ${'x'.repeat(20_000)}\n` }),
      client.call('dags.create', { name: 'b', spec }),
    ]);

    for (const call of calls) expect(call).toMatchObject(refused);
  });

  it('fails a step that calls a DAG, with the reason', async () => {
    const { config, engine } = await aHome(() => undefined);
    const { dagsDir, baseConfig } = config.paths;
    const caller = `steps:\n  - mkdir ${baseConfig}\n  - {name: sub, call: a}\n`;
    writeFileSync(join(dagsDir, 'caller.yaml'), caller);

    const { dagRun } = await engine.client.call('dags.startSync', {
      fileName: 'caller',
      timeout: 50,
    });

    expect(dagRun.nodes[1]).toMatchObject({
      statusLabel: 'failed',
      error: expect.stringContaining('Cannot read base.yaml: it is a folder.'),
    });
  });

  it('leaves deletes and renames possible, and is read when it is a file again', async () => {
    const { config, engine } = await aHome((path) => mkdirSync(path));
    const { client } = engine;

    await client.call('dags.rename', { fileName: 'a', newFileName: 'b' });
    rmSync(config.paths.baseConfig, { recursive: true });
    const list = () => client.call('dags.list', {});
    await eventually(
      async () => (await list()).dags.every(({ errors }) => errors.length === 0),
      'it is read again',
    );

    expect((await list()).errors).toEqual([]);
    await client.call('dags.start', { fileName: 'b' });
    await client.call('dags.delete', { fileName: 'b' });
    expect((await list()).dags).toEqual([]);
  });
});
