import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { endOf, eventsOf, runUntil, startInline } from '../../support/engine.ts';
import { temporaryFolder } from '../../support/home.ts';
import {
  anEngineWith,
  enqueue,
  failing,
  held,
  queueOf,
  quick,
  stateOf,
  stop,
  untilState,
} from './a-queue-engine.ts';

const run = (dagRunId: string, name = 'etl') => ({ name, dagRunId });

describe('a queue', () => {
  it('of a DAG lets one run go on at a time, in the order in which they were queued', async () => {
    const engine = await anEngineWith({});
    for (const id of ['one', 'two', 'three']) await enqueue(engine, 'etl', id);

    await untilState(engine, 'etl', 'one|two three');
    await stop(engine, 'etl', 'one');
    await untilState(engine, 'etl', 'two|three');

    expect(await queueOf(engine, 'etl')).toMatchObject({ type: 'dag-based', maxConcurrency: 1 });
  });

  it('of the configuration lets as many go on as it says, of several DAGs', async () => {
    const engine = await anEngineWith({ night: 2 });
    for (const id of ['one', 'two', 'three', 'four']) {
      await enqueue(engine, `dag-${id}`, id, { queue: 'night' });
    }

    await untilState(engine, 'night', 'one two|three four');
    await stop(engine, 'dag-two', 'two');

    await untilState(engine, 'night', 'one three|four');
  });

  it('is that of the request, else that of the definition, else one named like the run', async () => {
    const engine = await anEngineWith({ night: 1 });
    const spec = `queue: night\n${held}`;
    await enqueue(engine, 'etl', 'as-written', { spec });
    await enqueue(engine, 'etl', 'as-asked', { spec, queue: 'other' });
    await engine.client.call('dags.create', { name: 'stored', spec: held });
    const stored = { fileName: 'stored', dagName: 'renamed', dagRunId: 'as-named' };
    await engine.client.call('dags.enqueue', stored);

    await untilState(engine, 'night', 'as-written|');
    await untilState(engine, 'other', 'as-asked|');
    await untilState(engine, 'renamed', 'as-named|');
  });

  it('counts runs that were started directly, and never refuses them', async () => {
    const engine = await anEngineWith({});
    await startInline(held, { engine, name: 'etl', dagRunId: 'direct' });
    await enqueue(engine, 'etl', 'queued');
    await startInline(held, { engine, name: 'etl', dagRunId: 'more' });

    expect(await stateOf(engine, 'etl')).toBe('direct more|queued');
    await stop(engine, 'etl', 'direct');
    await untilState(engine, 'etl', 'more|queued');
    await stop(engine, 'etl', 'more');

    await untilState(engine, 'etl', 'queued|');
  });

  it('gives the place of a run that waits for a person to the next', async () => {
    const engine = await anEngineWith({});
    const gate = 'steps: [{name: gate, type: hitl}, {name: hold, command: exec sleep 60}]\n';
    await enqueue(engine, 'etl', 'asks', { spec: gate });
    await enqueue(engine, 'etl', 'next');

    await untilState(engine, 'etl', 'next|');
    await engine.client.call('runs.approve', { ...run('asks'), stepName: 'gate' });

    await untilState(engine, 'etl', 'asks next|');
  });

  it('does not count sub-DAGs', async () => {
    const engine = await anEngineWith({ night: 1 });
    const spec = `queue: night\nsteps: [{call: child}]\n---\nname: child\nqueue: night\n${quick}`;
    await enqueue(engine, 'etl', 'calls', { spec });

    const { run: ended } = await endOf({ engine, ...run('calls') });

    expect(ended.statusLabel).toBe('succeeded');
  });

  it('goes on after a run that failed', async () => {
    const engine = await anEngineWith({});
    for (const id of ['one', 'two']) await enqueue(engine, 'etl', id, { spec: failing });
    await enqueue(engine, 'etl', 'three', { spec: quick });

    const { run: last } = await endOf({ engine, ...run('three') });

    expect(last.statusLabel).toBe('succeeded');
  });
});

