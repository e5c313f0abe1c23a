import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { endOf, eventsOf, startInline } from '../../support/engine.ts';
import { temporaryFolder } from '../../support/home.ts';
import {
  anEngineWith,
  enqueue,
  failing,
  quick,
  stateOf,
  stop,
  untilState,
} from './a-queue-engine.ts';

const run = (dagRunId: string, name = 'etl') => ({ name, dagRunId });

describe('a run of a global queue that is to go on again', () => {
  it('queues for its retry, and goes on where it failed', async () => {
    const engine = await anEngineWith({ night: 1 });
    const folder = temporaryFolder();
    const spec = `queue: night
steps:
  - {name: once, command: echo x >> ${folder}/once}
  - {name: fixed, command: test -e ${folder}/fixed}
`;
    const first = await startInline(spec, { engine, name: 'etl', dagRunId: 'first' });
    const { run: failed } = await endOf(first);
    await enqueue(engine, 'other', 'full', { queue: 'night' });
    await untilState(engine, 'night', 'full|');

    await engine.client.call('runs.retry', run('first'));
    const { dagRun: queued } = await engine.client.call('runs.get', run('first'));
    writeFileSync(join(folder, 'fixed'), '');
    const twice = engine.client.call('runs.retry', run('first'));
    await expect(twice).rejects.toMatchObject({ code: 'already_running' });
    await stop(engine, 'other', 'full');
    const { run: ended, node } = await endOf(first);

    expect(failed.statusLabel).toBe('failed');
    expect(queued).toMatchObject({ statusLabel: 'queued', triggerType: 'retry', finishedAt: '' });
    expect(ended).toMatchObject({ statusLabel: 'succeeded', attempt: 2, triggerType: 'retry' });
    expect(node('once').attempts).toBe(1);
  });

  it('queues for the retry of one step alone', async () => {
    const engine = await anEngineWith({ night: 1 });
    const spec = 'queue: night\nsteps: [{name: a, command: "true"}, {name: b, command: "true"}]\n';
    const first = await startInline(spec, { engine, name: 'etl', dagRunId: 'first' });
    await endOf(first);
    await enqueue(engine, 'other', 'full', { queue: 'night' });
    await untilState(engine, 'night', 'full|');

    await engine.client.call('runs.retry', { ...run('first'), stepName: 'a' });
    await untilState(engine, 'night', 'full|first');
    await stop(engine, 'other', 'full');
    const { run: ended, node } = await endOf(first);

    expect(ended.statusLabel).toBe('succeeded');
    expect([node('a').attempts, node('b').attempts]).toEqual([2, 1]);
  });

  it('is aborted when it leaves the queue, and can be retried again', async () => {
    const engine = await anEngineWith({ night: 1 });
    const spec = `queue: night\n${failing}`;
    const first = await startInline(spec, { engine, name: 'etl', dagRunId: 'first' });
    await endOf(first);
    await enqueue(engine, 'other', 'full', { queue: 'night' });
    await engine.client.call('runs.retry', run('first'));

    await engine.client.call('runs.dequeue', run('first'));
    const { run: left } = await endOf(first);
    await engine.client.call('runs.retry', run('first'));
    await stop(engine, 'other', 'full');
    const { run: again } = await endOf(first);

    expect(left.statusLabel).toBe('aborted');
    expect(again).toMatchObject({ statusLabel: 'failed', attempt: 2 });
  });

  it('does not queue for a retry that has nothing to do', async () => {
    const engine = await anEngineWith({ night: 1 });
    const spec = `queue: night\n${quick}`;
    const first = await startInline(spec, { engine, name: 'etl', dagRunId: 'first' });
    await endOf(first);
    const events = eventsOf(engine, { name: 'etl' });

    await engine.client.call('runs.retry', run('first'));

    const { dagRun } = await engine.client.call('runs.get', run('first'));
    const outcome = { statusLabel: 'succeeded', triggerType: 'retry' };
    expect(dagRun).toMatchObject({ ...outcome, attempt: 2 });
    expect(events).toMatchObject([{ type: 'run.changed', run: outcome }]);
  });

  it('queues when it is rescheduled, in the queue that it was given', async () => {
    const engine = await anEngineWith({ night: 1 });
    await enqueue(engine, 'etl', 'first', { spec: failing, queue: 'night' });
    await endOf({ engine, ...run('first') });
    await enqueue(engine, 'other', 'full', { queue: 'night' });
    await untilState(engine, 'night', 'full|');

    const again = await engine.client.call('runs.reschedule', {
      ...run('first'),
      newDagRunId: 'n',
    });

    expect(again).toEqual({ dagRunId: 'n', queued: true });
    expect(await stateOf(engine, 'night')).toBe('full|n');
    const { dagRun } = await engine.client.call('runs.get', run('n'));
    expect(dagRun.triggerType).toBe('retry');
  });
});
