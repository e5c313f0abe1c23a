import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Calendar, Slot } from '#contract/schedule.ts';
import { slotCommands } from '../../../renderer/components/slot-commands.ts';
import {
  countsOf,
  entriesByDay,
  type DayEntry,
} from '../../../renderer/features/schedule/calendar-entries.ts';
import { withEvents } from '../../../renderer/features/schedule/calendar-events.ts';
import { downtimeBands } from '../../../renderer/features/schedule/downtime-bands.ts';
import { listRows } from '../../../renderer/features/schedule/list-rows.ts';
import { neighborDay, shownDays } from '../../../renderer/features/schedule/schedule-address.ts';
import {
  lanesIn,
  layoutDay,
  SLOT_HEIGHT,
  topOf,
} from '../../../renderer/features/schedule/slot-lanes.ts';
import {
  decidedEntry,
  entryStatus,
  formatFate,
  noSlots,
} from '../../../renderer/lib/slot-entry.ts';
import { aRun } from '../support/run-fixtures.ts';
import { aCalendar, aSlot, noCalendar } from '../support/schedule-fixtures.ts';

const now = Date.parse('2026-11-19T08:42:00Z');
const week = Array.from({ length: 7 }, (_, index) => `2026-11-${16 + index}`);
const between = {
  from: Date.parse('2026-11-15T23:00:00Z'),
  to: Date.parse('2026-11-22T22:59:59.999Z'),
};
const calendar = aCalendar(now, between);

const missed = aSlot('orders-nightly');

function anEntry(minute: number, name: string, slot: Slot | undefined = undefined): DayEntry {
  const entry = decidedEntry({ ...missed, name, fileName: name }, false);
  return { ...entry, key: `${name} ${minute}`, slot, minute };
}

const someEntries = fc
  .array(fc.integer({ min: 0, max: 1439 }), { maxLength: 40 })
  .map((minutes) =>
    minutes.toSorted((a, b) => a - b).map((minute, index) => anEntry(minute, `dag-${index}`)),
  );

describe('the slots of a day', () => {
  it('are each drawn or folded, once', () => {
    fc.assert(
      fc.property(someEntries, (entries) => {
        const { slots, folds } = layoutDay(entries, 2);
        const shown = [
          ...slots.map((slot) => slot.entry),
          ...folds.flatMap((fold) => fold.entries),
        ];

        expect(shown.map((entry) => entry.key).sort()).toEqual(
          entries.map((entry) => entry.key).sort(),
        );
      }),
    );
  });

  it('never cover each other, and stand at their time', () => {
    fc.assert(
      fc.property(someEntries, (entries) => {
        const { slots } = layoutDay(entries, 2);

        for (const [index, slot] of slots.entries()) {
          expect(slot.top).toBe(topOf(slot.entry.minute));
          const covered = slots
            .slice(index + 1)
            .filter((other) => Math.abs(other.top - slot.top) < SLOT_HEIGHT)
            .filter((other) => other.lanes === 1 || slot.lanes === 1 || other.lane === slot.lane);
          expect(covered).toEqual([]);
        }
      }),
    );
  });

  it('have each the whole width when one begins where another ends', () => {
    const { slots } = layoutDay([anEntry(626, 'a'), anEntry(681, 'b')], 2);

    expect(slots.map(({ top, lanes }) => [top, lanes])).toEqual([
      [250, 1],
      [272, 1],
    ]);
  });

  const three = [anEntry(420, 'a'), anEntry(430, 'b'), anEntry(600, 'c')];

  it('share the width when they are two', () => {
    const { slots, folds } = layoutDay(three, 2);

    expect(slots.map(({ lane, lanes }) => [lane, lanes])).toEqual([
      [0, 2],
      [1, 2],
      [0, 1],
    ]);
    expect(folds).toEqual([]);
  });

  it('are folded already when they are two where a column is too narrow for both', () => {
    const { slots, folds } = layoutDay(three, 1);

    expect(slots.map(({ entry, hasFold }) => [entry.name, hasFold])).toEqual([
      ['a', true],
      ['c', false],
    ]);
    expect(folds.map((fold) => fold.entries.map(({ name }) => name))).toEqual([['b']]);
  });

  it.each([
    [0, 1],
    [146, 1],
    [199, 1],
    [200, 2],
    [900, 2],
  ])('of %d pixels beside each other are %d', (width, lanes) => {
    expect(lanesIn(width)).toBe(lanes);
  });

  it('are folded when they are more, with the one that wants attention on top', () => {
    const entries = [anEntry(420, 'a'), anEntry(420, 'b', missed), anEntry(430, 'c')];
    const { slots, folds } = layoutDay(entries, 2);

    expect(slots.map(({ entry }) => entry.name)).toEqual(['b']);
    expect(folds.map((fold) => fold.entries.map(({ name }) => name))).toEqual([['a', 'c']]);
  });

  it('stand on their day in the zone of the calendar, by time', () => {
    const days = entriesByDay(calendar);

    expect([...days.keys()].sort()).toEqual(week);
    expect(
      days
        .get('2026-11-18')
        ?.slice(0, 3)
        .map(({ name, minute }) => [name, minute]),
    ).toEqual([
      ['pg-backup', 60],
      ['orders-nightly', 150],
      ['dbt-marts', 240],
    ]);
  });

  it('are counted with those of DAGs that run often, for the days that are shown', () => {
    const days = entriesByDay(calendar);

    expect(countsOf(calendar, days, ['2026-11-18'])).toEqual({
      ...noSlots,
      ran: 73 + 18 + 10,
      missed: 23 + 6 + 1,
    });
    expect(countsOf(calendar, days, [])).toEqual(noSlots);
  });
});

