import { EngineError } from '../../../contract/errors.ts';
import type {
  OperationHandlers,
  OperationInput,
  OperationOutput,
} from '../../../contract/operations.ts';
import type { RunSummary } from '../../../contract/run.ts';
import { runStatusOf } from '../../../contract/status.ts';
import { parseTagFilter } from '../../../dag/tags.ts';
import { nextTurn } from '../../../lib/next-turn.ts';
import { searchRuns } from '../../../storage/run-search.ts';
import { AnswerSize } from '../../answer-size.ts';
import { dryRunInline } from '../../dry-run.ts';
import { requireRun } from '../../find.ts';
import { cursorId } from '../../page-of.ts';
import type { EngineServices } from '../../engine-services.ts';
import { toSummary } from '../../present-run.ts';
import {
  messagesOf,
  outputsOf,
  runLogFileOf,
  runLogOf,
  stepLogFileOf,
  searchStepLogOf,
  stepLogOf,
} from './run-parts.ts';
import { readDetail } from '../../run-views.ts';
import { refusedWhenFull, requestInline } from '../../requested-run.ts';
import { acceptRun } from '../../plan-run.ts';
import { stopRun } from '../../stop-run.ts';

type Name =
  | 'runs.list'
  | 'runs.listOf'
  | 'runs.start'
  | 'runs.get'
  | 'runs.stop'
  | 'runs.log'
  | 'runs.stepLog'
  | 'runs.stepMessages'
  | 'runs.searchStepLog'
  | 'runs.downloadLog'
  | 'runs.downloadStepLog'
  | 'runs.outputs'
  | 'runs.dryRun';

/** Runs by DAG name and run id, stored DAG or not. */
export function runHandlers(services: EngineServices): Pick<OperationHandlers, Name> {
  return {
    'runs.list': (input) => listRuns(services, input),
    'runs.listOf': (input) => listRuns(services, input),
    'runs.start': async (input) => {
      const request = await requestInline(services, input);
      return acceptRun(services, refusedWhenFull(services, request), 'start');
    },
    'runs.get': async ({ name, dagRunId }) => ({
      dagRun: await readDetail(services, requireRun(services, name, dagRunId)),
    }),
    'runs.stop': async ({ name, dagRunId }) => {
      const run = requireRun(services, name, dagRunId);
      if (await stopRun(services, run)) return;
      throw new EngineError(
        'not_running',
        `Run ${run.runId} of ${name} is ${run.status}, not running`,
      );
    },
    'runs.log': ({ name, dagRunId, ...page }) =>
      runLogOf(requireRun(services, name, dagRunId), page),
    'runs.stepMessages': ({ name, dagRunId, ...asked }) =>
      messagesOf(services, requireRun(services, name, dagRunId), asked),
    'runs.stepLog': ({ name, dagRunId, ...asked }) =>
      stepLogOf(services, requireRun(services, name, dagRunId), asked),
    'runs.searchStepLog': ({ name, dagRunId, ...asked }) =>
      searchStepLogOf(services, requireRun(services, name, dagRunId), asked),
    'runs.downloadLog': ({ name, dagRunId }) => runLogFileOf(requireRun(services, name, dagRunId)),
    'runs.downloadStepLog': ({ name, dagRunId, ...asked }) =>
      stepLogFileOf(services, requireRun(services, name, dagRunId), asked),
    'runs.outputs': ({ name, dagRunId }) =>
      outputsOf(services, requireRun(services, name, dagRunId)),
    'runs.dryRun': (input) => dryRunInline(services, input),
  };
}

async function listRuns(
  { db }: EngineServices,
  input: OperationInput<'runs.list'>,
): Promise<OperationOutput<'runs.list'>> {
  const before = input.cursor === undefined ? undefined : cursorId(input.cursor);
  const hasTags = input.tags === undefined || input.tags === '' ? null : parseTagFilter(input.tags);
  const status = input.status === undefined ? undefined : runStatusOf(input.status);
  const found = searchRuns(db, {
    name: input.name || undefined,
    status,
    from: input.fromDate === undefined ? undefined : input.fromDate * 1000,
    to: input.toDate === undefined ? undefined : input.toDate * 1000 + 999,
    runIdPart: input.dagRunId,
    before,
  });
  const most = input.limit ?? Infinity;
  const size = new AnswerSize();
  const dagRuns: RunSummary[] = [];
  let lastId = 0;
  for (const rows of found) {
    for (const row of rows) {
      if (hasTags !== null && !hasTags(JSON.parse(row.tags) as string[])) continue;
      if (dagRuns.length === most) return { dagRuns, nextCursor: String(lastId) };
      dagRuns.push(size.add(toSummary(row)));
      lastId = row.id;
    }
    await nextTurn();
  }
  return { dagRuns };
}
