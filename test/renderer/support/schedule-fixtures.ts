import type { Calendar, CalendarDag, PlannedSlot, Slot, SlotKind } from '#contract/schedule.ts';
import type { RunStatus } from '#contract/status.ts';
import { addDays, dateIn, startOfDay, wallTime } from '../../../renderer/lib/zone-time.ts';

const ZONE = 'Europe/Berlin';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const weekdays = [1, 2, 3, 4, 5];
const daily = [0, 1, 2, 3, 4, 5, 6];

interface Timetable {
  readonly name: string;
  readonly at: string;
  readonly days: readonly number[];
  readonly suspended?: boolean;
  readonly kind?: SlotKind;
}

const timetables: readonly Timetable[] = [
  { name: 'crm-sync', at: '07:00', days: [5] },
  { name: 'currency-rates', at: '07:10', days: [5] },
  { name: 'dbt-marts', at: '04:00', days: weekdays },
  { name: 'embeddings-refresh', at: '07:20', days: [2, 5] },
  { name: 'gdpr-purge', at: '12:00', days: [0] },
  { name: 'invoices-export', at: '07:00', days: weekdays },
  { name: 'ledger-close', at: '18:00', days: weekdays },
  { name: 'log-rotation', at: '23:00', days: daily },
  { name: 'market-feed', at: '20:00', days: [3, 4], kind: 'stop' },
  { name: 'orders-etl', at: '09:30', days: weekdays },
  { name: 'orders-nightly', at: '02:30', days: daily },
  { name: 'pg-backup', at: '01:00', days: daily },
  { name: 'price-export', at: '14:30', days: [1, 3, 5] },
  { name: 'churn-model', at: '15:30', days: [3] },
  { name: 'snapshot-compare', at: '05:00', days: [1, 4, 6], suspended: true },
  { name: 'vacuum-staging', at: '05:30', days: [0] },
  { name: 'warehouse-mirror', at: '12:00', days: [1, 2, 3, 4, 5, 6] },
  { name: 'weekly-report', at: '16:00', days: [5] },
];

function withKind(table: Timetable): Timetable & { readonly kind: SlotKind } {
  return { kind: 'start', ...table };
}

interface Between {
  readonly from: number;
  readonly to: number;
}

/** A calendar without a slot. */
export function noCalendar(now: number, { from, to }: Between): Calendar {
  const time = (at: number) => new Date(at).toISOString();
  return {
    timezone: ZONE,
    from: time(from),
    to: time(to),
    now: time(now),
    dags: [],
    downtimes: [],
  };
}

/** The week of the mock-ups, around any time; nothing was due before 2026. */
export function aCalendar(now: number, between: Between): Calendar {
  const empty = noCalendar(now, between);
  if (between.to < Date.parse('2026-01-01T00:00:00Z')) return empty;
  const dates = datesBetween(between);
  const yesterday = addDays(dateIn(ZONE, now), -1);
  const night = startOfDay(ZONE, yesterday);
  return {
    ...empty,
    dags: [
      often('api-health', '*/15 * * * *', 96, { dates, now }),
      often('fraud-features', '15 * * * *', 24, { dates, now }),
      ...timetables.map((table) => calendarDag(table, { dates, now })),
    ].filter((dag) => dag.slots.length + dag.due.length + dag.days.length > 0),
    downtimes: [
      {
        from: new Date(night + 72 * MINUTE).toISOString(),
        to: new Date(night + 408 * MINUTE).toISOString(),
        cause: 'asleep',
      },
    ],
  };
}

function datesBetween({ from, to }: Between): readonly string[] {
  const dates: string[] = [];
  for (let date = dateIn(ZONE, from); date <= dateIn(ZONE, to); date = addDays(date, 1)) {
    dates.push(date);
  }
  return dates;
}

interface When {
  readonly dates: readonly string[];
  readonly now: number;
}

function calendarDag(table: Timetable, { dates, now }: When): CalendarDag {
  const { name, at, days, kind, suspended = false } = withKind(table);
  const times = dates
    .filter((date) => days.includes(new Date(`${date}T12:00:00Z`).getUTCDay()))
    .map((date) => wallInstant(date, at));
  const [hour, minute] = at.split(':').map(Number);
  const expression = `${minute} ${hour} * * ${days.length === 7 ? '*' : days.join(',')}`;
  return {
    fileName: name,
    name,
    schedule: [{ kind, expression }],
    suspended,
    frequent: false,
    slots: times.filter((time) => time <= now).map((time) => decided(table, time, now)),
    due: times.filter((time) => time > now).map((time) => planned(table, time, expression)),
    days: [],
  };
}

/** 02:30 on the day on which clocks go from 02:00 to 03:00 is 03:00. */
function wallInstant(date: string, at: string): number {
  const [hour = 0, minute = 0] = at.split(':').map(Number);
  const wanted = hour * 60 + minute;
  const start = startOfDay(ZONE, date);
  const naive = start + wanted * MINUTE;
  // A clock that was set may have passed midnight.
  const ahead = ((wallTime(ZONE, naive).minute - wanted + 36 * 60) % (24 * 60)) - 12 * 60;
  const time = naive - ahead * MINUTE;
  return wallTime(ZONE, time).minute === wanted ? time : start + 2 * HOUR;
}

