import { describe, expect, it } from 'vitest';
import type { Queue, QueueItem } from '#contract/queue.ts';
import { createQueuesStore } from '../../../renderer/features/queues/queues-store.ts';
import { createToasts } from '../../../renderer/lib/toasts.ts';
import { aQueueItem } from '../support/queue-fixtures.ts';
import { aRun } from '../support/run-fixtures.ts';
import {
  arrive,
  onePage,
  pass,
  scriptedEngine,
  useStoppedClock,
} from '../support/scripted-engine.ts';

const now = Date.parse('2026-11-19T12:00:00Z');

const waiting = (name: string, position: number) => aQueueItem(name, now, { position, ago: 1 });
const running = (name: string) => aQueueItem(name, now, { ago: 1 });

function aQueue(changes: Partial<Queue> = {}): Queue {
  return {
    name: 'heavy',
    type: 'global',
    maxConcurrency: 1,
    runningCount: 1,
    queuedCount: 3,
    running: [running('now')],
    queued: [waiting('a', 1), waiting('b', 2), waiting('c', 3)],
    ...changes,
  };
}

async function someQueues(queue = aQueue()) {
  const summary = {
    totalQueues: 1,
    totalRunning: 1,
    totalQueued: 3,
    totalCapacity: 1,
    utilizationPercentage: 100,
  };
  const engine = scriptedEngine({
    'queues.list': () => ({ queues: [queue], summary }),
    'queues.move': () => undefined,
    'runs.dequeue': () => undefined,
    'runs.reschedule': () => ({ dagRunId: 'again', queued: true }),
  });
  const toasts = createToasts();
  const store = createQueuesStore(engine.connection, toasts);
  const begun = store.getState();
  const end = begun.start();
  await arrive();
  const shown = () =>
    store
      .getState()
      .queues[0]?.queued.map(({ name }) => name)
      .join(' ');
  const item = (name: string) =>
    store.getState().queues[0]?.queued.find((one) => one.name === name) ?? waiting(name, 9);
  const asked = () => engine.asked('queues.list').length;
  return { engine, store, toasts, begun, end, shown, item, asked, queue, summary };
}

describe('the queues', () => {
  useStoppedClock(now);

  it('are loaded when they are shown', async () => {
    const { begun, store, shown } = await someQueues();

    expect(begun).toMatchObject({ phase: 'loading', message: '', queues: [], announcement: '' });
    expect(begun.problem).toBeUndefined();
    expect(store.getState().phase).toBe('ready');
    expect(shown()).toBe('a b c');
  });

  it('are loaded anew once for many changes, and not for a run of no queue', async () => {
    const { engine, asked } = await someQueues();

    engine.emit({ type: 'run.changed', run: aRun('stranger', 'running') });
    engine.emit({ type: 'dag.changed', fileName: 'etl', change: 'updated' });
    await pass(1000);
    expect(asked()).toBe(1);

    engine.emit({ type: 'queue.changed', queue: 'heavy' });
    engine.emit({ type: 'run.changed', run: aRun('stranger', 'running') });
    await pass(99);
    expect(asked()).toBe(1);
    await pass(1);
    expect(asked()).toBe(2);
  });

  it('are loaded anew when a run that they hold changes, but not for the same id in another DAG', async () => {
    const { engine, store, item, asked } = await someQueues();
    const { dagRunId } = item('b');
    const idle = aQueue({ name: 'light', running: [], queued: [] });
    store.setState({ queues: [...store.getState().queues, idle] });

    engine.emit({ type: 'run.changed', run: aRun('other', 'running', { dagRunId }) });
    await pass(100);
    expect(asked()).toBe(1);

    engine.emit({ type: 'run.changed', run: aRun('b', 'running', { dagRunId }) });
    await pass(100);
    expect(asked()).toBe(2);
  });

  it('keep the rows that did not change as they were', async () => {
    const { store, engine, summary } = await someQueues();
    const before = store.getState().queues[0]?.queued ?? [];
    const answer = structuredClone(aQueue({ queued: [waiting('a', 1), waiting('c', 2)] }));
    engine.answers['queues.list'] = () => ({ queues: [answer], summary });

    await store.getState().refresh();

    const after = store.getState().queues[0]?.queued ?? [];
    expect(after[0]).toBe(before[0]);
    expect(after[1]).toMatchObject({ name: 'c', position: 2 });
  });

  it('say why they could not be loaded, and show what was there', async () => {
    const { engine, store, shown } = await someQueues();

    engine.refuse('queues.list', 'The disk is full.');
    engine.lose();
    engine.comeBack();
    await arrive();

    expect(store.getState()).toMatchObject({ phase: 'failed', message: 'The disk is full.' });
    expect(shown()).toBe('a b c');
  });

  it('show the latest order when an earlier answer comes later, or fails', async () => {
    const { engine, store, shown, summary } = await someQueues();

    const late = engine.hold('queues.list');
    const first = store.getState().refresh();
    const broken = engine.hold('queues.list');
    const second = store.getState().refresh();
    await store.getState().refresh();
    late.resolve({ queues: [aQueue({ queued: [waiting('old', 1)] })], summary });
    broken.reject(new Error('Lost.'));
    await Promise.all([first, second]);

    expect(shown()).toBe('a b c');
    expect(store.getState().phase).toBe('ready');
  });

  it('ask for nothing more when they are shown no more', async () => {
    const { engine, end, asked } = await someQueues();

    engine.emit({ type: 'queue.changed', queue: 'heavy' });
    end();
    await pass(1000);

    expect(asked()).toBe(1);
    expect(engine.listeners()).toBe(0);
  });
});

