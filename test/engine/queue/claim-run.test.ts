import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { anEngine, endOf, eventsOf } from '../../support/engine.ts';

const spec = 'steps:\n  - command: sleep 60\n';

it('a claim that is refused leaves no folder, no row, no event and no process', async () => {
  const engine = await anEngine();
  const events = eventsOf(engine);
  const claim = (dagRunId: string, singleton: boolean) =>
    engine.client.call('runs.start', { spec, name: 'etl', dagRunId, singleton });
  await claim('first', false);

  const refused = [claim('first', false), claim('second', true), claim('third', true)];
  const answers = await Promise.allSettled(refused);
  await engine.client.call('runs.stop', { name: 'etl', dagRunId: 'first' });

  const codes = answers.map((answer) => answer.status === 'rejected' && answer.reason.code);
  expect(codes).toEqual(['already_exists', 'max_run_reached', 'max_run_reached']);
  const { paths } = engine.config;
  expect(readdirSync(join(paths.dataDir, 'work')).length).toBeLessThanOrEqual(1);
  expect(readdirSync(paths.logDir)).toHaveLength(1);
  expect((await engine.client.call('runs.list', {})).dagRuns).toHaveLength(1);
  const runs = events.flatMap((event) =>
    event.type === 'run.changed' ? [event.run.dagRunId] : [],
  );
  expect(new Set(runs)).toEqual(new Set(['first']));
});

it('a claim names the run that is in its way', async () => {
  const engine = await anEngine();
  const { dagRunId } = await engine.client.call('runs.start', { spec, name: 'etl' });

  const claim = engine.client.call('runs.start', { spec, name: 'etl', singleton: true });

  await expect(claim).rejects.toMatchObject({
    message: `DAG etl already has an active run: ${dagRunId} is running.`,
    extras: { details: { dagRunId } },
  });
});

it('claims of different DAGs do not stand in each other’s way', async () => {
  const engine = await anEngine();
  const names = Array.from({ length: 10 }, (_, index) => `dag-${index}`);

  const claims = names.map((name) =>
    engine.client.call('runs.start', { spec, name, dagRunId: 'same', singleton: true }),
  );

  await Promise.all(claims);
  expect((await engine.client.call('runs.list', { status: 1 })).dagRuns).toHaveLength(10);
});

it('a claim whose run cannot begin takes nothing from the run that comes after it in the same commit', async () => {
  const engine = await anEngine();
  const { dataDir } = engine.config.paths;
  writeFileSync(join(dataDir, 'file'), '');
  const spec = (logDir: string): string =>
    `log_dir: ${join(dataDir, logDir)}\nsteps:\n  - command: "true"\n`;

  const [refused, accepted] = await Promise.allSettled([
    engine.client.call('runs.start', { spec: spec('file/logs'), name: 'bad' }),
    engine.client.call('runs.start', { spec: spec('logs'), name: 'good', dagRunId: 'one' }),
  ]);
  const { run } = await endOf({ engine, name: 'good', dagRunId: 'one' });

  expect([refused.status, accepted.status]).toEqual(['rejected', 'fulfilled']);
  expect(run.statusLabel).toBe('succeeded');
});
