import { describe, expect, it } from 'vitest';
import type { EngineEvent } from '#contract/events.ts';
import type { RunSummary } from '#contract/run.ts';
import type { Calendar, Slot, SlotFate } from '#contract/schedule.ts';
import { runStatusCodes } from '#contract/status.ts';
import { createAttentionStore } from '../../../renderer/app/attention-store.ts';
import { noSlots } from '../../../renderer/lib/slot-entry.ts';
import { aRun } from '../support/run-fixtures.ts';
import { aSlot, noCalendar } from '../support/schedule-fixtures.ts';
import { arrive, pass, scriptedEngine, useStoppedClock } from '../support/scripted-engine.ts';

const now = Date.parse('2026-11-19T12:00:00Z');
const between = { from: now, to: now };

describe('what wants attention behind the sidebar', () => {
  useStoppedClock(now);

  async function anAttention(queued = 3, fates: readonly SlotFate[] = ['missed', 'ran', 'failed']) {
    const engine = scriptedEngine({
      'queues.list': () => ({ queues: [], summary: summaryOf(queued) }),
      'schedule.calendar': () => calendarWith(fates.map((fate) => aSlot('etl', { fate }))),
    });
    const store = createAttentionStore(engine.connection);
    const end = store.getState().start();
    await arrive();
    const counts = () => {
      const { schedule, queues } = store.getState();
      return { schedule, queues };
    };
    const asked = () => [
      engine.asked('schedule.calendar').length,
      engine.asked('queues.list').length,
    ];
    return { engine, store, end, counts, asked };
  }

  it('counts runs that wait, and slots of the last 24 hours that were missed or failed', async () => {
    const { engine, counts } = await anAttention();

    expect(createAttentionStore(engine.connection).getState()).toMatchObject({
      schedule: 0,
      queues: 0,
    });
    expect(counts()).toEqual({ schedule: 2, queues: 3 });
    expect(engine.asked('schedule.calendar')).toEqual([
      { from: '2026-11-18T12:00:00.000Z', to: '2026-11-19T12:00:00.000Z' },
    ]);
  });

  it('counts those of DAGs that run too often to name each slot', async () => {
    const { engine, store } = await anAttention();
    const day = { ...noSlots, date: '2026-11-19' };
    engine.answers['schedule.calendar'] = () =>
      calendarWith(
        [aSlot('etl', { fate: 'missed' })],
        [
          { ...day, missed: 2, failed: 4, ran: 90, skipped: 5 },
          { ...day, missed: 8 },
        ],
      );
    engine.lose();
    engine.comeBack();
    await arrive();

    expect(store.getState().schedule).toBe(15);
  });

  it('counts slots anew once for many that went wrong, and not for those that ran', async () => {
    const { engine, asked } = await anAttention();

    engine.emit({ type: 'slot.decided', slot: aSlot('etl', { fate: 'ran' }) });
    await pass(1000);
    expect(asked()).toEqual([1, 1]);

    for (const fate of ['failed', 'ran', 'missed'] as const) {
      engine.emit({ type: 'slot.decided', slot: aSlot('etl', { fate }) });
    }
    await pass(249);
    expect(asked()).toEqual([1, 1]);
    await pass(1);
    expect(asked()).toEqual([2, 1]);
  });

  it.each(['failed', 'missed'] as const)('counts slots anew for one that %s', async (fate) => {
    const { engine, asked } = await anAttention();

    engine.emit({ type: 'slot.decided', slot: aSlot('etl', { fate }) });
    await pass(250);

    expect(asked()).toEqual([2, 1]);
  });

  it('counts what waits anew when a queue changes', async () => {
    const { engine, counts, asked } = await anAttention();
    engine.answers['queues.list'] = () => ({ queues: [], summary: summaryOf(7) });

    engine.emit({ type: 'queue.changed', queue: 'heavy' });
    engine.emit({ type: 'dag.changed', fileName: 'etl', change: 'updated' });
    await pass(250);

    expect(counts()).toEqual({ schedule: 2, queues: 7 });
    expect(asked()).toEqual([1, 2]);
  });

  it('counts runs that wait for a person, and anew when one begins or ends to wait alone', async () => {
    const { engine, store } = await anAttention();
    const gated = aRun('deploy', 'waiting', { dagRunId: 'gated' });
    const child = aRun('deploy', 'waiting', { dagRunId: 'below', parentDAGRunId: 'gated' });
    const other = aRun('etl', 'running', { dagRunId: 'other' });
    const hear = async (event: EngineEvent, dagRuns: RunSummary[]) => {
      engine.answers['runs.list'] = () => ({ dagRuns });
      engine.emit(event);
      await pass(250);
      return [store.getState().runs, engine.asked('runs.list').length];
    };

    expect(await hear({ type: 'run.changed', run: other }, [])).toEqual([0, 1]);
    expect(await hear({ type: 'run.changed', run: gated }, [gated])).toEqual([1, 2]);
    expect(await hear({ type: 'run.changed', run: gated }, [gated])).toEqual([1, 2]);
    expect(await hear({ type: 'run.changed', run: child }, [gated])).toEqual([1, 2]);
    expect(await hear({ type: 'run.removed', ...gated }, [])).toEqual([0, 3]);
    expect(engine.asked('runs.list')).toContainEqual({ status: runStatusCodes.waiting });
  });

  it('counts slots anew every ten minutes while there are any, since they grow old without an event', async () => {
    const { engine, counts, asked } = await anAttention();
    engine.answers['schedule.calendar'] = () => calendarWith([]);

    await pass(599_999);
    expect(asked()).toEqual([1, 1]);
    await pass(1);
    expect(asked()).toEqual([2, 1]);
    expect(counts()).toEqual({ schedule: 0, queues: 3 });

    await pass(1_200_000);
    expect(asked()).toEqual([2, 1]);
  });

  it('leaves a number as it is when it cannot be counted', async () => {
    const { engine, counts } = await anAttention();

    engine.refuse('queues.list', 'No.');
    engine.refuse('schedule.calendar', 'No.');
    engine.lose();
    engine.comeBack();
    await arrive();

    expect(counts()).toEqual({ schedule: 2, queues: 3 });
  });

  it('counts nothing more when it has ended', async () => {
    const { engine, end, asked } = await anAttention();

    engine.emit({ type: 'queue.changed', queue: 'heavy' });
    end();
    await pass(1_200_000);

    expect(asked()).toEqual([1, 1]);
    expect(engine.listeners()).toBe(0);
  });
});

function summaryOf(totalQueued: number) {
  return {
    totalQueues: 1,
    totalRunning: 0,
    totalQueued,
    totalCapacity: 1,
    utilizationPercentage: 0,
  };
}

function calendarWith(slots: Slot[], days: Calendar['dags'][number]['days'] = []): Calendar {
  const dag = {
    fileName: 'etl',
    name: 'etl',
    schedule: [],
    suspended: false,
    frequent: days.length > 0,
    slots,
    due: [],
    days,
  };
  return { ...noCalendar(now, between), dags: [dag] };
}
