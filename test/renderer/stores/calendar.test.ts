import { describe, expect, it } from 'vitest';
import type { Calendar } from '#contract/schedule.ts';
import { createCalendarStore } from '../../../renderer/features/schedule/calendar-store.ts';
import { decidedEntry } from '../../../renderer/lib/slot-entry.ts';
import { aDagItem } from '../support/dag-fixtures.ts';
import { aRun } from '../support/run-fixtures.ts';
import { aCalendar, aSlot, noCalendar } from '../support/schedule-fixtures.ts';
import {
  arrive,
  onePage,
  pass,
  scriptedEngine,
  useStoppedClock,
} from '../support/scripted-engine.ts';

const now = Date.parse('2026-11-19T08:42:00Z');
const between = {
  from: Date.parse('2026-11-15T23:00:00Z'),
  to: Date.parse('2026-11-22T22:59:59.999Z'),
};
const week = { first: '2026-11-16', count: 7 };
const nextWeek = { first: '2026-11-23', count: 7 };
const full = aCalendar(now, between);
const empty = noCalendar(now, between);

async function aShownWeek(calendar: Calendar = full, zone = 'Europe/Berlin') {
  const engine = scriptedEngine({ 'schedule.calendar': () => calendar });
  const store = createCalendarStore(engine.connection, zone);
  const begun = store.getState();
  const end = begun.start();
  begun.show(week);
  await arrive();
  return { engine, store, begun, end, asked: () => engine.asked('schedule.calendar').length };
}

