import { useLocation, useNavigation } from '../../components/navigation-context.ts';
import { paths } from '../../lib/paths.ts';
import { slotStates, type SlotState } from '../../lib/slot-entry.ts';
import { addDays, isDate } from '../../lib/zone-time.ts';
import type { DayRange } from './calendar-store.ts';

export interface SlotFilter {
  readonly state: SlotState | undefined;
  /** Part of a DAG's name. */
  readonly dag: string;
}

/** What the address says of the page. */
export interface ScheduleAddress extends SlotFilter {
  /** The first day that is shown; undefined for today. */
  readonly day: string | undefined;
  readonly view: 'week' | 'list';
}

/** The address of the page, and how it is changed: `go` leaves a step to go back to, `filter` leaves none. */
export function useScheduleAddress() {
  const navigation = useNavigation();
  const search = new URLSearchParams(useLocation().search);
  const day = search.get('day') ?? '';
  const address: ScheduleAddress = {
    day: isDate(day) ? day : undefined,
    view: search.get('view') === 'list' ? 'list' : 'week',
    state: slotStates.find((state) => state === search.get('state')),
    dag: search.get('dag') ?? '',
  };
  const go = (changes: Partial<ScheduleAddress>) => navigation.go(addressOf(address, changes));
  const filter = (changes: Partial<SlotFilter>) =>
    navigation.go(addressOf(address, changes), { replace: true });
  return { address, go, filter };
}

function addressOf(address: ScheduleAddress, changes: Partial<ScheduleAddress>): string {
  const { day, view, state, dag } = { ...address, ...changes };
  return paths.schedule({ day, view: view === 'list' ? view : undefined, state, dag });
}

/** A week from a day on, today without one; in a narrow window three days, as a list is short enough for a week. */
export function shownDays(
  { day, view }: Pick<ScheduleAddress, 'day' | 'view'>,
  { today, isNarrow }: { readonly today: string; readonly isNarrow: boolean },
): DayRange {
  return { first: day ?? today, count: isNarrow && view === 'week' ? 3 : 7 };
}

/** The first day of the range before or after. */
export function neighborDay({ first, count }: DayRange, by: -1 | 1): string {
  return addDays(first, by * count);
}
