import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { endOf, eventually, type TestEngine } from '../../support/engine.ts';
import { temporaryConfig } from '../../support/home.ts';
import { auth, aWebhook } from '../services/a-webhook.ts';
import { anEngineWith, enqueue, stateOf, stop, untilState } from './a-queue-engine.ts';

function configure({ config }: TestEngine, yaml: string): void {
  writeFileSync(config.paths.configFile, yaml);
}

const nightOf = (limit: number) =>
  `queues:\n  config:\n    - {name: night, max_concurrency: ${limit}}\n`;

it('a limit that is raised in config.yaml lets more go on at once', async () => {
  const engine = await anEngineWith({ night: 1 });
  for (const id of ['1', '2', '3', '4']) await enqueue(engine, 'etl', id, { queue: 'night' });
  await untilState(engine, 'night', '1|2 3 4');

  configure(engine, nightOf(3));

  await untilState(engine, 'night', '1 2 3|4');
});

it('a limit that is lowered stops nothing, and lets nothing begin before the load is below it', async () => {
  const engine = await anEngineWith({ night: 3 });
  for (const id of ['1', '2', '3', '4']) await enqueue(engine, 'etl', id, { queue: 'night' });
  await untilState(engine, 'night', '1 2 3|4');

  configure(engine, nightOf(1));
  const lowered = async () =>
    (await engine.client.call('queues.list', {})).queues[0]?.maxConcurrency === 1;
  await eventually(lowered, 'the limit is lower');
  await stop(engine, 'etl', '1');
  await stop(engine, 'etl', '2');
  await untilState(engine, 'night', '3|4');
  await stop(engine, 'etl', '3');

  await untilState(engine, 'night', '4|');
});

it('a queue that is taken out of config.yaml becomes one of its name alone, and loses nothing', async () => {
  const engine = await anEngineWith({ night: 2 });
  for (const id of ['1', '2', '3']) await enqueue(engine, 'etl', id, { queue: 'night' });

  configure(engine, 'queues: {config: []}\n');
  const isOwn = async () =>
    (await engine.client.call('queues.list', {})).queues[0]?.type === 'dag-based';
  await eventually(isOwn, 'the queue is one of a DAG');

  expect(await stateOf(engine, 'night')).toBe('1 2|3');
});

it('a broken config.yaml leaves the limits as they are, with a warning, until it is fixed', async () => {
  const engine = await anEngineWith({ night: 1 });
  for (const id of ['1', '2', '3']) await enqueue(engine, 'etl', id, { queue: 'night' });

  configure(engine, 'queues: {config: [{name: night, max_concurrency: 0}]}\n');
  await eventually(() => engine.complaints.length > 0, 'somebody complains');
  const state = await stateOf(engine, 'night');
  configure(engine, nightOf(2));
  await untilState(engine, 'night', '1 2|3');

  expect(state).toBe('1|2 3');
  expect(engine.complaints).toMatchObject([
    {
      level: 'warn',
      message: 'config.yaml is invalid: the previous settings stay in effect',
      fields: { error: expect.stringContaining('`queues.config[0].max_concurrency` must be') },
    },
  ]);
});

it('queues that are switched off let the run of a webhook begin at once', async () => {
  const config = temporaryConfig({ auth, queues: { enabled: false, config: [] } });
  const { engine, send } = await aWebhook({ config });

  const { dagRunId } = await send();
  const { run } = await endOf({ engine, name: 'wh', dagRunId });

  expect(run).toMatchObject({ statusLabel: 'succeeded', queuedAt: '' });
});

it('queues that are switched off in config.yaml take nothing new, and what waits goes on', async () => {
  const engine = await anEngineWith({ night: 1 });
  await enqueue(engine, 'etl', '1', { queue: 'night' });
  await enqueue(engine, 'etl', '2', { queue: 'night' });

  configure(engine, `queues:\n  enabled: false\n  config: [{name: night}]\n`);
  const isOff = () =>
    enqueue(engine, 'etl', 'late', { queue: 'elsewhere' }).then(
      () => stop(engine, 'etl', 'late').then(() => false),
      () => true,
    );
  await eventually(isOff, 'nothing new is taken');
  await stop(engine, 'etl', '1');

  await untilState(engine, 'night', '2|');
});