describe('a queued run', () => {
  it('shows when it was queued, and has not started', async () => {
    const engine = await anEngineWith({});
    await enqueue(engine, 'etl', 'one');
    await enqueue(engine, 'etl', 'two');

    const { dagRun } = await engine.client.call('runs.get', run('two'));

    expect(dagRun).toMatchObject({
      statusLabel: 'queued',
      status: 5,
      triggerType: 'manual',
      queuedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      startedAt: '',
      finishedAt: '',
    });
    const log = await engine.client.call('runs.log', run('two'));
    expect(log).toMatchObject({ content: '' });
    expect(log.note).toBeUndefined();
    await stop(engine, 'etl', 'one');
    const began = await runUntil({ engine, ...run('two') }, ({ status }) => status === 1);
    expect(began.queuedAt).toBe(dagRun.queuedAt);
    expect(began.startedAt).not.toBe('');
  });

  it('is frozen with definition, parameters and environment as they are when it is queued', async () => {
    const engine = await anEngineWith({});
    const spec =
      'env: [{A: "`cat mark`"}]\nparams: P=1\nsteps: [{name: s, command: "echo $A $P"}]\n';
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'mark'), 'before');
    const { client } = engine;
    await client.call('dags.create', { name: 'etl', spec: spec.replace('cat ', `cat ${folder}/`) });
    await startInline(held, { engine, name: 'etl', dagRunId: 'first' });
    await client.call('dags.enqueue', { fileName: 'etl', dagRunId: 'queued', params: 'P=2' });

    writeFileSync(join(folder, 'mark'), 'after');
    await client.call('dags.updateSpec', { fileName: 'etl', spec: failing });
    await stop(engine, 'etl', 'first');
    await endOf({ engine, ...run('queued') });

    const page = await client.call('runs.stepLog', { ...run('queued'), stepName: 's' });
    expect(page.content).toBe('before 2');
  });

  it('says why it waits', async () => {
    const engine = await anEngineWith({});
    for (const id of ['one', 'two', 'three', 'four']) await enqueue(engine, 'etl', id);

    const queue = await queueOf(engine, 'etl');

    const reasons = queue?.queued.map(({ position, reason }) => `${position} ${reason}`);
    expect(reasons).toEqual(['1 1 of 1 running: etl one', '2 behind 1 other', '3 behind 2 others']);
    expect(queue?.running).toMatchObject([{ position: 0, reason: '', waitsForTime: false }]);
  });

  it('is announced when it comes, begins and goes', async () => {
    const engine = await anEngineWith({});
    const events = eventsOf(engine);
    await enqueue(engine, 'etl', 'one', { spec: quick });
    await endOf({ engine, ...run('one') });

    const ofRun = events.flatMap((event) =>
      event.type === 'run.changed' ? [event.run.statusLabel] : [],
    );
    const ofQueue = events.filter(({ type }) => type === 'queue.changed');
    expect(ofRun).toEqual(['queued', 'running', 'succeeded']);
    expect(ofQueue.length).toBeGreaterThanOrEqual(2);
    expect(ofQueue[0]).toEqual({ type: 'queue.changed', queue: 'etl' });
  });

  it('keeps its DAG from being renamed, and from a second singleton', async () => {
    const engine = await anEngineWith({});
    const { client } = engine;
    await client.call('dags.create', { name: 'etl', spec: held });
    await startInline(held, { engine, name: 'other', dagRunId: 'full' });
    await client.call('dags.enqueue', { fileName: 'etl', dagRunId: 'waits', queue: 'other' });

    const rename = client.call('dags.rename', { fileName: 'etl', newFileName: 'new' });
    await expect(rename).rejects.toMatchObject({ code: 'already_running' });
    const second = { fileName: 'etl', singleton: true };
    await expect(client.call('dags.start', second)).rejects.toMatchObject({
      code: 'already_running',
    });
    await expect(client.call('dags.enqueue', second)).rejects.toMatchObject({
      code: 'max_run_reached',
    });
  });
});

it('a queued run of another name follows the file of its DAG', async () => {
  const engine = await anEngineWith({});
  const { client } = engine;
  await client.call('dags.create', { name: 'old', spec: held });
  await startInline(held, { engine, name: 'etl', dagRunId: 'first' });
  const queued = { fileName: 'old', dagName: 'etl', dagRunId: 'second' };
  await client.call('dags.enqueue', queued);

  await client.call('dags.rename', { fileName: 'old', newFileName: 'new' });
  await stop(engine, 'etl', 'first');

  await untilState(engine, 'etl', 'second|');
});

it('the history of a renamed DAG counts in the queue of its new name', async () => {
  const engine = await anEngineWith({});
  const { client } = engine;
  const folder = temporaryFolder();
  const spec = `steps: [{command: "test -e ${folder}/held && exec sleep 60"}]\n`;
  await client.call('dags.create', { name: 'old', spec });
  await client.call('dags.start', { fileName: 'old', dagRunId: 'first' });
  await endOf({ engine, ...run('first', 'old') });
  await client.call('dags.rename', { fileName: 'old', newFileName: 'new' });
  mkdirSync(join(folder, 'held'));

  await client.call('runs.retry', run('first', 'new'));

  await untilState(engine, 'new', 'first|');
});