describe('a long queue', () => {
  useStoppedClock(now);

  it('is shown a page further on request, each run once, also when it is loaded anew', async () => {
    const { engine, store, shown, queue, asked } = await someQueues();
    const answer = (items: QueueItem[]) => ({ items, pagination: onePage(items.length) });
    engine.answers['queues.items'] = ({ page }) =>
      answer(page === 2 ? [waiting('c', 3), waiting('d', 4)] : [waiting('e', 5)]);

    await store.getState().more(queue, 'queued');
    expect(shown()).toBe('a b c d');
    await store.getState().more(queue, 'queued');
    expect(shown()).toBe('a b c d e');
    expect(engine.asked('queues.items').at(-1)).toEqual({
      name: 'heavy',
      type: 'queued',
      page: 3,
      perPage: 100,
    });

    engine.emit({ type: 'queue.changed', queue: 'heavy' });
    await pass(100);
    expect(asked()).toBe(4);
    expect(shown()).toBe('a b c d e');
  });

  it('shows more of what runs by itself', async () => {
    const { engine, store, shown, queue } = await someQueues();
    engine.answers['queues.items'] = () => ({
      items: [running('now'), running('too')],
      pagination: onePage(2),
    });

    await store.getState().more(queue, 'running');

    expect(store.getState().queues[0]?.running.map(({ name }) => name)).toEqual(['now', 'too']);
    expect(shown()).toBe('a b c');
    expect(engine.asked('queues.items')).toHaveLength(1);
  });
});

describe('a run that is moved in its queue', () => {
  useStoppedClock(now);

  it('stands in its new place at once, and the engine is told', async () => {
    const { engine, store, shown, item } = await someQueues();
    const answer = engine.hold('queues.move');

    const moving = store.getState().move('heavy', item('c'), 1);
    expect(shown()).toBe('c a b');
    expect(store.getState().announcement).toBe('Moved c to position 1 of 3 in heavy.');
    answer.resolve(undefined);
    await moving;

    expect(engine.asked('queues.move')).toEqual([
      { name: 'heavy', dagName: 'c', dagRunId: item('c').dagRunId, position: 1 },
    ]);
  });

  it('stays within its queue', async () => {
    const { engine, store, item } = await someQueues();

    await store.getState().move('heavy', item('a'), 0);
    await store.getState().move('heavy', item('a'), 99);

    expect(engine.asked('queues.move').map(({ position }) => position)).toEqual([1, 3]);
  });

  it('goes back when the engine refuses, with the reason until it is dismissed', async () => {
    const { engine, store, shown, item } = await someQueues();
    engine.refuse('queues.move', 'It runs already.', 'already_running');

    await store.getState().move('heavy', item('c'), 1);

    expect(shown()).toBe('a b c');
    expect(store.getState().problem).toBe('It runs already.');
    store.getState().dismiss();
    expect(store.getState().problem).toBeUndefined();
  });

  it('is no more when its queue is gone', async () => {
    const { engine, store, item } = await someQueues();

    await store.getState().move('light', item('c'), 1);

    expect(engine.asked('queues.move')).toEqual([]);
    expect(store.getState().announcement).toBe('');
  });
});

