import { describe, expect, it } from 'vitest';
import { operations } from '../../../engine/contract/operations.ts';
import { startInline } from '../../support/engine.ts';
import { anEngineWith, enqueue, held, untilState } from './a-queue-engine.ts';

describe('the list of queues', () => {
  it('has the global ones in their order, idle ones too, then those of DAGs by name', async () => {
    const engine = await anEngineWith({ zeta: 3, alpha: 2 });
    await enqueue(engine, 'b-dag', 'b1');
    await enqueue(engine, 'b-dag', 'b2');
    await startInline(held, { engine, name: 'a-dag', dagRunId: 'a1' });
    await enqueue(engine, 'c-dag', 'c1', { queue: 'alpha' });
    await untilState(engine, 'alpha', 'c1|');

    const answer = await engine.client.call('queues.list', {});

    expect(operations['queues.list'].output().safeParse(answer).error).toBeUndefined();
    const { queues, summary } = answer;

    const words = queues.map(
      ({ name, type, runningCount, queuedCount, maxConcurrency }) =>
        `${name} ${type} ${runningCount}/${maxConcurrency} ${queuedCount}`,
    );
    expect(words).toEqual([
      'zeta global 0/3 0',
      'alpha global 1/2 0',
      'a-dag dag-based 1/1 0',
      'b-dag dag-based 1/1 1',
    ]);
    expect(summary).toEqual({
      totalQueues: 4,
      totalRunning: 3,
      totalQueued: 1,
      totalCapacity: 7,
      utilizationPercentage: 42.9,
    });
  });

  it('says of a run whose turn it is that it is about to start', async () => {
    const engine = await anEngineWith({ night: 1 });
    const { client } = engine;
    const asked: Promise<readonly unknown[]>[] = [];
    const reasons = async () => {
      const [{ queues }, { items }] = await Promise.all([
        client.call('queues.list', {}),
        client.call('queues.items', { name: 'night', type: 'queued' }),
      ]);
      return [queues[0]?.queued[0]?.reason, items[0]?.reason];
    };
    // It is announced before it can begin.
    engine.subscribe({}, ({ type }) => {
      if (type === 'queue.changed') asked.push(reasons());
    });

    await enqueue(engine, 'etl', '1', { queue: 'night' });
    await untilState(engine, 'night', '1|');

    expect(await asked[0]).toEqual(['about to start', 'about to start']);
  });

  it('of one queue comes by pages', async () => {
    const engine = await anEngineWith({ night: 2 });
    for (const id of ['1', '2', '3', '4', '5'])
      await enqueue(engine, 'etl', id, { queue: 'night' });
    const items = async (type: 'running' | 'queued', page: number) =>
      engine.client.call('queues.items', { name: 'night', type, page, perPage: 2 });

    const [running, first, second] = [
      await items('running', 1),
      await items('queued', 1),
      await items('queued', 2),
    ];

    const places = [running, first, second].map((page) =>
      page.items.map(({ dagRunId, position }) => `${position}:${dagRunId}`),
    );
    expect(places).toEqual([['0:1', '0:2'], ['1:3', '2:4'], ['3:5']]);
    expect(first.pagination).toMatchObject({ totalRecords: 3, totalPages: 2, nextPage: 2 });
    expect(running.pagination).toMatchObject({ totalRecords: 2, totalPages: 1, nextPage: null });
    expect(first.items[0]?.reason).toBe('2 of 2 running: etl 1 and others');
  });
});
