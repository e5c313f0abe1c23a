import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { EngineEvent } from '../../../engine/contract/events.ts';
import { endOf, eventsOf, runUntil, startInline } from '../../support/engine.ts';
import { temporaryFolder } from '../../support/home.ts';
import { anEngineWith, enqueue, failing, held, stop, untilState } from './a-queue-engine.ts';

const run = (dagRunId: string, name = 'etl') => ({ name, dagRunId });

const deleted = 'DAG gone was deleted while this run was queued';

/** Ids of the runs that events say have failed, in order. */
const failedIn = (events: readonly EngineEvent[]): readonly string[] =>
  events.flatMap((event) =>
    event.type === 'run.changed' && event.run.statusLabel === 'failed' ? [event.run.dagRunId] : [],
  );

describe('a DAG that is deleted takes its queued runs with it', () => {
  it('at once, and those of no other DAG', async () => {
    const engine = await anEngineWith({});
    const { client } = engine;
    await client.call('dags.create', { name: 'gone', spec: held });
    await startInline(held, { engine, name: 'etl', dagRunId: 'first' });
    await client.call('dags.enqueue', { fileName: 'gone', dagRunId: 'bad', queue: 'etl' });
    await enqueue(engine, 'etl', 'good');
    const events = eventsOf(engine);

    await client.call('dags.delete', { fileName: 'gone' });
    await untilState(engine, 'etl', 'first|good');

    const { dagRun } = await client.call('runs.get', run('bad', 'gone'));
    expect(dagRun).toMatchObject({ statusLabel: 'failed', error: deleted, startedAt: '' });
    expect(failedIn(events)).toEqual(['bad']);
  });

  it('also one that is to go on by a retry, however it was deleted', async () => {
    const engine = await anEngineWith({ busy: 1 });
    const { client } = engine;
    const failed = `queue: busy\n${failing}`;
    for (const name of ['gone', 'lost']) {
      await client.call('dags.create', { name, spec: failed });
      const { dagRunId } = await client.call('dags.start', { fileName: name, dagRunId: 'one' });
      await runUntil({ engine, name, dagRunId }, ({ statusLabel }) => statusLabel === 'failed');
    }
    await startInline(`queue: busy\n${held}`, { engine, name: 'etl', dagRunId: 'first' });
    await untilState(engine, 'busy', 'first|');
    for (const name of ['gone', 'lost']) await client.call('runs.retry', run('one', name));
    await untilState(engine, 'busy', 'first|one one');

    await client.call('dags.delete', { fileName: 'gone' });
    await untilState(engine, 'busy', 'first|one');
    rmSync(join(engine.config.paths.dagsDir, 'lost.yaml'));
    await stop(engine, 'etl', 'first');
    await untilState(engine, 'busy', '|');

    const of = async (name: string) => (await client.call('runs.get', run('one', name))).dagRun;
    expect(await of('gone')).toMatchObject({ statusLabel: 'failed', error: deleted });
    expect(await of('lost')).toMatchObject({
      statusLabel: 'failed',
      error: 'DAG lost was deleted while this run was queued',
    });
    expect((await of('lost')).attempt).toBe(1);
  });
});

