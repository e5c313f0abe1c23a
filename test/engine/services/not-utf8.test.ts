import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anEngine, eventually } from '../../support/engine.ts';
import { temporaryConfig } from '../../support/home.ts';

const spec = '# Größe\nsteps:\n  - name: s\n    command: echo é\n';
const latin1 = Buffer.from(spec, 'latin1');

describe('a text in another encoding than UTF-8', () => {
  it('is no definition, says so beside the others, and heals once it is saved as UTF-8', async () => {
    const { config, file } = homeWith(latin1);
    writeFileSync(file('b'), spec);
    const { client } = await anEngine({ config });
    const list = () => client.call('dags.list', {});

    const { dags, errors } = await list();
    const start = client.call('dags.start', { fileName: 'a' });

    expect(dags.map((dag) => dag.errors.length)).toEqual([1, 0]);
    expect(errors).toEqual(['a: cannot read the file (it is not saved as UTF-8).']);
    await expect(start).rejects.toMatchObject({
      code: 'bad_request',
      message: 'DAG a has load errors: [1:1] cannot read the file (it is not saved as UTF-8).',
    });
    writeFileSync(file('a'), spec);
    await eventually(async () => (await list()).errors.length === 0, 'it is read again');
    expect((await list()).dags.map(({ fileName }) => fileName)).toEqual(['a', 'b']);
  });

  it('is not one that holds the sign for such bytes itself', async () => {
    const text = spec.replace('é', '\uFFFD');
    const { config } = homeWith(text);
    const { client } = await anEngine({ config });

    expect(await client.call('dags.getSpec', { fileName: 'a' })).toMatchObject({ spec: text });
  });

  it('is no base.yaml', async () => {
    const { config } = homeWith(spec);
    writeFileSync(config.paths.baseConfig, Buffer.from('description: é\n', 'latin1'));
    const { client } = await anEngine({ config });

    await expect(client.call('dags.start', { fileName: 'a' })).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('Cannot read base.yaml: it is not saved as UTF-8.'),
    });
  });
});

/** A home whose DAG `a` has this text. */
function homeWith(text: string | Buffer) {
  const config = temporaryConfig();
  const { dagsDir } = config.paths;
  const file = (name: string): string => join(dagsDir, `${name}.yaml`);
  mkdirSync(dagsDir, { recursive: true });
  writeFileSync(file('a'), text);
  return { config, file };
}
