import type { EngineEvent } from '#contract/events.ts';
import type { RunDetail, RunSummary } from '#contract/run.ts';
import { isActiveRun } from '#contract/status.ts';
import { follow, type EngineConnection } from '../../client/engine-connection.ts';
import { batched } from '../../lib/batched.ts';
import { debounced } from '../../lib/debounce.ts';
import { isCalledBy, withEvent, withSubRuns } from './run-events.ts';
import type { RunIdentity } from './run-identity.ts';
import { texts } from './texts.ts';

export type LogGrowth = Extract<EngineEvent, { type: 'log.appended' }>;

interface FollowedRun {
  readonly run: RunDetail | undefined;
  readonly refresh: () => Promise<void>;
}

/** What following reads and changes of the store that it is part of. */
interface Store {
  readonly set: (state: { readonly run: RunDetail } | { readonly missing: string }) => void;
  readonly get: () => FollowedRun;
}

const GATHER_MS = 150;
/** Steps that end at once are shown at once; nobody notices the wait. */
const SHOW_MS = 50;

/** Keeps a run current by its events and those of the runs that it called. */
export function runFollowing(engine: EngineConnection, identity: RunIdentity, store: Store) {
  const { set, get } = store;
  const refreshSoon = debounced(GATHER_MS, () => void get().refresh());
  const change = (changes: readonly ((run: RunDetail) => RunDetail | undefined)[]) => {
    const { run: before } = get();
    if (before === undefined) return;
    let run = before;
    let hasTurned = false;
    for (const one of changes) {
      const next = one(run);
      if (next === undefined) {
        refreshSoon();
        continue;
      }
      hasTurned ||= isActiveRun(run.statusLabel) !== isActiveRun(next.statusLabel);
      run = next;
    }
    if (run !== before) set({ run });
    // A beginning and an end bring what no event carries: steps that were set back, and final times.
    if (hasTurned) void get().refresh();
  };
  const onEvent = batched<EngineEvent>(SHOW_MS, (events) =>
    change(events.map((event) => (run) => withEvent(run, event))),
  );
  const onSubRunChanges = batched<RunSummary>(GATHER_MS, (changed) =>
    change([(run) => withSubRuns(run, changed)]),
  );
  const onAnyEvent = (onLog: (growth: LogGrowth) => void) => (event: EngineEvent) => {
    if (event.type === 'log.appended') return onLog(event);
    if (event.type === 'run.removed') return set({ missing: texts.reason.recordDeleted });
    return onEvent(event);
  };
  let unsubscribe: (() => void) | undefined;
  let isStarted = false;

  return {
    /** An answer is newer than the events that came before it, and must not be changed by them. */
    settle: onEvent.flush,
    /** Only a run that calls others listens to all of them: their events bear their own names. */
    followSubRuns: (run: RunDetail) => {
      if (!isStarted || unsubscribe !== undefined) return;
      if (!run.nodes.some((node) => node.step.run !== '')) return;
      unsubscribe = engine.subscribe({}, (event) => {
        const { run: current } = get();
        if (event.type !== 'run.changed' || current === undefined) return;
        if (isCalledBy(current, event.run)) onSubRunChanges(event.run);
      });
    },
    start: (onLog: (growth: LogGrowth) => void) => {
      isStarted = true;
      const { name, dagRunId } = identity;
      const filter = { name, dagRunId };
      const end = follow(engine, filter, {
        refresh: () => get().refresh(),
        listener: onAnyEvent(onLog),
        pending: [onEvent, refreshSoon, onSubRunChanges],
      });
      return () => {
        isStarted = false;
        end();
        unsubscribe?.();
        unsubscribe = undefined;
      };
    },
  };
}
