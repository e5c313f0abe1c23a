import { createStore, type StoreApi } from 'zustand/vanilla';
import type { EngineEvent } from '#contract/events.ts';
import type { PlannedSlot, Slot, SlotAnswer, SlotFate } from '#contract/schedule.ts';
import { follow, type EngineConnection } from '../../client/engine-connection.ts';
import { bareName } from '../../lib/bare-name.ts';
import { batched } from '../../lib/batched.ts';
import { loading, type LoadingState } from '../../lib/loading.ts';
import { runKey } from '../../lib/run-key.ts';
import { slotKey } from '../../lib/slot-entry.ts';
import { addDays, startOfDay } from '../../lib/zone-time.ts';

export interface LedgerFilter {
  readonly fate: SlotFate | undefined;
  /** One day in the zone of the engine. */
  readonly day: string | undefined;
}

export interface LedgerState extends LoadingState {
  /** Newest first. */
  readonly slots: readonly Slot[];
  readonly total: number;
  readonly next: readonly PlannedSlot[];
  /** Zone of the engine; empty until it is known. */
  readonly zone: string;
  readonly start: () => () => void;
  readonly refresh: () => Promise<void>;
  readonly more: () => Promise<void>;
  readonly explain: (slot: Pick<Slot, 'time' | 'kind'>) => Promise<SlotAnswer>;
}

export type LedgerStore = StoreApi<LedgerState>;

const PAGE = 100;
const NEXT = 10;
const GATHER_MS = 200;

/** What became of the slots of one DAG, a page at a time, and those that come next. */
export function createLedgerStore(
  engine: EngineConnection,
  fileName: string,
  filter: LedgerFilter,
): LedgerStore {
  return createStore<LedgerState>((set, get) => {
    let pages = 1;
    const bare = bareName(fileName);
    const onEvent = batched<EngineEvent>(GATHER_MS, (events) => {
      const runs = new Set(get().slots.map(runKey));
      const isMine = (event: EngineEvent) =>
        (event.type === 'slot.decided' && bareName(event.slot.fileName) === bare) ||
        (event.type === 'dag.changed' && bareName(event.fileName) === bare) ||
        (event.type === 'run.changed' && runs.has(runKey(event.run)));
      if (events.some(isMine)) void get().refresh();
    });
    const page = (number: number, zone: string) =>
      engine.call('dags.slots', {
        fileName,
        page: number,
        perPage: PAGE,
        ...(filter.fate === undefined ? {} : { fate: filter.fate }),
        ...timesOf(filter.day, zone),
      });

    return {
      phase: 'loading',
      message: '',
      slots: [],
      total: 0,
      next: [],
      zone: '',

      start: () => {
        const refresh = () => get().refresh();
        return follow(engine, {}, { refresh, listener: onEvent, pending: [onEvent] });
      },
      refresh: loading(async () => {
        const coming = await engine.call('dags.schedulePreview', { fileName, count: NEXT });
        const numbers = Array.from({ length: pages }, (_, index) => index + 1);
        const answers = await Promise.all(numbers.map((one) => page(one, coming.timezone)));
        return {
          slots: eachOnce(answers.flatMap((answer) => answer.slots)),
          total: answers[0]?.pagination.totalRecords ?? 0,
          next: coming.slots,
          zone: coming.timezone,
        };
      }, set),
      more: async () => {
        pages += 1;
        await get().refresh();
      },
      explain: ({ time, kind }) => engine.call('dags.why', { fileName, time, kind }),
    };
  });
}

/** A slot that is decided while several pages are on their way moves others to the next page. */
function eachOnce(slots: readonly Slot[]): readonly Slot[] {
  return [...new Map(slots.map((slot) => [slotKey(slot, slot), slot])).values()];
}

function timesOf(day: string | undefined, zone: string) {
  if (day === undefined) return {};
  const from = startOfDay(zone, day);
  const to = startOfDay(zone, addDays(day, 1)) - 1;
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}