describe('what stands for a slot', () => {
  it.each([
    [{ fate: 'ran', runStatus: 'failed' }, 'failed', 'Ran · Failed'],
    [{ fate: 'ran', runStatus: null }, 'ran', 'Ran'],
    [{ fate: 'skipped', runStatus: 'running' }, 'skipped', 'Skipped'],
    [{ fate: 'failed' }, 'refused', 'Failed to start'],
    [{ fate: 'missed' }, 'missed', 'Missed'],
    [{ fate: 'pending' }, 'pending', 'Pending'],
  ] as const)('of %j is %s, in words %s', (changes, status, words) => {
    const slot = { ...missed, ...changes };

    expect(entryStatus({ slot })).toBe(status);
    expect(formatFate({ slot })).toBe(words);
  });

  it('is due while it has no fate', () => {
    expect(entryStatus({ slot: undefined })).toBe('due');
  });

  it('is not due while its DAG is suspended', () => {
    const coming = { slot: undefined, isSuspended: true };

    expect([entryStatus(coming), formatFate(coming)]).toEqual(['suspended', 'Suspended']);
    expect(entryStatus({ slot: missed, isSuspended: true })).toBe('missed');
  });
});

describe('what can be done about a slot', () => {
  const acts = {
    run: () => undefined,
    setCatchUp: () => undefined,
    openRun: () => undefined,
    openDag: () => undefined,
  };
  const labels = (changes: Partial<Slot>) =>
    slotCommands(decidedEntry({ ...missed, ...changes }, false), acts).map(({ label }) => label);

  it.each([
    [{}, ['Run for this slot', 'Set a catch-up window…', 'Open DAG']],
    [{ fate: 'failed' }, ['Run for this slot', 'Open DAG']],
    [{ kind: 'restart' }, ['Run for this slot', 'Open DAG']],
    [{ fate: 'ran', dagRunId: 'a', runStatus: 'failed' }, ['Open run', 'Open DAG']],
    [{ fate: 'ran', dagRunId: 'a', runStatus: null }, ['Open DAG']],
    [
      { fate: 'skipped', dagRunId: 'a', runStatus: 'running' },
      ['Run for this slot', 'Open run', 'Open DAG'],
    ],
    [{ kind: 'stop', fate: 'skipped' }, ['Open DAG']],
    [{ fate: 'pending' }, ['Open DAG']],
  ] as const)('after %j is %j', (changes, expected) => {
    expect(labels(changes)).toEqual(expected);
  });
});

