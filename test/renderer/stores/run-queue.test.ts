import { describe, expect, it } from 'vitest';
import type { Queue } from '#contract/queue.ts';
import { createRunQueueStore } from '../../../renderer/features/runs/run-queue-store.ts';
import { aQueueItem } from '../support/queue-fixtures.ts';
import { arrive, pass, scriptedEngine, useStoppedClock } from '../support/scripted-engine.ts';

const item = aQueueItem('etl', 0, { position: 2, ago: 1, reason: 'behind 1 other' });
const { name, dagRunId } = item;

describe('the place of a run in its queue', () => {
  useStoppedClock(0);

  it('is found among all queues, and is none where no queue holds the run', async () => {
    const { engine, store } = await aPlace();
    expect(store.getState().place).toEqual({
      queue: 'heavy',
      position: 2,
      reason: 'behind 1 other',
    });

    engine.answers['queues.list'] = () => listOf([aQueue('light', []), aQueue('heavy', [])]);
    await store.getState().refresh();
    expect(store.getState().place).toBeUndefined();
  });

  it('is asked for again, gathered, when its queue changes, and not when another one does', async () => {
    const { engine, store } = await aPlace();
    const first = { ...item, position: 1, reason: 'about to start' };
    engine.answers['queues.list'] = () => listOf([aQueue('heavy', [first])]);

    engine.emit({ type: 'queue.changed', queue: 'light' });
    await pass(1000);
    expect(engine.asked('queues.list')).toHaveLength(1);

    engine.emit({ type: 'queue.changed', queue: 'heavy' });
    engine.emit({ type: 'queue.changed', queue: 'heavy' });
    await pass(1000);
    expect(engine.asked('queues.list')).toHaveLength(2);
    expect(store.getState().place).toMatchObject({ position: 1, reason: 'about to start' });
  });

  it('that is not known yet is asked for when any queue changes', async () => {
    const { engine, store } = await aPlace([]);
    expect(store.getState().place).toBeUndefined();
    engine.answers['queues.list'] = () => listOf([aQueue('heavy', [item])]);

    engine.emit({ type: 'queue.changed', queue: 'heavy' });
    await pass(1000);

    expect(store.getState().place?.queue).toBe('heavy');
  });

  it('stays when it cannot be asked for, and nothing is heard once it has ended', async () => {
    const { engine, store, end } = await aPlace();
    engine.refuse('queues.list', 'No.');
    await store.getState().refresh();
    expect(store.getState().place?.position).toBe(2);

    engine.emit({ type: 'queue.changed', queue: 'heavy' });
    end();
    await pass(1000);
    expect(engine.asked('queues.list')).toHaveLength(2);
    expect(engine.listeners()).toBe(0);
  });
});

async function aPlace(queued: Queue['queued'] = [item]) {
  const engine = scriptedEngine({
    'queues.list': () => listOf([aQueue('light', []), aQueue('heavy', queued)]),
  });
  const store = createRunQueueStore(engine.connection, { name, dagRunId });
  const end = store.getState().start();
  await arrive();
  return { engine, store, end };
}

function aQueue(queue: string, queued: Queue['queued']): Queue {
  const counts = { maxConcurrency: 1, runningCount: 1, queuedCount: queued.length };
  return { name: queue, type: 'global', ...counts, running: [], queued };
}

function listOf(queues: Queue[]) {
  const summary = {
    totalQueues: queues.length,
    totalRunning: 0,
    totalQueued: 0,
    totalCapacity: 0,
    utilizationPercentage: 0,
  };
  return { queues, summary };
}
