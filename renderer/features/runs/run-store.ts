import { createStore, type StoreApi } from 'zustand/vanilla';
import type { EngineEvent } from '#contract/events.ts';
import type { RunDetail, RunOutputs, RunSummary } from '#contract/run.ts';
import { isActiveRun } from '#contract/status.ts';
import { follow, type EngineConnection } from '../../client/engine-connection.ts';
import { attempting, type Attempt, type Problem } from '../../lib/attempt.ts';
import { batched } from '../../lib/batched.ts';
import { debounced } from '../../lib/debounce.ts';
import { loading } from '../../lib/loading.ts';
import { callersOf, runCalls } from './run-calls.ts';
import { isCalledBy, withEvent, withSubRuns } from './run-events.ts';
import type { RunIdentity, RunPlace } from './run-identity.ts';
import { usualTimes, type UsualTimes } from './usual-times.ts';
import { texts } from './texts.ts';

export type LogGrowth = Extract<EngineEvent, { type: 'log.appended' }>;

export interface RunState extends Problem {
  readonly run: RunDetail | undefined;
  /** Why the run cannot be shown. */
  readonly missing: string | undefined;
  readonly usual: UsualTimes;
  readonly outputs: RunOutputs | undefined;
  /** The definition with which the run began. */
  readonly spec: string | undefined;
  /** Who called this run, the first caller first; empty for a run that nobody called. */
  readonly callers: readonly RunPlace[];
  readonly start: (onLog: (growth: LogGrowth) => void) => () => void;
  readonly refresh: () => Promise<void>;
  /** Does something to the run. */
  readonly attempt: Attempt;
  readonly loadOutputs: () => Promise<void>;
  readonly loadSpec: () => Promise<void>;
  readonly dismiss: () => void;
}

export type RunStore = StoreApi<RunState>;

/** How many earlier runs say what is usual. */
const USUAL_RUNS = 10;
const GATHER_MS = 150;

/** One run, kept current by its events and those of the runs that it called. */
export function createRunStore(engine: EngineConnection, identity: RunIdentity): RunStore {
  const calls = runCalls(engine, identity);
  return createStore<RunState>((set, get) => {
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
    // Only a run that calls others listens to all of them: their events bear their own names.
    let unsubscribe: (() => void) | undefined;
    const followSubRuns = (run: RunDetail) => {
      if (unsubscribe !== undefined || !run.nodes.some((node) => node.step.run !== '')) return;
      unsubscribe = engine.subscribe({}, (event) => {
        const { run: current } = get();
        if (event.type !== 'run.changed' || current === undefined) return;
        if (isCalledBy(current, event.run)) onSubRunChanges(event.run);
      });
    };
    let isStarted = false;

    return {
      run: undefined,
      missing: undefined,
      problem: undefined,
      usual: { run: undefined, steps: new Map() },
      outputs: undefined,
      spec: undefined,
      callers: [],

      start: (onLog) => {
        isStarted = true;
        void loadUsual(engine, identity).then((usual) => set({ usual }));
        const { name, dagRunId } = identity;
        const end = follow(
          engine,
          { name, dagRunId },
          {
            refresh: () => get().refresh(),
            listener: (event) => (event.type === 'log.appended' ? onLog(event) : onEvent(event)),
            pending: [refreshSoon, onSubRunChanges],
          },
        );
        return () => {
          isStarted = false;
          end();
          unsubscribe?.();
          unsubscribe = undefined;
        };
      },

      refresh: loading(
        async () => {
          const isFirst = get().run === undefined;
          const run = await calls.detail();
          return { run, callers: isFirst ? await callersOf(engine, run) : get().callers };
        },
        (answer) => {
          if (answer.phase === 'failed') return set({ missing: answer.message });
          const { run, callers } = answer;
          set({ run, callers, missing: undefined });
          if (isStarted) followSubRuns(run);
        },
      ),

      attempt: attempting(set),
      loadOutputs: async () => {
        const outputs = await get().attempt(calls.outputs);
        if (outputs !== undefined) set({ outputs });
      },
      loadSpec: async () => {
        const spec = await get().attempt(calls.spec);
        if (spec !== undefined) set({ spec });
      },
      dismiss: () => set({ problem: undefined }),
    };
  });
}

async function loadUsual(engine: EngineConnection, { name, dagRunId }: RunIdentity) {
  try {
    const { dagRuns } = await engine.call('dags.runs', { fileName: name, limit: USUAL_RUNS });
    return usualTimes(dagRuns.filter((run) => run.dagRunId !== dagRunId));
  } catch {
    // A run may outlive its definition, or never have had one; then nothing is usual.
    return usualTimes([]);
  }
}