describe('events of the calendar', () => {
  const due = { time: '2026-11-19T11:00:00.000Z', name: 'warehouse-mirror' };
  const decided: Slot = {
    ...missed,
    ...due,
    fileName: due.name,
    fate: 'ran',
    dagRunId: 'fresh',
    runStatus: 'running',
  };
  const dagOf = ({ dags }: Calendar, name: string) => dags.find((dag) => dag.name === name);

  it('turn a slot that was due into a decided one, once', () => {
    const event = { type: 'slot.decided', slot: decided } as const;
    const next = withEvents(calendar, [event, event]);
    const dag = dagOf(next.calendar, due.name);

    expect(next.isStale).toBe(false);
    expect(dag?.due.some((slot) => slot.time === due.time)).toBe(false);
    expect(dag?.slots.filter((slot) => slot.time === due.time)).toEqual([decided]);
    expect(dagOf(next.calendar, 'pg-backup')).toBe(dagOf(calendar, 'pg-backup'));
  });

  it('let slots follow their runs', () => {
    const run = aRun('orders-etl', 'failed', { dagRunId: 'slot-orders-etl-0' });
    const next = withEvents(calendar, [{ type: 'run.changed', run }]).calendar;

    expect(dagOf(next, 'orders-etl')?.slots.at(-1)?.runStatus).toBe('failed');
    expect(dagOf(calendar, 'orders-etl')?.slots.at(-1)?.runStatus).toBe('running');
  });

  it('leave the calendar alone when they are about other days or other runs', () => {
    const later = { ...decided, time: '2026-11-25T11:00:00.000Z' };
    const run = aRun('elsewhere', 'failed');
    const next = withEvents(calendar, [
      { type: 'slot.decided', slot: later },
      { type: 'run.changed', run },
    ]);

    expect(next).toEqual({ calendar, isStale: false });
    expect(next.calendar).toBe(calendar);
  });

  it.each([
    { type: 'dag.changed', fileName: 'a', change: 'updated' },
    { type: 'slot.decided', slot: { ...decided, fileName: 'api-health' } },
    { type: 'slot.decided', slot: { ...decided, fileName: 'new-dag' } },
  ] as const)('ask for a new one when it cannot be known from them: %j', (event) => {
    expect(withEvents(calendar, [event]).isStale).toBe(true);
  });
});

describe('a downtime', () => {
  const timezone = 'Europe/Berlin';
  const downtimes = [
    { from: '2026-11-17T22:00:00.000Z', to: '2026-11-19T05:48:00.000Z', cause: 'asleep' as const },
  ];
  it.each([
    ['2026-11-16', []],
    ['2026-11-17', [{ top: 552, height: 24, words: 'asleep until Thu 06:48' }]],
    ['2026-11-18', [{ top: 0, height: 576, words: 'asleep until Thu 06:48' }]],
    ['2026-11-19', [{ top: 0, height: topOf(6 * 60 + 48), words: 'asleep until 06:48' }]],
  ])('is drawn on %s as %j', (date, bands) => {
    expect(downtimeBands({ timezone, downtimes }, date)).toEqual(bands);
  });
});

