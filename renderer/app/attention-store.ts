import { createStore, type StoreApi } from 'zustand/vanilla';
import type { EngineEvent } from '#contract/events.ts';
import type { Calendar } from '#contract/schedule.ts';
import { runStatusCodes } from '#contract/status.ts';
import { follow, type EngineConnection } from '../client/engine-connection.ts';
import { batched } from '../lib/batched.ts';
import { runKey } from '../lib/run-key.ts';

/** How much wants attention behind each section of the sidebar. */
export interface AttentionState {
  /** Runs that wait for a person. */
  readonly runs: number;
  /** Slots of the last 24 hours that were missed or whose run could not start. */
  readonly schedule: number;
  /** Runs that wait in a queue. */
  readonly queues: number;
  readonly start: () => () => void;
}

const DAY_MS = 86_400_000;
/** A slot leaves the last 24 hours without an event, so while any is counted they are counted anew now and then. */
const RECOUNT_MS = 600_000;
const GATHER_MS = 250;

/** Counts what wants attention, from the time that it is started until it is stopped. */
export function createAttentionStore(engine: EngineConnection): StoreApi<AttentionState> {
  return createStore<AttentionState>((set, get) => {
    // A number beside a word is no place for an error; the page behind it says what is wrong.
    const keep = (count: Promise<Partial<AttentionState>>) => void count.then(set, () => undefined);
    const countSlots = () => keep(troubledSlots(engine));
    const countQueued = () => keep(queuedRuns(engine));
    let waiting: ReadonlySet<string> = new Set();
    const countWaiting = () =>
      keep(
        waitingRuns(engine).then((known) => {
          waiting = known;
          return { runs: known.size };
        }),
      );
    const onEvent = batched<EngineEvent>(GATHER_MS, (events) => {
      if (events.some(isTrouble)) countSlots();
      if (events.some((event) => event.type === 'queue.changed')) countQueued();
      if (events.some((event) => isNewsOf(waiting, event))) countWaiting();
    });
    const refresh = () => {
      countSlots();
      countQueued();
      countWaiting();
    };
    return {
      runs: 0,
      schedule: 0,
      queues: 0,
      start: () => {
        const end = follow(engine, {}, { refresh, listener: onEvent });
        const timer = setInterval(() => get().schedule > 0 && countSlots(), RECOUNT_MS);
        return () => {
          end();
          onEvent.cancel();
          clearInterval(timer);
        };
      },
    };
  });
}

function isTrouble(event: EngineEvent): boolean {
  return event.type === 'slot.decided' && ['missed', 'failed'].includes(event.slot.fate);
}

/** Whether a run began to wait for a person, or does so no longer. Sub-runs count with the run that called them. */
function isNewsOf(waiting: ReadonlySet<string>, event: EngineEvent): boolean {
  if (event.type === 'run.removed') return waiting.has(runKey(event));
  if (event.type !== 'run.changed' || event.run.parentDAGRunId !== '') return false;
  return (event.run.statusLabel === 'waiting') !== waiting.has(runKey(event.run));
}

async function waitingRuns(engine: EngineConnection): Promise<ReadonlySet<string>> {
  const { dagRuns } = await engine.call('runs.list', { status: runStatusCodes.waiting });
  return new Set(dagRuns.map(runKey));
}

async function queuedRuns(engine: EngineConnection): Promise<Partial<AttentionState>> {
  const { summary } = await engine.call('queues.list', {});
  return { queues: summary.totalQueued };
}

async function troubledSlots(engine: EngineConnection): Promise<Partial<AttentionState>> {
  const now = Date.now();
  const time = (at: number) => new Date(at).toISOString();
  const calendar = await engine.call('schedule.calendar', {
    from: time(now - DAY_MS),
    to: time(now),
  });
  return { schedule: troubleIn(calendar) };
}

function troubleIn({ dags }: Calendar): number {
  const single = dags.flatMap((dag) => dag.slots).filter(({ fate }) => isBad(fate)).length;
  return dags
    .flatMap((dag) => dag.days)
    .reduce((sum, day) => sum + day.missed + day.failed, single);
}

function isBad(fate: string): boolean {
  return fate === 'missed' || fate === 'failed';
}
