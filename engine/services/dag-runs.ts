import { EngineError, type ErrorCode } from '../contract/errors.ts';
import type { OperationHandlers, OperationInput } from '../contract/operations.ts';
import { handlersThatRan, type RunDetail } from '../contract/run.ts';
import { activeRunsOf, newestRunsOf } from '../storage/runs.ts';
import { dryRunStored } from './dry-run.ts';
import { requireDag, requireLoadable, requireRun } from './find.ts';
import type { Parts } from './parts.ts';
import { detailOf } from './run-views.ts';
import { startRun, type StartedRun, type StartRequest } from './start-run.ts';

type Name =
  'dags.start' | 'dags.startSync' | 'dags.dryRun' | 'dags.stopAll' | 'dags.runs' | 'dags.run';

/** Starting, stopping and showing the runs of a stored DAG. */
export function dagRunHandlers(parts: Parts): Pick<OperationHandlers, Name> {
  const { db, runner, definitions, writes } = parts;

  return {
    'dags.start': async (input) => {
      const { dagRunId } = await startRun(parts, await requestOf(parts, input, 'already_running'));
      return { dagRunId };
    },
    'dags.startSync': async (input) => ({ dagRun: await startAndWait(parts, input) }),
    'dags.dryRun': async (input) => dryRunStored(parts, input),
    'dags.stopAll': async ({ fileName }) => {
      const name = await nameOf(parts, fileName);
      const missed = activeRunsOf(db, name).filter((run) => !runner.stop(run.id));
      await writes.settled();
      return { errors: missed.map((run) => `run ${run.runId} is ${run.status} and has no driver`) };
    },
    'dags.runs': async ({ fileName, limit }) => {
      const runs = newestRunsOf(db, await nameOf(parts, fileName), limit);
      const dagRuns = runs.map((run) => detailOf(db, definitions, run));
      return { dagRuns, gridData: gridOf(dagRuns) };
    },
    'dags.run': async ({ fileName, dagRunId }) => {
      const run = requireRun(parts, await nameOf(parts, fileName), dagRunId);
      return { dagRun: detailOf(db, definitions, run) };
    },
  };
}

async function nameOf(parts: Parts, fileName: string): Promise<string> {
  const { loaded } = await requireDag(parts, fileName);
  return (loaded.dag ?? loaded.partial).name;
}

async function requestOf(
  parts: Parts,
  input: OperationInput<'dags.start'>,
  conflict: ErrorCode,
): Promise<StartRequest> {
  const read = await requireDag(parts, input.fileName);
  const dag = requireLoadable(read);
  return {
    dag,
    text: read.text,
    base: read.base?.text ?? null,
    document: null,
    file: read.file,
    name: input.dagName ?? dag.name,
    params: input.params,
    dagRunId: input.dagRunId,
    singleton: input.singleton === true ? conflict : null,
    trigger: 'manual',
  };
}

async function startAndWait(
  parts: Parts,
  input: OperationInput<'dags.startSync'>,
): Promise<RunDetail> {
  const request = await requestOf(parts, input, 'already_exists');
  // Asked before the run begins: a run that keeps no history is gone as soon as it ends.
  let waiting: Promise<RunDetail | null> = Promise.resolve(null);
  let endWait = (): void => undefined;
  const wait = ({ key }: StartedRun): void => {
    waiting = parts.waiters.wait(key, input.timeout * 1000);
    endWait = () => parts.waiters.giveUp(key);
  };
  // A run that is refused will not end: nobody must wait for it.
  const { dagRunId } = await startRun(parts, request, wait).catch((error: unknown) => {
    endWait();
    throw error;
  });
  const ended = await waiting;
  if (ended !== null) return ended;
  throw new EngineError(
    'timeout',
    `The run ${dagRunId} did not end within ${input.timeout} s; it goes on in the background.`,
    { dagRunId },
  );
}

/** One row for each step that the runs have, newest definition first, then the handlers; 0 where a run has none. */
function gridOf(runs: readonly RunDetail[]): { name: string; history: number[] }[] {
  const steps = runs.flatMap(({ nodes }) => nodes.map(({ step }) => step.name));
  const handlers = runs.flatMap((run) => handlersThatRan(run).map(({ step }) => step.name));
  const names = [...new Set([...steps, ...handlers])];
  const statuses = runs.map(
    (run) =>
      new Map(
        [...handlersThatRan(run), ...run.nodes].map(({ step, status }) => [step.name, status]),
      ),
  );
  return names.map((name) => ({ name, history: statuses.map((byName) => byName.get(name) ?? 0) }));
}