describe('the coming slots of a suspended DAG', () => {
  const name = 'snapshot-compare';
  const alone = { ...calendar, dags: calendar.dags.filter((dag) => dag.fileName === name) };
  const days = entriesByDay(alone);
  const list = (state?: 'due') =>
    listRows({ calendar: alone, days, dates: week, now, filter: { state, dag: '' } });

  it('are shown, and counted by nothing as due', () => {
    const coming = list().filter((row) => row.kind === 'slot' && row.entry.slot === undefined);
    const counted = list().flatMap((row) => (row.kind === 'day' ? row.counts.due : []));

    expect(alone.dags[0]?.suspended).toBe(true);
    expect(coming.length).toBeGreaterThan(0);
    expect(countsOf(alone, days, week).due).toBe(0);
    expect(counted.every((due) => due === 0)).toBe(true);
    expect(list('due')).toEqual([]);
  });
});

describe('the list', () => {
  const days = entriesByDay(calendar);
  const rows = (filter: { state?: 'missed' | 'due'; dag?: string }, dates = week) =>
    listRows({
      calendar,
      days,
      dates,
      now,
      filter: { state: filter.state, dag: filter.dag ?? '' },
    });

  it('shows the present between what was and what comes', () => {
    const all = rows({});
    const at = all.findIndex((row) => row.kind === 'now');
    const names = [all[at - 1], all[at + 1]].map((row) => row?.kind === 'slot' && row.entry.name);

    expect(names).toEqual(['orders-etl', 'warehouse-mirror']);
  });

  it('takes what is decided for past, though its own clock may lag', () => {
    const early = Date.parse('2026-11-19T08:29:50Z');
    const all = listRows({
      calendar,
      days,
      dates: week,
      now: early,
      filter: { state: undefined, dag: '' },
    });
    const before = all[all.findIndex((row) => row.kind === 'now') - 1];

    expect(before).toMatchObject({
      entry: { name: 'orders-etl', time: '2026-11-19T08:30:00.000Z' },
    });
  });

  it('shows only what passes the filter, and no day without it', () => {
    const kinds = rows({ state: 'missed' }).map((row) =>
      row.kind === 'slot' ? row.entry.name : row.kind === 'often' ? row.dag.name : row.kind,
    );

    expect(kinds).toEqual(['day', 'api-health', 'fraud-features', 'orders-nightly']);
    expect(rows({ dag: 'ORDERS-N' }).filter((row) => row.kind === 'slot')).toHaveLength(7);
    expect(rows({ dag: 'nobody' })).toEqual([]);
  });

  it('counts a day by what it shows of it', () => {
    const [head] = rows({ state: 'missed' });
    expect(head).toMatchObject({ kind: 'day', date: '2026-11-18', counts: { missed: 30, ran: 0 } });
  });

  it('is empty for a calendar without slots', () => {
    const empty = noCalendar(now, between);
    const filter = { state: undefined, dag: '' };
    expect(listRows({ calendar: empty, days: new Map(), dates: week, filter, now })).toEqual([]);
  });
});

describe('the days that are shown', () => {
  const today = '2026-11-19';
  it('are seven from today or the wanted one on, or three where there is less room', () => {
    const wide = { today, isNarrow: false };
    const narrow = { today, isNarrow: true };

    expect(shownDays({ day: undefined, view: 'week' }, wide)).toEqual({ first: today, count: 7 });
    expect(shownDays({ day: '2026-12-01', view: 'week' }, narrow)).toEqual({
      first: '2026-12-01',
      count: 3,
    });
    expect(shownDays({ day: undefined, view: 'list' }, narrow)).toEqual({ first: today, count: 7 });
  });

  it('follow each other without a gap, and lead back', () => {
    for (const isNarrow of [false, true]) {
      const here = shownDays({ day: today, view: 'week' }, { today, isNarrow });
      const next = shownDays({ day: neighborDay(here, 1), view: 'week' }, { today, isNarrow });
      const back = shownDays({ day: neighborDay(next, -1), view: 'week' }, { today, isNarrow });

      expect(next.first).toBe(isNarrow ? '2026-11-22' : '2026-11-26');
      expect(back).toEqual(here);
    }
  });
});
