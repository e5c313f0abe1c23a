import { describe, expect, it } from 'vitest';
import type { Slot } from '#contract/schedule.ts';
import {
  createLedgerStore,
  type LedgerFilter,
} from '../../../renderer/features/dags/ledger-store.ts';
import { aRun } from '../support/run-fixtures.ts';
import { aPlannedSlot, aSlot } from '../support/schedule-fixtures.ts';
import {
  arrive,
  onePage,
  pass,
  scriptedEngine,
  useStoppedClock,
} from '../support/scripted-engine.ts';

const all: LedgerFilter = { fate: undefined, day: undefined };

const slotAt = (hour: number, changes: Partial<Slot> = {}) =>
  aSlot('etl', { time: `2026-11-18T0${hour}:00:00.000Z`, ...changes });

async function aLedger(filter = all, pages: Slot[][] = [[slotAt(3), slotAt(2)], [slotAt(1)]]) {
  const next = [aPlannedSlot('2026-11-20T01:00:00.000Z')];
  const engine = scriptedEngine({
    'dags.schedulePreview': () => ({ slots: next, timezone: 'Europe/Berlin', hasMore: false }),
    'dags.slots': ({ page }) => ({
      slots: pages[Number(page) - 1] ?? [],
      pagination: onePage(pages.flat().length),
    }),
  });
  const store = createLedgerStore(engine.connection, 'etl.yaml', filter);
  const begun = store.getState();
  const end = begun.start();
  await arrive();
  const shown = () => store.getState().slots.map(({ time }) => Number(time.slice(11, 13)));
  const asked = () => engine.asked('dags.schedulePreview').length;
  return { engine, store, begun, end, shown, asked, next };
}

describe('the ledger of a DAG', () => {
  useStoppedClock(0);

  it('loads the first page of its slots and those that come next', async () => {
    const { engine, store, begun, shown, next } = await aLedger();

    expect(begun).toMatchObject({ phase: 'loading', message: '', slots: [], total: 0, next: [] });
    expect(begun.zone).toBe('');
    expect(store.getState()).toMatchObject({
      phase: 'ready',
      total: 3,
      next,
      zone: 'Europe/Berlin',
    });
    expect(shown()).toEqual([3, 2]);
    expect(engine.asked('dags.slots')).toEqual([{ fileName: 'etl.yaml', page: 1, perPage: 100 }]);
    expect(engine.asked('dags.schedulePreview')).toEqual([{ fileName: 'etl.yaml', count: 10 }]);
  });

  it('asks for one fate and one day, in the zone of the engine', async () => {
    const { engine } = await aLedger({ fate: 'missed', day: '2026-11-18' });

    expect(engine.asked('dags.slots')).toEqual([
      {
        fileName: 'etl.yaml',
        page: 1,
        perPage: 100,
        fate: 'missed',
        from: '2026-11-17T23:00:00.000Z',
        to: '2026-11-18T22:59:59.999Z',
      },
    ]);
  });

  it('shows a page more on request, also when it is loaded anew', async () => {
    const { engine, store, shown } = await aLedger();

    await store.getState().more();
    expect(shown()).toEqual([3, 2, 1]);

    await store.getState().refresh();
    expect(shown()).toEqual([3, 2, 1]);
    expect(engine.asked('dags.slots').map(({ page }) => page)).toEqual([1, 1, 2, 1, 2]);
  });

  it('shows a slot once that another one moved to the next page while both were asked for', async () => {
    const { store, shown } = await aLedger(all, [
      [slotAt(3), slotAt(2)],
      [slotAt(2), slotAt(1)],
    ]);

    await store.getState().more();

    expect(shown()).toEqual([3, 2, 1]);
  });

  it('shows slots of several kinds at one time', async () => {
    const { shown } = await aLedger(all, [[slotAt(3), slotAt(3, { kind: 'stop' })]]);

    expect(shown()).toEqual([3, 3]);
  });

  it.each([
    ['a slot of it is decided', { type: 'slot.decided', slot: aSlot('etl') }],
    ['its definition changes', { type: 'dag.changed', fileName: 'etl.yml', change: 'updated' }],
    [
      'a run of one of its slots changes',
      { type: 'run.changed', run: aRun('etl', 'failed', { dagRunId: 'r1' }) },
    ],
  ] as const)('is loaded anew a little later when %s', async (_, event) => {
    const { engine, asked } = await aLedger(all, [[slotAt(3, { dagRunId: 'r1' })]]);

    engine.emit(event);
    engine.emit({ type: 'queue.changed', queue: 'heavy' });
    await pass(199);
    expect(asked()).toBe(1);
    await pass(1);
    expect(asked()).toBe(2);
  });

  it.each([
    ['a slot of another DAG', { type: 'slot.decided', slot: aSlot('other') }],
    ['another definition', { type: 'dag.changed', fileName: 'other', change: 'updated' }],
    ['a run of no slot', { type: 'run.changed', run: aRun('etl', 'failed', { dagRunId: 'r2' }) }],
    [
      'a run of another DAG with the same id',
      { type: 'run.changed', run: aRun('other', 'failed', { dagRunId: 'r1' }) },
    ],
  ] as const)('does not care for %s', async (_, event) => {
    const { engine, asked } = await aLedger(all, [[slotAt(3, { dagRunId: 'r1' })]]);

    engine.emit(event);
    await pass(1000);

    expect(asked()).toBe(1);
  });

  it('says why it could not be loaded, and keeps what it shows', async () => {
    const { engine, store, shown } = await aLedger();

    engine.refuse('dags.slots', 'The disk is full.');
    engine.lose();
    engine.comeBack();
    await arrive();

    expect(store.getState()).toMatchObject({ phase: 'failed', message: 'The disk is full.' });
    expect(shown()).toEqual([3, 2]);
  });

  it('keeps the page that was asked for last when an earlier answer comes later', async () => {
    const { engine, store, shown, next } = await aLedger();
    const late = engine.hold('dags.schedulePreview');

    const first = store.getState().refresh();
    await store.getState().more();
    engine.answers['dags.slots'] = () => ({ slots: [], pagination: onePage(0) });
    late.resolve({ slots: next, timezone: 'Europe/Berlin', hasMore: false });
    await first;

    expect(shown()).toEqual([3, 2, 1]);
  });

  it('asks why a slot had its fate', async () => {
    const { engine, store } = await aLedger();
    const answer = { sentence: 'It slept.', slot: null, evidence: [] };
    engine.answers['dags.why'] = () => answer;

    expect(await store.getState().explain(slotAt(3))).toBe(answer);
    expect(engine.asked('dags.why')).toEqual([
      { fileName: 'etl.yaml', time: slotAt(3).time, kind: 'start' },
    ]);
  });

  it('asks for nothing more when it has ended', async () => {
    const { engine, end, asked } = await aLedger();

    engine.emit({ type: 'slot.decided', slot: aSlot('etl') });
    end();
    await pass(1000);

    expect(asked()).toBe(1);
    expect(engine.listeners()).toBe(0);
  });
});
