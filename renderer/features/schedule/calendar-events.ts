import type { EngineEvent } from '#contract/events.ts';
import type { RunSummary } from '#contract/run.ts';
import type { Calendar, Slot } from '#contract/schedule.ts';
import { slotKey } from '../../lib/slot-entry.ts';

/** A calendar after some events; `isStale` when they tell of something that only a new one shows. */
interface ChangedCalendar {
  readonly calendar: Calendar;
  readonly isStale: boolean;
}

/** The calendar as events have changed it. What is not of these days is left out. */
export function withEvents(before: Calendar, events: readonly EngineEvent[]): ChangedCalendar {
  let calendar = before;
  let isStale = false;
  for (const event of events) {
    if (event.type === 'dag.changed') isStale = true;
    if (event.type === 'run.changed') calendar = withRun(calendar, event.run);
    if (event.type !== 'slot.decided') continue;
    const next = withSlot(calendar, event.slot);
    isStale ||= next === undefined;
    calendar = next ?? calendar;
  }
  return { calendar, isStale };
}

/** Undefined for a slot of a DAG whose slots are not here one by one. */
function withSlot(calendar: Calendar, slot: Slot): Calendar | undefined {
  const time = Date.parse(slot.time);
  if (time < Date.parse(calendar.from) || time > Date.parse(calendar.to)) return calendar;
  const index = calendar.dags.findIndex((dag) => dag.fileName === slot.fileName);
  const dag = calendar.dags[index];
  if (dag === undefined || dag.frequent) return undefined;
  const key = slotKey(slot, slot);
  const isOther = (one: Pick<Slot, 'kind' | 'time'>) => slotKey(dag, one) !== key;
  const changed = {
    ...dag,
    slots: [...dag.slots.filter(isOther), slot],
    due: dag.due.filter(isOther),
  };
  return { ...calendar, dags: calendar.dags.with(index, changed) };
}

/** The slots that the run belongs to follow its status; DAGs that it does not concern stay the same objects. */
function withRun(calendar: Calendar, run: RunSummary): Calendar {
  const isMine = (slot: Slot) => slot.dagRunId === run.dagRunId && slot.name === run.name;
  if (!calendar.dags.some((dag) => dag.slots.some(isMine))) return calendar;
  const dags = calendar.dags.map((dag) => {
    if (!dag.slots.some(isMine)) return dag;
    const slots = dag.slots.map((slot) =>
      isMine(slot) ? { ...slot, runStatus: run.statusLabel } : slot,
    );
    return { ...dag, slots };
  });
  return { ...calendar, dags };
}
