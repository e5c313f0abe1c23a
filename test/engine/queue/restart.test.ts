import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { anEngine, endOf } from '../../support/engine.ts';
import { forkEngine } from '../../support/fork-engine.ts';
import { temporaryConfig } from '../../support/home.ts';
import { anEngineWith, enqueue, held, quick, stateOf, stop, untilState } from './a-queue-engine.ts';

const night = { enabled: true, config: [{ name: 'night', maxConcurrency: 2 }] };

it('what waits is there after a kill -9, in its order, and goes on', async () => {
  const config = temporaryConfig({ queues: night });
  const killed = await forkEngine(config);
  for (const dagRunId of ['1', '2', '3', '4', '5']) {
    await killed.call('runs.enqueue', { spec: held, name: 'etl', dagRunId, queue: 'night' });
  }
  const move = { name: 'night', dagName: 'etl', dagRunId: '5', position: 1 };
  await killed.call('queues.move', move);
  await killed.kill();

  const engine = await anEngine({ config });

  expect(await stateOf(engine, 'night')).toBe('1 2|5 3 4');
  await stop(engine, 'etl', '2');
  await untilState(engine, 'night', '1 5|3 4');
});

it('what waits begins with the next engine where its place came free meanwhile', async () => {
  const first = await anEngineWith({});
  const spec = 'steps: [{command: "sleep 0.3"}]\n';
  await enqueue(first, 'etl', '1', { spec });
  await enqueue(first, 'etl', '2', { spec: quick });
  await untilState(first, 'etl', '1|2');
  await first.stop();

  const engine = await anEngine({ config: first.config });
  const { run } = await endOf({ engine, name: 'etl', dagRunId: '2' });

  expect(run.statusLabel).toBe('succeeded');
});

it('what cannot begin at a start fails, and holds up nobody', async () => {
  const first = await anEngineWith({});
  await first.client.call('dags.create', { name: 'gone', spec: held });
  await enqueue(first, 'etl', '1', { spec: 'steps: [{command: "sleep 0.3"}]\n' });
  await first.client.call('dags.enqueue', { fileName: 'gone', dagRunId: '2', queue: 'etl' });
  await enqueue(first, 'etl', '3', { spec: quick });
  await first.stop();
  rmSync(join(first.config.paths.dagsDir, 'gone.yaml'));

  const engine = await anEngine({ config: first.config });
  const { run } = await endOf({ engine, name: 'etl', dagRunId: '3' });
  const { dagRun } = await engine.client.call('runs.get', { name: 'gone', dagRunId: '2' });

  expect(run.statusLabel).toBe('succeeded');
  expect(dagRun).toMatchObject({
    statusLabel: 'failed',
    error: expect.stringContaining('deleted'),
  });
});

it('the engine of a single command begins nothing by itself', async () => {
  const first = await anEngineWith({});
  await enqueue(first, 'etl', '1', { spec: 'steps: [{command: "sleep 0.1"}]\n' });
  await enqueue(first, 'etl', '2', { spec: quick });
  await first.stop();

  const reader = await anEngine({ config: first.config, isService: false });
  await enqueue(reader, 'etl', '3');

  expect(await stateOf(reader, 'etl')).toBe('1|2 3');
});
