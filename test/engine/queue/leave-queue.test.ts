import { describe, expect, it } from 'vitest';
import { endOf, eventsOf, eventually, startInline } from '../../support/engine.ts';
import { temporaryFolder } from '../../support/home.ts';
import { anEngineWith, enqueue, held, quick, stateOf, untilState } from './a-queue-engine.ts';

const run = (dagRunId: string, name = 'etl') => ({ name, dagRunId });

describe('leaving a queue', () => {
  it.each([
    { how: 'dequeue', operation: 'runs.dequeue' as const, error: 'removed from its queue' },
    { how: 'stop', operation: 'runs.stop' as const, error: 'stopped while it was queued' },
  ])('by $how keeps the record as aborted, without handlers', async ({ operation, error }) => {
    const engine = await anEngineWith({});
    const folder = temporaryFolder();
    const spec = `handler_on: {abort: {command: touch ${folder}/ran}}\n${held}`;
    await enqueue(engine, 'etl', 'one');
    await enqueue(engine, 'etl', 'two', { spec });
    await enqueue(engine, 'etl', 'three');

    const events = eventsOf(engine);

    await engine.client.call(operation, run('two'));
    const { dagRun } = await engine.client.call('runs.get', run('two'));

    expect(dagRun).toMatchObject({ statusLabel: 'aborted', error, startedAt: '' });
    expect(dagRun.finishedAt).not.toBe('');
    expect(dagRun.queuedAt).not.toBe('');
    expect(dagRun.onAbort?.statusLabel).toBe('not_started');
    expect(await stateOf(engine, 'etl')).toBe('one|three');
    expect(events).toContainEqual({ type: 'queue.changed', queue: 'etl' });
    const again = engine.client.call('runs.dequeue', run('two'));
    await expect(again).rejects.toMatchObject({ code: 'not_found' });
    const stopped = engine.client.call('runs.stop', run('two'));
    await expect(stopped).rejects.toMatchObject({ code: 'not_running' });
  });

  it('is refused for a run that goes on, has ended, or never was', async () => {
    const engine = await anEngineWith({});
    await enqueue(engine, 'etl', 'one');
    await untilState(engine, 'etl', 'one|');

    for (const id of ['one', 'none']) {
      const dequeue = engine.client.call('runs.dequeue', run(id));
      await expect(dequeue, id).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  it('of all runs of a DAG begins none of them', async () => {
    const engine = await anEngineWith({});
    await engine.client.call('dags.create', { name: 'etl', spec: held });
    for (const dagRunId of ['one', 'two', 'three']) {
      await engine.client.call('dags.enqueue', { fileName: 'etl', dagRunId });
    }
    await untilState(engine, 'etl', 'one|two three');

    const { errors } = await engine.client.call('dags.stopAll', { fileName: 'etl' });
    await endOf({ engine, ...run('one') });

    const { dagRuns } = await engine.client.call('runs.list', { name: 'etl' });
    expect(errors).toEqual([]);
    expect(dagRuns.map(({ statusLabel }) => statusLabel)).toEqual([
      'aborted',
      'aborted',
      'aborted',
    ]);
    expect(dagRuns.map(({ startedAt }) => startedAt !== '')).toEqual([false, false, true]);
  });

  it('can be taken back by a retry, which asks the preconditions', async () => {
    const engine = await anEngineWith({});
    const spec = `preconditions: ["exit 3"]\n${quick}`;
    await enqueue(engine, 'etl', 'one');
    await enqueue(engine, 'etl', 'two', { spec });
    await engine.client.call('runs.dequeue', run('two'));

    await engine.client.call('runs.retry', run('two'));
    const { run: ended } = await endOf({ engine, ...run('two') });

    expect(ended).toMatchObject({ statusLabel: 'aborted', attempt: 2 });
    expect(ended.preconditions[0]?.error).not.toBe('');
  });

  it('leaves no history where none is kept', async () => {
    const engine = await anEngineWith({});
    await enqueue(engine, 'etl', 'one');
    await enqueue(engine, 'etl', 'two', { spec: `hist_retention_days: 0\n${held}` });

    await engine.client.call('runs.dequeue', run('two'));

    const isGone = async () =>
      (await engine.client.call('runs.list', { name: 'etl' })).dagRuns.length === 1;
    await eventually(isGone, 'the run is gone');
  });
});

describe('another place', () => {
  it.each([
    { id: 'four', position: 1, after: 'four one two three' },
    { id: 'one', position: 3, after: 'two three one four' },
    { id: 'two', position: 99, after: 'one three four two' },
    { id: 'three', position: 3, after: 'one two three four' },
  ])('$position for $id makes the order $after', async ({ id, position, after }) => {
    const engine = await anEngineWith({});
    await startInline(held, { engine, name: 'etl', dagRunId: 'goes-on' });
    for (const each of ['one', 'two', 'three', 'four']) await enqueue(engine, 'etl', each);

    const move = { name: 'etl', dagName: 'etl', dagRunId: id, position };
    await engine.client.call('queues.move', move);

    expect(await stateOf(engine, 'etl')).toBe(`goes-on|${after}`);
    await enqueue(engine, 'etl', 'late');
    expect(await stateOf(engine, 'etl')).toBe(`goes-on|${after} late`);
  });

  it('is refused for a run that does not wait in that queue', async () => {
    const engine = await anEngineWith({});
    await enqueue(engine, 'etl', 'one');
    await enqueue(engine, 'etl', 'two');
    const move = (name: string, dagRunId: string) =>
      engine.client.call('queues.move', { name, dagName: 'etl', dagRunId, position: 1 });

    await expect(move('etl', 'one')).rejects.toMatchObject({ code: 'not_found' });
    await expect(move('other', 'two')).rejects.toMatchObject({ code: 'not_found' });
  });
});
