import { createStore, type StoreApi } from 'zustand/vanilla';
import type { RunDetail, RunOutputs } from '#contract/run.ts';
import type { EngineConnection } from '../../client/engine-connection.ts';
import { attempting, type Attempt, type Problem } from '../../lib/attempt.ts';
import { loading } from '../../lib/loading.ts';
import { callersOf, runCalls, type RunCalls } from './run-calls.ts';
import { runFollowing, type LogGrowth } from './run-following.ts';
import type { RunIdentity, RunPlace } from './run-identity.ts';
import type { Spoken } from './step-choice.ts';
import { usualTimes, type UsualTimes } from './usual-times.ts';

export interface RunState extends Problem {
  readonly run: RunDetail | undefined;
  /** Why the run cannot be shown. */
  readonly missing: string | undefined;
  readonly usual: UsualTimes;
  readonly outputs: RunOutputs | undefined;
  /** The definition with which the run began. */
  readonly spec: string | undefined;
  /** The last step with output, once the run has ended and somebody wanted to know. */
  readonly spoken: Spoken;
  /** Who called this run, the first caller first; empty for a run that nobody called. */
  readonly callers: readonly RunPlace[];
  readonly start: (onLog: (growth: LogGrowth) => void) => () => void;
  readonly refresh: () => Promise<void>;
  /** Does something to the run. */
  readonly attempt: Attempt;
  readonly loadOutputs: () => Promise<void>;
  readonly loadSpec: () => Promise<void>;
  /** Looks for the first of these steps that has output. */
  readonly seekOutput: (steps: readonly string[]) => Promise<void>;
  readonly dismiss: () => void;
}

export type RunStore = StoreApi<RunState>;

/** How many earlier runs say what is usual. */
const USUAL_RUNS = 10;
/** DAGs whose names hold the name that is looked for. */
const LISTED_DAGS = 50;

/** One run, kept current by its events and those of the runs that it called. */
export function createRunStore(engine: EngineConnection, identity: RunIdentity): RunStore {
  const calls = runCalls(engine, identity);
  return createStore<RunState>((set, get) => {
    const following = runFollowing(engine, identity, { set, get });

    return {
      run: undefined,
      missing: undefined,
      problem: undefined,
      usual: { run: undefined, steps: new Map() },
      outputs: undefined,
      spec: undefined,
      spoken: { isKnown: false, step: undefined },
      callers: [],

      start: (onLog) => {
        void loadUsual(engine, identity).then((usual) => set({ usual }));
        return following.start(onLog);
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
          following.settle();
          set({ run, callers, missing: undefined });
          following.followSubRuns(run);
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
      seekOutput: async (steps) => {
        set({ spoken: { isKnown: true, step: await firstWithOutput(calls, steps) } });
      },
      dismiss: () => set({ problem: undefined }),
    };
  });
}

async function firstWithOutput(
  calls: RunCalls,
  steps: readonly string[],
): Promise<string | undefined> {
  for (const step of steps) {
    try {
      const { lineCount } = await calls.stepLog(step, 'stdout', { offset: 1, limit: 1 });
      if (lineCount > 0) return step;
    } catch {
      // The step that is shown then says what is wrong with its log.
      return undefined;
    }
  }
  return undefined;
}

async function loadUsual(engine: EngineConnection, { name, dagRunId }: RunPlace) {
  try {
    const fileName = await findFile(engine, name);
    if (fileName === undefined) return usualTimes([]);
    const { dagRuns } = await engine.call('dags.runs', { fileName, limit: USUAL_RUNS });
    return usualTimes(dagRuns.filter((run) => run.dagRunId !== dagRunId));
  } catch {
    // Whoever cannot be told what is usual still sees the run.
    return usualTimes([]);
  }
}

/**
 * The file of a DAG. A run may outlive it, or never have had one: its definition was given with the request, or stands in
 * the file of its caller. To ask for a file that is not there would be an error in the log of the browser.
 */
async function findFile(engine: EngineConnection, name: string): Promise<string | undefined> {
  const { dags, pagination } = await engine.call('dags.list', { name, perPage: LISTED_DAGS });
  const found = dags.find((item) => item.dag.name === name);
  // Where so many names hold this one, the file that has it for its own may be among the others.
  return found?.fileName ?? (pagination.totalPages > 1 ? name : undefined);
}