function planned(table: Timetable, time: number, expression: string): PlannedSlot {
  const { kind, at } = withKind(table);
  const date = dateIn(ZONE, time);
  const isGap = date === '2027-03-28' && at.startsWith('02');
  return {
    kind,
    time: new Date(time).toISOString(),
    startsAt: new Date(time).toISOString(),
    local: `${date} ${isGap ? '03:00' : at}`,
    timezone: ZONE,
    offset: date >= '2027-03-28' ? '+02:00' : '+01:00',
    expression,
    rule: isGap ? 'gap' : 'none',
    note: isGap
      ? '02:30 does not exist on this day, as clocks go forward from 02:00 to 03:00; so it is due at 03:00.'
      : '',
  };
}

function decided(table: Timetable, time: number, now: number): Slot {
  const { name, kind, suspended } = withKind(table);
  const daysAgo = Math.floor((startOfDay(ZONE, dateIn(ZONE, now)) - time) / (24 * HOUR)) + 1;
  const at = new Date(time).toISOString();
  const ran = (status: RunStatus, changes: Partial<Slot> = {}): Slot => ({
    fileName: name,
    name,
    kind,
    time: at,
    startsAt: at,
    fate: 'ran',
    reason: 'on_time',
    detail: kind === 'stop' ? 'Its run was stopped.' : 'A run was started on time.',
    dagRunId: `slot-${name}-${daysAgo}`,
    runStatus: status,
    decidedAt: at,
    ...changes,
  });
  const without = (fate: Slot['fate'], reason: Slot['reason'], detail: string) =>
    ran('succeeded', { fate, reason, detail, dagRunId: '', runStatus: null });
  if (suspended) return without('skipped', 'suspended', 'The DAG was suspended.');
  switch (`${name} ${daysAgo}`) {
    case 'orders-etl 0':
      return ran('running');
    case 'orders-etl 2':
      return ran('failed');
    case 'warehouse-mirror 2':
      return ran('partially_succeeded');
    case 'price-export 3':
      return ran('aborted');
    case 'churn-model 1':
      return ran('waiting');
    case 'ledger-close 2':
      return {
        ...without('skipped', 'overlap', 'The run of the slot before was still running.'),
        dagRunId: 'slot-ledger-close-3',
        runStatus: 'succeeded',
      };
    case 'dbt-marts 0':
      return without('failed', 'refused', 'The run was refused: the disk is full.');
    case 'orders-nightly 1':
      return without(
        'missed',
        'asleep',
        'The computer was asleep from 01:12 to 06:48, and this DAG has no catch-up window, so the slot is not run later.',
      );
    case 'dbt-marts 1':
      return ran('succeeded', {
        reason: 'caught_up',
        detail: 'It was caught up at 06:49, after the computer had been asleep.',
        decidedAt: new Date(time + 169 * MINUTE).toISOString(),
      });
    default:
      return kind === 'stop' ? ran('aborted') : ran('succeeded');
  }
}

function often(name: string, cron: string, perDay: number, { dates, now }: When): CalendarDag {
  const days = dates.map((date) => {
    const start = startOfDay(ZONE, date);
    const passed = Math.max(0, Math.min(1, (now - start) / (24 * HOUR)));
    const past = Math.round(perDay * passed);
    const isYesterday = date === addDays(dateIn(ZONE, now), -1);
    const missed = isYesterday ? Math.round(perDay * 0.24) : 0;
    const failed = date === addDays(dateIn(ZONE, now), -2) && perDay > 50 ? 1 : 0;
    return {
      date,
      ran: past - missed - failed,
      skipped: 0,
      missed,
      failed,
      pending: 0,
      due: perDay - past,
    };
  });
  return {
    fileName: name,
    name,
    schedule: [{ kind: 'start', expression: cron }],
    suspended: false,
    frequent: true,
    slots: [],
    due: [],
    days,
  };
}

/** A slot of a night that was slept through. */
export function aSlot(name: string, changes: Partial<Slot> = {}): Slot {
  return {
    fileName: name,
    name,
    kind: 'start',
    time: '2026-11-18T01:30:00.000Z',
    startsAt: '2026-11-18T01:30:00.000Z',
    fate: 'missed',
    reason: 'asleep',
    detail: 'The computer was asleep.',
    dagRunId: '',
    runStatus: null,
    decidedAt: '2026-11-18T05:48:32.000Z',
    ...changes,
  };
}

/** A slot that is still to come. */
export function aPlannedSlot(time: string): PlannedSlot {
  return {
    kind: 'start',
    time,
    startsAt: time,
    local: time.slice(0, 16).replace('T', ' '),
    timezone: 'UTC',
    offset: '+00:00',
    expression: '0 1 * * *',
    rule: 'none',
    note: '',
  };
}
