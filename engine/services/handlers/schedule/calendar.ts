import { EngineError } from '../../../contract/errors.ts';
import type { OperationHandlers } from '../../../contract/operations.ts';
import {
  slotKinds,
  type Calendar,
  type CalendarDag,
  type PlannedSlot,
  type SlotCounts,
  type SlotFate,
} from '../../../contract/schedule.ts';
import type { Schedules } from '../../../dag/definition.ts';
import { plannedBetween } from '../../../dag/planned-slots.ts';
import { isoTime } from '../../../lib/clock.ts';
import { nextTurn } from '../../../lib/next-turn.ts';
import { hasLines, type DueRange } from '../../../scheduler/due.ts';
import { isSuspended } from '../../../storage/dag-index.ts';
import { downtimesBetween } from '../../../storage/schedule-marks.ts';
import { findSlots, slotCountsBetween, fatesBetween } from '../../../storage/slots.ts';
import { daysBetween, type Day } from './calendar-days.ts';
import { DueCounts } from './due-counts.ts';
import type { EngineServices } from '../../engine-services.ts';
import { toSlot } from '../../present-slot.ts';
import type { CatalogEntry } from '../../catalog/catalog-entry.ts';

const MAX_MS = 63 * 86_400_000;
/** A DAG with more slots on one day is shown as a count. */
const MAX_A_DAY = 12;

interface Range {
  readonly from: number;
  readonly to: number;
  readonly now: number;
  readonly timezone: string;
  readonly days: readonly Day[];
}

/** The days that are looked at, and what is due in them. */
interface Looked {
  readonly range: Range;
  readonly counts: DueCounts;
}

/** Past and coming slots of all DAGs. */
export function calendarHandlers(
  services: EngineServices,
): Pick<OperationHandlers, 'schedule.calendar'> {
  const counts = new DueCounts();
  return {
    'schedule.calendar': async ({ from, to }): Promise<Calendar> => {
      checkRange(from, to);
      const { timezone } = services.config;
      const now = services.clock.now();
      const range = { from, to, now, timezone, days: daysBetween(from, to, timezone) };
      const dags: CalendarDag[] = [];
      for (const entry of entriesOf(services, range)) {
        // A schedule may have a hundred lines of as many zones.
        await nextTurn();
        const dag = await calendarDag(services, entry, { range, counts });
        if (dag !== null) dags.push(dag);
      }
      return {
        timezone,
        from: isoTime(from),
        to: isoTime(to),
        now: isoTime(now),
        dags: dags.sort((a, b) => a.name.localeCompare(b.name)),
        downtimes: downtimesBetween(services.db, from, to).map((down) => ({
          ...down,
          from: isoTime(down.from),
          to: isoTime(down.to),
        })),
      };
    },
  };
}

function checkRange(from: number, to: number): void {
  if (to > from && to - from <= MAX_MS) return;
  throw new EngineError('bad_request', 'to: must be after from, and at most 62 days later', {
    details: { fields: { to: 'must be after from, and at most 62 days later' } },
  });
}

interface Listed {
  readonly fileName: string;
  /** Undefined for a DAG that is gone; its past stays. */
  readonly entry: CatalogEntry | undefined;
  readonly pastSlots: number;
}

function entriesOf({ db, catalog }: EngineServices, { from, to }: Range): Listed[] {
  const past = new Map(slotCountsBetween(db, from, to).map((each) => [each.fileName, each.slots]));
  const scheduled = [...catalog.entries()].filter(
    ({ schedule, nameTakenBy }) => nameTakenBy === null && hasLines(schedule),
  );
  const names = new Set([...past.keys(), ...scheduled.map(({ fileName }) => fileName)]);
  return [...names].map((fileName) => ({
    fileName,
    entry: catalog.entry(fileName),
    pastSlots: past.get(fileName) ?? 0,
  }));
}

async function calendarDag(
  services: EngineServices,
  { fileName, entry, pastSlots }: Listed,
  { range, counts }: Looked,
): Promise<CalendarDag | null> {
  const { db } = services;
  const suspended = isSuspended(db, fileName);
  const due = entry === undefined ? [] : comingOf(entry, range);
  if (pastSlots + due.length === 0) return null;
  const mostShown = range.days.length * MAX_A_DAY;
  const frequent = pastSlots + due.length > mostShown;
  const { from, to, timezone } = range;
  // A suspended DAG has coming slots, and none of them is due.
  const dueOf =
    entry === undefined || suspended
      ? null
      : (day: DueDay): number => counts.of(entry.schedule, { ...day, timezone });
  const past = frequent
    ? []
    : findSlots(db, { fileName, from, to }, { limit: mostShown, offset: 0 });
  return {
    fileName,
    name: entry?.name ?? past[0]?.dagName ?? fileName,
    schedule: entry === undefined ? [] : linesOf(entry.schedule),
    suspended,
    frequent,
    slots: past.toReversed().map((slot) => toSlot(db, slot)),
    due: frequent ? [] : due,
    days: frequent ? await countDays(services, { fileName, due: dueOf }, range) : [],
  };
}

/** Coming slots, as many as are worth looking at. */
function comingOf(
  { schedule, name, policy }: CatalogEntry,
  { from, to, now, timezone, days }: Range,
): PlannedSlot[] {
  const after = Math.max(from - 1, now);
  if (after >= to) return [];
  const count = days.length * MAX_A_DAY + 1;
  const jitter = { dagName: name, jitterSec: policy.jitterSec };
  return plannedBetween(schedule, { after, until: to, timezone, count, jitter });
}

const linesOf = (schedule: Schedules): CalendarDag['schedule'] =>
  slotKinds.flatMap((kind) => schedule[kind].map(({ expression }) => ({ kind, expression })));

type DueDay = Pick<DueRange, 'after' | 'until'>;

interface CountedDag {
  readonly fileName: string;
  /** Counts what is due; null: nothing is. */
  readonly due: ((day: DueDay) => number) | null;
}

async function countDays(
  { db, clock }: EngineServices,
  { fileName, due: dueOf }: CountedDag,
  { days, now }: Range,
): Promise<CalendarDag['days']> {
  const result: CalendarDag['days'] = [];
  for (const { date, from, until } of days) {
    const after = Math.max(from - 1, now);
    const due = dueOf === null || after >= until ? null : dueOf({ after, until });
    const counts = pastCounts(fatesBetween(db, fileName, { from, to: until }));
    result.push({ date, ...counts, due: due ?? 0 });
    // A calendar of many DAGs is long work: others get their turn.
    if (due !== null) await new Promise<void>((resolve) => clock.after(0, resolve));
  }
  return result;
}

function pastCounts(
  rows: readonly { readonly fate: SlotFate; readonly slots: number }[],
): Omit<SlotCounts, 'due'> {
  const none = { ran: 0, skipped: 0, missed: 0, failed: 0, pending: 0 };
  return { ...none, ...Object.fromEntries(rows.map(({ fate, slots }) => [fate, slots])) };
}