describe('a run that cannot begin fails with its reason, and the next one begins', () => {
  it('when the file of its DAG was removed', async () => {
    const engine = await anEngineWith({});
    const { client } = engine;
    await client.call('dags.create', { name: 'gone', spec: held });
    await startInline(held, { engine, name: 'etl', dagRunId: 'first' });
    for (const dagRunId of ['bad-1', 'bad-2']) {
      await client.call('dags.enqueue', { fileName: 'gone', dagRunId, queue: 'etl' });
    }
    await enqueue(engine, 'etl', 'good');
    rmSync(join(engine.config.paths.dagsDir, 'gone.yaml'));
    const events = eventsOf(engine);

    await stop(engine, 'etl', 'first');
    await untilState(engine, 'etl', 'good|');

    const { dagRun } = await client.call('runs.get', run('bad-2', 'gone'));
    expect(dagRun).toMatchObject({ statusLabel: 'failed', error: deleted, startedAt: '' });
    expect(dagRun.finishedAt).not.toBe('');
    const failed = failedIn(events);
    expect(failed).toEqual(['bad-1', 'bad-2']);
    expect(engine.complaints).toMatchObject(
      failed.map((dagRunId) => ({
        message: 'Cannot start a queued run',
        fields: { dag: 'gone', run: dagRunId, error: dagRun.error },
      })),
    );
  });

  it('when its logs have no place', async () => {
    const engine = await anEngineWith({});
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'file'), '');
    await enqueue(engine, 'etl', 'bad', { spec: `log_dir: ${folder}/file/logs\n${held}` });
    await enqueue(engine, 'etl', 'good');

    await untilState(engine, 'etl', 'good|');

    const { dagRun } = await engine.client.call('runs.get', run('bad'));
    expect(dagRun.statusLabel).toBe('failed');
    expect(dagRun.error).toContain('`log_dir`: cannot use the folder');
  });
});

describe('refusals', () => {
  it('tell a run that is queued twice from an id that is taken', async () => {
    const engine = await anEngineWith({});
    await enqueue(engine, 'etl', 'one');
    await enqueue(engine, 'etl', 'two');
    await untilState(engine, 'etl', 'one|two');

    await expect(enqueue(engine, 'etl', 'one')).rejects.toMatchObject({ code: 'already_exists' });
    await expect(enqueue(engine, 'etl', 'two')).rejects.toMatchObject({ code: 'max_run_reached' });
    const started = startInline(held, { engine, name: 'etl', dagRunId: 'two' });
    await expect(started).rejects.toMatchObject({ code: 'already_exists' });
  });

  it('of singletons that come at once leave one of them', async () => {
    const engine = await anEngineWith({});
    const { client } = engine;
    const inline = { spec: held, name: 'etl', singleton: true };

    const answers = await Promise.allSettled(
      [1, 2, 3].flatMap(() => [
        client.call('runs.enqueue', inline),
        client.call('runs.start', inline),
      ]),
    );

    const refusals = answers.flatMap((answer) =>
      answer.status === 'rejected' ? [answer.reason.code] : [],
    );
    expect(refusals).toEqual(Array.from({ length: 5 }, () => 'max_run_reached'));
    expect((await client.call('runs.list', {})).dagRuns).toHaveLength(1);
  });

  it('hold for an inline singleton whose queue is full with runs of others', async () => {
    const engine = await anEngineWith({ night: 1 });
    const spec = `queue: night\n${held}`;
    await startInline(spec, { engine, name: 'other', dagRunId: 'full' });
    const start = { spec, name: 'etl', singleton: true };

    const refused = engine.client.call('runs.start', start);
    await expect(refused).rejects.toMatchObject({
      code: 'max_run_reached',
      message: 'Queue night is full: 1 of 1 runs are running.',
    });
    await engine.client.call('runs.start', { ...start, singleton: false });
    expect((await engine.client.call('runs.list', {})).dagRuns).toHaveLength(2);
  });

  it('hold where queues are switched off, and nothing else waits then', async () => {
    const engine = await anEngineWith({ night: 1 }, { enabled: false });
    const spec = `queue: night\n${failing}`;

    const refused = enqueue(engine, 'etl', 'queued', { spec });
    await expect(refused).rejects.toMatchObject({
      code: 'bad_request',
      message: 'Queues are disabled: `queues.enabled` is false',
    });
    await startInline(held, { engine, name: 'night', dagRunId: 'full' });
    const first = await startInline(spec, { engine, name: 'etl', dagRunId: 'first' });
    await endOf(first);
    const again = await engine.client.call('runs.reschedule', run('first'));

    expect(again.queued).toBe(false);
    await endOf({ engine, ...run(again.dagRunId) });
  });
});
