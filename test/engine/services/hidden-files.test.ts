import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { anEngine } from '../../support/engine.ts';

const spec = 'steps:\n  - name: main\n    command: echo x\n';

it('a file whose name begins with a dot is no DAG, whoever asks and however', async () => {
  const engine = await anEngine();
  const { client, config } = engine;
  await client.call('dags.create', { name: 'a', spec });
  writeFileSync(join(config.paths.dagsDir, '.hidden.yaml'), spec);

  expect((await client.call('dags.list', {})).dags.map(({ fileName }) => fileName)).toEqual(['a']);
  expect((await client.call('dags.search', { q: 'echo' })).results).toHaveLength(1);
  for (const call of [
    client.call('dags.get', { fileName: '.hidden' }),
    client.call('dags.start', { fileName: '.hidden.yaml' }),
  ])
    await expect(call).rejects.toMatchObject({ code: 'not_found' });
  for (const call of [
    client.call('dags.create', { name: '.other', spec }),
    client.call('dags.rename', { fileName: 'a', newFileName: '.other' }),
  ])
    await expect(call).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('starts with a dot'),
    });
});
