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

/** Keeps a run current by its events and those of the runs that it called. */
export function runFollowing(engine: EngineConnection, identity: RunIdentity, store: Store) {
  const { set, get } = store;
  const refreshSoon = debounced(GATHER_MS, () => void get().refresh());
  const show = (before: RunDetail, next: RunDetail | undefined) => {
    if (next === undefined) return refreshSoon();
    if (next === before) return;
    set({ run: next });
    // A beginning and an end bring what no event carries: steps that were set back, and final times.
    if (isActiveRun(before.statusLabel) !== isActiveRun(next.statusLabel)) void get().refresh();
  };
  const onEvent = (event: EngineEvent) => {
    const { run } = get();
    if (event.type === 'run.removed') set({ missing: texts.reason.recordDeleted });
    if (run !== undefined) show(run, withEvent(run, event));
  };
  const onSubRunChanges = batched<RunSummary>(GATHER_MS, (changed) => {
    const { run } = get();
    if (run !== undefined) show(run, withSubRuns(run, changed));
  });
  let unsubscribe: (() => void) | undefined;
  let isStarted = false;

  return {
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
        listener: (event) => (event.type === 'log.appended' ? onLog(event) : onEvent(event)),
        pending: [refreshSoon, onSubRunChanges],
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
