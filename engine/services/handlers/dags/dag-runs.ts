import { EngineError } from '../../../contract/errors.ts';
import type { Caller, OperationHandlers, OperationInput } from '../../../contract/operations.ts';
import { handlersThatRan, type RunDetail } from '../../../contract/run.ts';
import { newestRunsOf } from '../../../storage/runs.ts';
import { AnswerSize } from '../../answer-size.ts';
import { dryRunStored } from '../../dry-run.ts';
import { historyOf, noRun, requireRun } from '../../find.ts';
import { cursorId } from '../../page-of.ts';
import type { EngineServices } from '../../engine-services.ts';
import { readDetail } from '../../run-views.ts';
import { acceptRun } from '../../plan-run.ts';
import { startRun, type StartedRun } from '../../start-run.ts';
import { requestBy } from '../../requested-run.ts';
import { stopAllRuns } from '../../stop-run.ts';

type Name =
  'dags.start' | 'dags.startSync' | 'dags.dryRun' | 'dags.stopAll' | 'dags.runs' | 'dags.run';

/** Starting, stopping and showing the runs of a stored DAG. */
export function dagRunHandlers(services: EngineServices): Pick<OperationHandlers, Name> {
  const { db } = services;

  return {
    'dags.start': async (input, caller) => {
      const request = requestBy(services, { input, caller }, 'already_running');
      return acceptRun(services, request, 'start');
    },
    'dags.startSync': async (input, caller) => {
      const dagRun = await startAndWait(services, input, caller);
      return { dagRun, ...(dagRun.warnings && { warnings: dagRun.warnings }) };
    },
    'dags.dryRun': (input, caller) => dryRunStored(services, input, caller),
    'dags.stopAll': async ({ fileName }) => {
      const name = historyOf(services, fileName);
      const missed = name === null ? [] : await stopAllRuns(services, name);
      return {
        errors: missed.map(
          (run) => `Run ${run.runId} could not be stopped: it is not active in this engine.`,
        ),
      };
    },
    'dags.runs': async ({ fileName, limit, cursor }) => {
      const before = cursor === undefined ? undefined : cursorId(cursor);
      const name = historyOf(services, fileName);
      const found = name === null ? [] : newestRunsOf(db, name, { limit: limit + 1, before });
      const shown = found.slice(0, limit);
      const dagRuns: RunDetail[] = [];
      // One after the other, as each of the large ones is held in memory meanwhile.
      const size = new AnswerSize();
      for (const run of shown) dagRuns.push(size.add(await readDetail(services, run)));
      const last = found.length > limit ? shown.at(-1) : undefined;
      const more = last === undefined ? {} : { nextCursor: String(last.id) };
      return { dagRuns, gridData: gridOf(dagRuns), ...more };
    },
    'dags.run': async ({ fileName, dagRunId }) => {
      const name = historyOf(services, fileName);
      if (name === null) throw noRun(fileName, dagRunId);
      const run = requireRun(services, name, dagRunId);
      return { dagRun: await readDetail(services, run) };
    },
  };
}

async function startAndWait(
  services: EngineServices,
  input: OperationInput<'dags.startSync'>,
  caller: Caller,
): Promise<RunDetail> {
  const request = requestBy(services, { input, caller }, 'already_exists');
  // Asked before the run begins: a run that keeps no history is gone as soon as it ends.
  let waiting: Promise<RunDetail | null> = Promise.resolve(null);
  let endWait = (): void => undefined;
  const wait = ({ key }: StartedRun): void => {
    waiting = services.waiters.wait(key, input.timeout * 1000);
    endWait = () => services.waiters.giveUp(key);
  };
  // A run that is refused will not end: nobody must wait for it.
  const { dagRunId } = await startRun(services, request, wait).catch((error: unknown) => {
    endWait();
    throw error;
  });
  const ended = await waiting;
  if (ended !== null) return ended;
  throw new EngineError(
    'timeout',
    `Run ${dagRunId} did not end in time. It continues in the background.`,
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
