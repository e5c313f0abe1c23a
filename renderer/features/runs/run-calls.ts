import type { ChatMessage } from '#contract/messages.ts';
import type { OperationOutput } from '#contract/operations.ts';
import type { LogPage, NodeAttempt, RunDetail, RunOutputs, StepVariable } from '#contract/run.ts';
import type { EngineConnection } from '../../client/engine-connection.ts';
import { paths } from '../../lib/paths.ts';
import type { RunIdentity, RunPlace } from './run-identity.ts';

interface LineRange {
  readonly offset: number;
  readonly limit: number;
}

/** What can be asked about one run. A sub-run is asked for below the first of its callers. */
export interface RunCalls {
  readonly detail: () => Promise<RunDetail>;
  readonly outputs: () => Promise<RunOutputs>;
  readonly spec: () => Promise<string>;
  readonly log: (range: LineRange) => Promise<LogPage>;
  readonly stepLog: (
    stepName: string,
    stream: 'stdout' | 'stderr',
    range: LineRange,
  ) => Promise<LogPage>;
  readonly searchStepLog: (
    stepName: string,
    stream: 'stdout' | 'stderr',
    query: { readonly q: string; readonly limit: number },
  ) => Promise<OperationOutput<'runs.searchStepLog'>>;
  readonly attempts: (stepName: string) => Promise<readonly NodeAttempt[]>;
  readonly messages: (stepName: string) => Promise<readonly ChatMessage[]>;
  readonly environment: (stepName: string) => Promise<readonly StepVariable[]>;
  readonly approve: (stepName: string, inputs: Record<string, string>) => Promise<unknown>;
  readonly reject: (stepName: string, reason: string) => Promise<unknown>;
  readonly setStepStatus: (stepName: string, status: 2 | 4) => Promise<unknown>;
}

/** The calls about one run, below its caller where it is a sub-run. */
export function runCalls(engine: EngineConnection, identity: RunIdentity): RunCalls {
  const { root } = identity;
  const own = { name: identity.name, dagRunId: identity.dagRunId };
  return { ...ownCalls(engine, own), ...(root ? subRunCalls(engine, root, own) : {}) };
}

function ownCalls(engine: EngineConnection, run: RunPlace): RunCalls {
  return {
    detail: async () => (await engine.call('runs.get', run)).dagRun,
    outputs: () => engine.call('runs.outputs', run),
    spec: async () => (await engine.call('runs.spec', run)).spec,
    log: (range) => engine.call('runs.log', { ...run, ...range }),
    stepLog: (stepName, stream, range) =>
      engine.call('runs.stepLog', { ...run, stepName, stream, ...range }),
    searchStepLog: (stepName, stream, query) =>
      engine.call('runs.searchStepLog', { ...run, stepName, stream, ...query }),
    attempts: async (stepName) =>
      (await engine.call('runs.stepAttempts', { ...run, stepName })).attempts,
    messages: async (stepName) =>
      (await engine.call('runs.stepMessages', { ...run, stepName })).messages,
    environment: async (stepName) =>
      (await engine.call('runs.stepEnvironment', { ...run, stepName })).variables,
    approve: (stepName, inputs) => engine.call('runs.approve', { ...run, stepName, inputs }),
    reject: (stepName, reason) => engine.call('runs.reject', { ...run, stepName, reason }),
    setStepStatus: (stepName, status) =>
      engine.call('runs.setStepStatus', { ...run, stepName, status }),
  };
}

/** The rest is asked by the sub-run's own name and id, which name it as well. */
function subRunCalls(engine: EngineConnection, root: RunPlace, own: RunPlace): Partial<RunCalls> {
  const run = { name: root.name, dagRunId: root.dagRunId, subDAGRunId: own.dagRunId };
  return {
    detail: async () => (await engine.call('subRuns.get', run)).dagRun,
    outputs: () => engine.call('subRuns.outputs', run),
    spec: async () => (await engine.call('subRuns.spec', run)).spec,
    log: (range) => engine.call('subRuns.log', { ...run, ...range }),
    stepLog: (stepName, stream, range) =>
      engine.call('subRuns.stepLog', { ...run, stepName, stream, ...range }),
    messages: async (stepName) =>
      (await engine.call('subRuns.stepMessages', { ...run, stepName })).messages,
    approve: (stepName, inputs) => engine.call('subRuns.approve', { ...run, stepName, inputs }),
    reject: (stepName, reason) => engine.call('subRuns.reject', { ...run, stepName, reason }),
    setStepStatus: (stepName, status) =>
      engine.call('subRuns.setStepStatus', { ...run, stepName, status }),
  };
}

const MAX_CALLERS = 32;

/** Who called a sub-run, from the first caller down to the last. */
export async function callersOf(
  engine: EngineConnection,
  run: RunDetail,
): Promise<readonly RunPlace[]> {
  const root = { name: run.rootDAGRunName, dagRunId: run.rootDAGRunId };
  const callers: RunPlace[] = [];
  let { parentDAGRunName: name, parentDAGRunId: dagRunId } = run;
  while (dagRunId !== '' && dagRunId !== root.dagRunId && callers.length < MAX_CALLERS) {
    callers.unshift({ name, dagRunId });
    const query = { ...root, subDAGRunId: dagRunId };
    const { dagRun } = await engine.call('subRuns.get', query);
    ({ parentDAGRunName: name, parentDAGRunId: dagRunId } = dagRun);
  }
  return run.parentDAGRunId === '' ? [] : [root, ...callers];
}

/** The address of a run's page, whether another run called it or not. */
export function addressOf({ root, ...own }: RunIdentity, step?: string): string {
  return root === undefined ? paths.run(own, step) : paths.subRun(root, own, step);
}
