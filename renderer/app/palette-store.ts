import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DagListItem } from '#contract/dag.ts';
import type { RunDetail, RunSummary } from '#contract/run.ts';
import type { RunStatus } from '#contract/status.ts';
import type { EngineConnection } from '../client/engine-connection.ts';
import { suspendDag } from '../features/dags/suspend-dag.ts';
import { isOpenGate, runNodes } from '../features/runs/run-nodes.ts';
import { attempting, type Problem } from '../lib/attempt.ts';
import type { Toasts } from '../lib/toasts.ts';
import type { OpenGate } from './palette-acts.ts';

const MAX_ASKED = 10;

export interface PaletteState extends Problem {
  readonly dags: readonly DagListItem[];
  readonly runs: readonly RunSummary[];
  readonly gates: readonly OpenGate[];
  /** Whether the lists are there, or will not come. */
  readonly isLoaded: boolean;
  readonly load: () => Promise<void>;
  /** Whether a run asks for parameters; undefined: it cannot be known. The list does not know those of a schema that is in a file of its own. */
  readonly asks: (fileName: string) => Promise<boolean | undefined>;
  /** Gives the id of the new run. */
  readonly run: (fileName: string) => Promise<string | undefined>;
  /** The same for a run that waits in its queue. */
  readonly enqueue: (fileName: string) => Promise<string | undefined>;
  /** Says whether it was done. */
  readonly suspend: (fileName: string, suspended: boolean) => Promise<boolean>;
}

/** What the palette searches, fetched when it opens. */
export function createPaletteStore(
  engine: EngineConnection,
  toasts: Toasts,
): StoreApi<PaletteState> {
  return createStore<PaletteState>((set) => {
    const attempt = attempting(set);
    return {
      dags: [],
      runs: [],
      gates: [],
      isLoaded: false,
      problem: undefined,
      load: async () => {
        await attempt(async () => {
          const [{ dags }, { dagRuns }] = await Promise.all([
            engine.call('dags.list', { perPage: 1000 }),
            engine.call('runs.list', { limit: 100 }),
          ]);
          set({ dags, runs: dagRuns });
          set({ gates: await openGates(engine, dagRuns) });
        });
        set({ isLoaded: true });
      },
      asks: async (fileName) => {
        const found = await attempt(() => engine.call('dags.get', { fileName }));
        return found && found.dag.paramDefaults.length > 0;
      },
      run: (fileName) =>
        attempt(async () => (await engine.call('dags.start', { fileName })).dagRunId),
      enqueue: (fileName) =>
        attempt(async () => (await engine.call('dags.enqueue', { fileName })).dagRunId),
      suspend: async (fileName, suspended) => {
        // The views hear of it by an event.
        const done = () => Promise.resolve();
        const isDone = await attempt(async () => {
          await suspendDag(engine, toasts, { fileName, suspended, done });
          return true;
        });
        return isDone ?? false;
      },
    };
  });
}

/** Where the latest runs wait for a person. A run that cannot be asked is left out. */
async function openGates(
  engine: EngineConnection,
  runs: readonly RunSummary[],
): Promise<readonly OpenGate[]> {
  const those = (status: RunStatus) => runs.filter(({ statusLabel }) => statusLabel === status);
  // A run that waits for a person goes on with its other steps, and is said to be running.
  const asked = [...those('waiting'), ...those('running')].slice(0, MAX_ASKED);
  return whatCame(
    asked.map(async ({ name, dagRunId }) => {
      const { dagRun } = await engine.call('runs.get', { name, dagRunId });
      return gatesOf(engine, dagRun);
    }),
  );
}

/** The open gates of a run, and of the runs below it that wait. */
async function gatesOf(engine: EngineConnection, run: RunDetail): Promise<readonly OpenGate[]> {
  const nodes = runNodes(run);
  const own = nodes.filter(({ node }) => isOpenGate(node)).map(({ key }) => ({ run, step: key }));
  const called = nodes.flatMap(({ node }) => node.subRuns);
  const waiting = called.filter(({ statusLabel }) => statusLabel === 'waiting');
  const root = { name: run.rootDAGRunName, dagRunId: run.rootDAGRunId };
  const below = await whatCame(
    waiting.slice(0, MAX_ASKED).map(async ({ dagRunId }) => {
      const { dagRun } = await engine.call('subRuns.get', { ...root, subDAGRunId: dagRunId });
      return gatesOf(engine, dagRun);
    }),
  );
  return [...own, ...below];
}

async function whatCame<T>(asked: readonly Promise<readonly T[]>[]): Promise<readonly T[]> {
  const answers = await Promise.allSettled(asked);
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
}
