import { createStore, type StoreApi } from 'zustand/vanilla';
import type { EngineEvent } from '#contract/events.ts';
import type { RunDetail, RunOutputs } from '#contract/run.ts';
import { isActiveRun } from '#contract/status.ts';
import { follow, type EngineConnection } from '../../client/engine-connection.ts';
import { errorWords } from '../../lib/error-words.ts';
import { usualTimes, type UsualTimes } from './usual-times.ts';

export interface RunIdentity {
  readonly name: string;
  readonly dagRunId: string;
}

export type LogGrowth = Extract<EngineEvent, { type: 'log.appended' }>;

export interface RunState {
  readonly run: RunDetail | undefined;
  /** Why the run cannot be shown. */
  readonly missing: string | undefined;
  readonly problem: string | undefined;
  readonly usual: UsualTimes;
  readonly outputs: RunOutputs | undefined;
  readonly start: (onLog: (growth: LogGrowth) => void) => () => void;
  readonly refresh: () => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly loadOutputs: () => Promise<void>;
  readonly dismiss: () => void;
}

export type RunStore = StoreApi<RunState>;

/** How many earlier runs say what is usual. */
const USUAL_RUNS = 10;

/** One run, kept current by its events. */
export function createRunStore(engine: EngineConnection, identity: RunIdentity): RunStore {
  return createStore<RunState>((set, get) => {
    const hear = (event: EngineEvent) => {
      const { run } = get();
      if (event.type === 'run.removed') set({ missing: 'The record of this run was deleted.' });
      if (run === undefined) return;
      const next = withEvent(run, event);
      if (next === run) return;
      set({ run: next });
      // An end brings what no event carries: final times of steps that were never announced.
      if (isActiveRun(run.statusLabel) && !isActiveRun(next.statusLabel)) void get().refresh();
    };
    return {
      run: undefined,
      missing: undefined,
      problem: undefined,
      usual: { run: undefined, steps: new Map() },
      outputs: undefined,

      start: (onLog) => {
        void loadUsual(engine, identity).then((usual) => set({ usual }));
        return follow(engine, identityOf(identity, get().run), {
          refresh: () => get().refresh(),
          listener: (event) => (event.type === 'log.appended' ? onLog(event) : hear(event)),
        });
      },

      refresh: async () => {
        try {
          const { dagRun } = await engine.call('runs.get', identity);
          set({ run: dagRun, missing: undefined });
        } catch (error) {
          set({ missing: errorWords(error) });
        }
      },

      stop: async () => {
        try {
          await engine.call('runs.stop', identity);
        } catch (error) {
          set({ problem: errorWords(error) });
        }
      },

      loadOutputs: async () => {
        try {
          set({ outputs: await engine.call('runs.outputs', identity) });
        } catch (error) {
          set({ problem: errorWords(error) });
        }
      },

      dismiss: () => set({ problem: undefined }),
    };
  });
}

/** The run after an event; the same object when the event does not concern it. */
function withEvent(run: RunDetail, event: EngineEvent): RunDetail {
  if (event.type === 'run.changed' && event.run.dagRunId === run.dagRunId) {
    return { ...run, ...event.run };
  }
  if (event.type === 'node.changed' && event.dagRunId === run.dagRunId) {
    return { ...run, nodes: run.nodes.with(event.index, event.node) };
  }
  return run;
}

/** Events carry the id itself, which an address such as `latest` does not. */
function identityOf(identity: RunIdentity, run: RunDetail | undefined): RunIdentity {
  return { name: identity.name, dagRunId: run?.dagRunId ?? identity.dagRunId };
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