describe('the calendar', () => {
  useStoppedClock(now);

  it('asks for the days that are shown, in its zone, once they are known', async () => {
    const { engine, store, begun } = await aShownWeek();

    expect(begun).toMatchObject({ phase: 'loading', message: '', zone: 'Europe/Berlin' });
    expect(begun).toMatchObject({ range: undefined, calendar: undefined, hasSchedules: true });
    expect(engine.asked('schedule.calendar')).toEqual([
      { from: '2026-11-15T23:00:00.000Z', to: '2026-11-22T22:59:59.999Z' },
    ]);
    expect(store.getState()).toMatchObject({ phase: 'ready', calendar: full, range: week });
    expect(store.getState().hasSchedules).toBe(true);
  });

  it('takes the zone of the engine, whose days are to be asked for again', async () => {
    const { engine, store } = await aShownWeek(full, 'UTC');

    expect(store.getState()).toMatchObject({ zone: 'Europe/Berlin', phase: 'loading' });
    expect(store.getState().calendar).toBeUndefined();

    store.getState().show(week);
    await arrive();
    expect(engine.asked('schedule.calendar').map(({ from }) => from)).toEqual([
      '2026-11-16T00:00:00.000Z',
      '2026-11-15T23:00:00.000Z',
    ]);
    expect(store.getState()).toMatchObject({ phase: 'ready', calendar: full });
  });

  it('shows the days that were wanted last, whichever answer comes later', async () => {
    const { engine, store } = await aShownWeek();
    const late = engine.hold('schedule.calendar');

    store.getState().show(nextWeek);
    engine.answers['dags.list'] = () => ({ dags: [], errors: [], pagination: onePage(0) });
    store.getState().show(week);
    await arrive();
    late.resolve(empty);
    await arrive();

    expect(store.getState()).toMatchObject({ range: week, calendar: full, hasSchedules: true });
  });

  it('says nothing of days that could not be had when others are shown', async () => {
    const { engine, store } = await aShownWeek();
    const broken = engine.hold('schedule.calendar');

    store.getState().show(nextWeek);
    store.getState().show(week);
    broken.reject(new Error('Lost.'));
    await arrive();

    expect(store.getState().phase).toBe('ready');
  });

  it('keeps the days of before until new ones are there, or could not be had', async () => {
    const { engine, store } = await aShownWeek();

    engine.refuse('schedule.calendar', 'The disk is full.');
    store.getState().show(nextWeek);
    expect(store.getState()).toMatchObject({ phase: 'ready', calendar: full, range: nextWeek });
    await arrive();

    expect(store.getState()).toMatchObject({ phase: 'failed', message: 'The disk is full.' });
    expect(store.getState().calendar).toBe(full);
  });

  it('is asked for again when the engine is back', async () => {
    const { engine, asked } = await aShownWeek();

    engine.lose();
    engine.comeBack();
    await arrive();

    expect(asked()).toBe(2);
  });

  it('asks for nothing before days are shown', async () => {
    const engine = scriptedEngine({ 'schedule.calendar': () => full });
    createCalendarStore(engine.connection, 'UTC').getState().start();
    await arrive();

    expect(engine.asked('schedule.calendar')).toEqual([]);
  });

  it('follows slots and runs a little later, without asking', async () => {
    const { engine, store, asked } = await aShownWeek();
    const time = '2026-11-18T01:30:00.000Z';
    const slot = aSlot('orders-nightly', { time, fate: 'ran', dagRunId: 'r1' });
    const run = aRun('orders-nightly', 'failed', { dagRunId: 'r1' });

    engine.emit({ type: 'slot.decided', slot });
    engine.emit({ type: 'run.changed', run });
    await pass(99);
    expect(store.getState().calendar).toBe(full);
    await pass(1);

    const dag = store.getState().calendar?.dags.find((one) => one.name === 'orders-nightly');
    expect(dag?.slots.find((one) => one.dagRunId === 'r1')).toMatchObject({
      fate: 'ran',
      runStatus: 'failed',
    });
    await pass(10_000);
    expect(asked()).toBe(1);
  });

  it('is asked for again where an event says too little, once for many of them', async () => {
    const { engine, asked } = await aShownWeek();

    engine.emit({ type: 'dag.changed', fileName: 'etl', change: 'updated' });
    await pass(300);
    engine.emit({ type: 'dag.changed', fileName: 'etl', change: 'updated' });
    await pass(299);
    expect(asked()).toBe(1);
    await pass(1);
    expect(asked()).toBe(2);
  });

  it('does not care for events before it is there', async () => {
    const { engine, store, asked } = await aShownWeek(full, 'UTC');

    engine.emit({ type: 'dag.changed', fileName: 'etl', change: 'updated' });
    await pass(10_000);

    expect(asked()).toBe(1);
    expect(store.getState().calendar).toBeUndefined();
  });

  it('asks for nothing more when it has ended', async () => {
    const { engine, end, asked } = await aShownWeek();

    engine.emit({ type: 'dag.changed', fileName: 'etl', change: 'updated' });
    await pass(100);
    engine.emit({ type: 'dag.changed', fileName: 'etl', change: 'updated' });
    end();
    await pass(10_000);

    expect(asked()).toBe(1);
    expect(engine.listeners()).toBe(0);
  });

  it('asks why a slot had its fate, and starts a run', async () => {
    const { engine, store } = await aShownWeek();
    const answer = { sentence: 'It slept.', slot: null, evidence: [] };
    engine.answers['dags.why'] = () => answer;
    engine.answers['dags.start'] = () => ({ dagRunId: 'started' });
    const { fileName, time, kind, ...slot } = aSlot('etl');

    const entry = decidedEntry({ fileName, time, kind, ...slot }, false);
    expect(await store.getState().explain(entry)).toBe(answer);
    expect(engine.asked('dags.why')).toEqual([{ fileName, time, kind }]);
    expect(await store.getState().run('etl')).toBe('started');
    expect(engine.asked('dags.start')).toEqual([{ fileName: 'etl' }]);
  });
});

describe('a calendar without a slot', () => {
  useStoppedClock(now);

  const scheduled = aDagItem('etl', now, { cron: '0 1 * * *' });
  const plain = aDagItem('etl', now);

  it.each([
    ['none has a schedule', [[plain], [plain]], false, 2],
    ['one has', [[plain, scheduled], [plain]], true, 1],
    ['one of a later page has', [[plain], [scheduled]], true, 2],
  ] as const)('looks through all DAGs: %s', async (_, pages, hasSchedules, asked) => {
    const engine = scriptedEngine({
      'schedule.calendar': () => empty,
      'dags.list': ({ page }) => ({
        dags: [...(pages[Number(page) - 1] ?? [])],
        errors: [],
        pagination: { ...onePage(2), totalPages: pages.length },
      }),
    });
    const store = createCalendarStore(engine.connection, 'Europe/Berlin');

    store.getState().show(week);
    await arrive();

    expect(store.getState()).toMatchObject({ phase: 'ready', hasSchedules });
    expect(engine.asked('dags.list')).toEqual(
      Array.from({ length: asked }, (_, index) => ({ page: index + 1, perPage: 1000 })),
    );
  });
});
