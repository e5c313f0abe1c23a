import { renameSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { anEngine, eventually } from '../../support/engine.ts';
import { builtinAuth } from '../../support/home.ts';
import { aHome, beforeEleven, decided, short } from '../scheduler/stage.ts';

const hourly = 'schedule: "0 * * * *"\nsteps:\n  - command: "true"\n';

describe('a DAGs folder that is moved away', () => {
  it('is named by lists, health and doctor, and its slots say why they do not run', async () => {
    const home = aHome();
    const { dagsDir } = home.config.paths;
    home.write('etl', hourly);
    const decidedAway = Promise.withResolvers<void>();
    const { engine } = await beforeEleven(home, ({ client }) => {
      client.subscribe({}, ({ type }) => type === 'slot.decided' && decidedAway.resolve());
      renameSync(dagsDir, `${dagsDir}-away`);
      return Promise.resolve();
    });
    const { client } = engine;

    // Whether the folder is there is known for 20 ms.
    const isNamed = async () => (await client.call('system.health', {})).status === 'unhealthy';
    await eventually(isNamed, 'the folder is missed');
    const { dags, errors } = await client.call('dags.list', {});
    const health = await client.call('system.health', {});
    const { findings } = await client.call('system.doctor', {});
    const start = client.call('dags.start', { fileName: 'etl' });
    await expect(start).rejects.toMatchObject({ code: 'service_unavailable' });
    await decidedAway.promise;
    renameSync(`${dagsDir}-away`, dagsDir);
    const [slot] = await decided(engine, 'etl', 1);

    expect(slot?.detail).toContain(`The DAGs folder ${dagsDir} does not exist.`);
    expect(slot && short(slot)).toBe('11:00 start skipped invalid');
    expect(dags).toEqual([]);
    expect(errors).toEqual([expect.stringContaining('does not exist. Put it back')]);
    expect(health).toMatchObject({
      status: 'unhealthy',
      error: expect.stringContaining('does not exist'),
    });
    expect(findings).toContainEqual(
      expect.objectContaining({ level: 'problem', message: expect.stringContaining(dagsDir) }),
    );
  });

  it('takes nothing of its DAGs along, whether an engine saw it go or started without it', async () => {
    const home = aHome();
    const config = { ...home.config, auth: builtinAuth };
    const { dagsDir } = config.paths;
    home.write('etl', hourly);
    const first = await anEngine({ config });
    await first.client.call('dags.suspend', { fileName: 'etl', suspend: true });
    await first.client.call('webhooks.create', { fileName: 'etl' });
    const webhook = await first.client.call('webhooks.get', { fileName: 'etl' });
    renameSync(dagsDir, `${dagsDir}-away`);
    await eventually(
      async () => (await first.client.call('system.health', {})).status === 'unhealthy',
      'health says so',
    );
    await first.stop();
    const second = await anEngine({ config });
    const { client } = second;
    const away = await client.call('dags.list', {});

    renameSync(`${dagsDir}-away`, dagsDir);
    await eventually(
      async () => (await client.call('system.health', {})).status === 'healthy',
      'it is back',
    );

    const { dags } = await client.call('dags.list', {});
    expect(away.dags).toEqual([]);
    expect(dags).toEqual([expect.objectContaining({ fileName: 'etl', suspended: true })]);
    expect(await client.call('webhooks.get', { fileName: 'etl' })).toEqual(webhook);
  });
});
