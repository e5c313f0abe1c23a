import { createStore, type StoreApi } from 'zustand/vanilla';
import type { EngineEvent } from '#contract/events.ts';
import type { Calendar, SlotAnswer } from '#contract/schedule.ts';
import { follow, type EngineConnection } from '../../client/engine-connection.ts';
import { batched } from '../../lib/batched.ts';
import { loading, type LoadingState } from '../../lib/loading.ts';
import type { SlotEntry } from '../../lib/slot-entry.ts';
import { addDays, startOfDay } from '../../lib/zone-time.ts';
import { withEvents } from './calendar-events.ts';

/** Days that are shown, in the zone of the calendar. */
export interface DayRange {
  readonly first: string;
  readonly count: number;
}

export interface CalendarState extends LoadingState {
  /** Zone of the days: a guess until the engine has named its own. */
  readonly zone: string;
  readonly range: DayRange | undefined;
  /** The last one that came, which may still be that of the days before. */
  readonly calendar: Calendar | undefined;
  /** Whether any DAG has a schedule; asked only when nothing is due. */
  readonly hasSchedules: boolean;
  readonly start: () => () => void;
  readonly show: (range: DayRange) => void;
  readonly refresh: () => Promise<void>;
  readonly explain: (entry: SlotEntry) => Promise<SlotAnswer>;
  /** Starts a run now and gives its id. Rejects with the reason why it could not. */
  readonly run: (fileName: string) => Promise<string>;
}

export type CalendarStore = StoreApi<CalendarState>;

const GATHER_MS = 100;
const STALE_MS = 500;

/** The slots of all DAGs over some days, kept current by events. */
export function createCalendarStore(engine: EngineConnection, zone: string): CalendarStore {
  return createStore<CalendarState>((set, get) => {
    const refreshSoon = batched<true>(STALE_MS, () => void get().refresh());
    const onEvent = batched<EngineEvent>(GATHER_MS, (events) => {
      const { calendar } = get();
      if (calendar === undefined) return;
      const next = withEvents(calendar, events);
      set({ calendar: next.calendar });
      if (next.isStale) refreshSoon(true);
    });

    const load = loading(
      async (range: DayRange) => {
        const calendar = await engine.call('schedule.calendar', timesOf(range, get().zone));
        // Days of another zone begin elsewhere and are asked for again.
        if (calendar.timezone !== get().zone) return { zone: calendar.timezone };
        const hasSchedules = calendar.dags.length > 0 || (await anySchedule(engine));
        return { calendar, hasSchedules };
      },
      (answer) => set('zone' in answer ? { zone: answer.zone } : answer),
    );

    return {
      phase: 'loading',
      message: '',
      zone,
      range: undefined,
      calendar: undefined,
      hasSchedules: true,

      start: () => {
        const refresh = () => get().refresh();
        return follow(engine, {}, { refresh, listener: onEvent, pending: [onEvent, refreshSoon] });
      },

      show: (range) => {
        set({ range });
        void get().refresh();
      },

      refresh: async () => {
        const { range } = get();
        if (range !== undefined) await load(range);
      },

      explain: ({ fileName, time, kind }) => engine.call('dags.why', { fileName, time, kind }),
      run: async (fileName) => (await engine.call('dags.start', { fileName })).dagRunId,
    };
  });
}

function timesOf({ first, count }: DayRange, zone: string) {
  const from = startOfDay(zone, first);
  const to = startOfDay(zone, addDays(first, count)) - 1;
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

async function anySchedule(engine: EngineConnection): Promise<boolean> {
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { dags, pagination } = await engine.call('dags.list', { page, perPage: 1000 });
    if (dags.some((item) => item.dag.schedule.length > 0)) return true;
    pages = pagination.totalPages;
  }
  return false;
}