describe('a run that is removed from its queue', () => {
  useStoppedClock(now);

  it('is gone once the engine has removed it', async () => {
    const { engine, store, toasts, shown, item, summary } = await someQueues();
    const { dagRunId } = item('b');
    engine.answers['runs.dequeue'] = () => {
      engine.answers['queues.list'] = () => ({
        queues: [aQueue({ queued: [waiting('a', 1), waiting('c', 2)] })],
        summary,
      });
    };

    await store.getState().remove(item('b'));

    expect(engine.asked('runs.dequeue')).toEqual([{ name: 'b', dagRunId }]);
    expect(shown()).toBe('a c');
    expect(toasts.getState().toasts[0]?.text).toBe('Removed b from its queue.');
  });

  it('comes back as a new run in its old place', async () => {
    const { engine, store, toasts, item } = await someQueues();
    const { dagRunId } = item('b');
    await store.getState().remove(item('b'));

    toasts.getState().undoLatest();
    await arrive();

    const remoteNode = 'local';
    expect(engine.asked('runs.reschedule')).toEqual([
      { name: 'b', dagRunId, remoteNode, singleton: false },
    ]);
    expect(engine.asked('queues.move')).toEqual([
      { name: 'heavy', dagName: 'b', dagRunId: 'again', position: 2, remoteNode },
    ]);
    expect(toasts.getState().toasts).toEqual([]);
  });

  it('cannot come back where it waited for its time, since it would begin at once', async () => {
    const { store, toasts, item } = await someQueues();

    await store.getState().remove({ ...item('b'), waitsForTime: true });

    expect(toasts.getState().toasts).toMatchObject([{ text: 'Removed b from its queue.' }]);
    expect(toasts.getState().toasts[0]?.undo).toBeUndefined();
  });

  it('is not said to be lost when only its place is gone', async () => {
    const { engine, store, toasts, item } = await someQueues();
    await store.getState().remove(item('b'));
    engine.refuse('queues.move', 'It has begun.');

    toasts.getState().undoLatest();
    await arrive();

    expect(toasts.getState().toasts.map(({ text }) => text)).toEqual([
      'b was put back, but not in its old place: It has begun.',
    ]);
  });

  it('says why it could not come back', async () => {
    const { engine, store, toasts, item } = await someQueues();
    await store.getState().remove(item('b'));
    engine.refuse('runs.reschedule', 'The disk is full.');

    toasts.getState().undoLatest();
    await arrive();

    expect(toasts.getState().toasts.map(({ text }) => text)).toEqual([
      'The run could not be put back: The disk is full.',
    ]);
  });

  it('is not offered a way back in the queue of its DAG, which would let it begin at once', async () => {
    const { store, toasts, item } = await someQueues(aQueue({ type: 'dag-based' }));

    await store.getState().remove(item('b'));

    expect(toasts.getState().toasts.map(({ text }) => text)).toEqual(['Removed b from its queue.']);
    expect(toasts.getState().undoLatest()).toBe(false);
  });

  it('stays when the engine refuses, and nothing else is said', async () => {
    const { engine, store, shown, item } = await someQueues();
    engine.refuse('runs.dequeue', 'It runs already.');

    await store.getState().remove(item('b'));

    expect(shown()).toBe('a b c');
    expect(store.getState()).toMatchObject({ problem: 'It runs already.', announcement: '' });
  });
});
