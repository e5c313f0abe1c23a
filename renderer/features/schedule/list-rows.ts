import type { Calendar, CalendarDag, SlotCounts } from '#contract/schedule.ts';
import { addCounts, countWords, noSlots } from '../../lib/slot-entry.ts';
import { countIn, stateOf, type DayEntry } from './calendar-entries.ts';
import type { SlotFilter } from './schedule-address.ts';

/** One line of the list: a day, a slot, the numbers of a DAG that runs often, or the present. */
export type ListRow =
  | { readonly kind: 'day'; readonly date: string; readonly counts: SlotCounts }
  | {
      readonly kind: 'often';
      readonly date: string;
      readonly dag: CalendarDag;
      readonly counts: SlotCounts;
    }
  | { readonly kind: 'slot'; readonly date: string; readonly entry: DayEntry }
  | { readonly kind: 'now'; readonly date: string };

interface ListInput {
  readonly calendar: Calendar;
  readonly days: ReadonlyMap<string, readonly DayEntry[]>;
  readonly dates: readonly string[];
  readonly filter: SlotFilter;
  readonly now: number;
}

/** The slots that pass the filter, day after day; days without any are left out. */
export function listRows({ calendar, days, dates, filter, now }: ListInput): readonly ListRow[] {
  const rows: ListRow[] = [];
  for (const date of dates) {
    const often = oftenRows(calendar, date, filter);
    const slots = (days.get(date) ?? []).filter((entry) => passes(entry, filter));
    if (often.length + slots.length === 0) continue;
    rows.push({ kind: 'day', date, counts: sum(often, slots) }, ...often);
    for (const entry of slots) rows.push({ kind: 'slot', date, entry });
  }
  return withPresent(rows, now);
}

function oftenRows(
  { dags }: Calendar,
  date: string,
  filter: SlotFilter,
): readonly Extract<ListRow, { kind: 'often' }>[] {
  return dags.filter(isNamed(filter)).flatMap((dag) => {
    const day = dag.days.find((one) => one.date === date);
    if (day === undefined) return [];
    const counts = filter.state === undefined ? day : only(day, filter.state);
    return countWords(counts).length === 0 ? [] : [{ kind: 'often', date, dag, counts }];
  });
}

function only(counts: SlotCounts, state: keyof SlotCounts): SlotCounts {
  return { ...noSlots, [state]: counts[state] };
}

function passes(entry: DayEntry, filter: SlotFilter): boolean {
  return isNamed(filter)(entry) && (filter.state === undefined || stateOf(entry) === filter.state);
}

function isNamed({ dag }: SlotFilter) {
  const wanted = dag.trim().toLowerCase();
  return ({ name }: { readonly name: string }) => name.toLowerCase().includes(wanted);
}

function sum(
  often: readonly { readonly counts: SlotCounts }[],
  slots: readonly DayEntry[],
): SlotCounts {
  const counts = { ...often.reduce((all, one) => addCounts(all, one.counts), noSlots) };
  for (const entry of slots) countIn(counts, entry);
  return counts;
}

/** The present stands between what was and what comes, where both are shown. */
function withPresent(rows: readonly ListRow[], now: number): readonly ListRow[] {
  const next = rows.findIndex((row) => row.kind === 'slot' && isComing(row.entry, now));
  const row = rows[next];
  const hasPast = rows.slice(0, Math.max(0, next)).some(({ kind }) => kind === 'slot');
  if (row === undefined || !hasPast) return rows;
  return [...rows.slice(0, next), { kind: 'now', date: row.date }, ...rows.slice(next)];
}

/** What is decided is over, though the clock of the page may lag behind by some seconds. */
function isComing({ slot, time }: DayEntry, now: number): boolean {
  return slot === undefined && Date.parse(time) > now;
}
