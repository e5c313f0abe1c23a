import { EngineError } from '../contract/errors.ts';
import type { OperationHandlers, OperationInput, OperationOutput } from '../contract/operations.ts';
import type { RunOutputs } from '../contract/run.ts';
import { runStatusOf, isActiveRun } from '../contract/status.ts';
import { loadDag } from '../dag/load-dag.ts';
import { outputKey } from '../dag/output-key.ts';
import { parseTagFilter } from '../dag/tags.ts';
import { runLogFile } from '../execution/run-folders.ts';
import { isoTime } from '../lib/clock.ts';
import { emptyPage, readLogPage, searchLog } from '../platform/log-pages.ts';
import { nodesOf, outputsOf, type NodeRecord } from '../storage/nodes.ts';
import { searchRuns, type RunRow } from '../storage/run-search.ts';
import type { RunRecord } from '../storage/runs.ts';
import { requireValid } from './dag-definitions.ts';
import { requireRun } from './find.ts';
import type { Parts } from './parts.ts';
import { toSummary } from './present-run.ts';
import { detailOf } from './run-views.ts';
import { startRun } from './start-run.ts';

type Name =
  | 'runs.list'
  | 'runs.start'
  | 'runs.get'
  | 'runs.stop'
  | 'runs.log'
  | 'runs.stepLog'
  | 'runs.searchStepLog'
  | 'runs.outputs';

/** Runs by DAG name and run id, stored DAG or not. */
export function runHandlers(parts: Parts): Pick<OperationHandlers, Name> {
  const { db, definitions, runner, writes } = parts;

  return {
    'runs.list': (input) => listRuns(parts, input),
    'runs.start': async (input) => startInline(parts, input),
    'runs.get': ({ name, dagRunId }) => ({
      dagRun: detailOf(db, definitions, requireRun(parts, name, dagRunId)),
    }),
    'runs.stop': async ({ name, dagRunId }) => {
      const run = requireRun(parts, name, dagRunId);
      if (!isActiveRun(run.status) || !runner.stop(run.id)) {
        throw new EngineError(
          'not_running',
          `Run ${run.runId} of ${name} is ${run.status}, not running`,
        );
      }
      // Answered when a crash cannot take the order back.
      await writes.settled();
    },
    'runs.log': ({ name, dagRunId, ...page }) =>
      readLogPage(runLogFile(requireRun(parts, name, dagRunId).logFolder), page),
    'runs.stepLog': ({ name, dagRunId, stepName, stream, ...page }) => {
      const node = requireNode(parts, requireRun(parts, name, dagRunId), stepName);
      return node[stream] === '' ? emptyPage : readLogPage(node[stream], page);
    },
    'runs.searchStepLog': ({ name, dagRunId, stepName, stream, ...search }) => {
      const node = requireNode(parts, requireRun(parts, name, dagRunId), stepName);
      if (node[stream] === '') return { matches: [], hasMore: false, totalLines: 0 };
      return searchLog(node[stream], search);
    },
    'runs.outputs': ({ name, dagRunId }) =>
      collectOutputs(parts, requireRun(parts, name, dagRunId)),
  };
}

function listRuns({ db }: Parts, input: OperationInput<'runs.list'>): OperationOutput<'runs.list'> {
  const before = input.cursor === undefined ? undefined : cursorId(input.cursor);
  const hasTags = input.tags === undefined || input.tags === '' ? null : parseTagFilter(input.tags);
  const status = input.status === undefined ? undefined : runStatusOf(input.status);
  const rows = searchRuns(db, {
    name: input.name,
    status,
    from: input.fromDate === undefined ? undefined : input.fromDate * 1000,
    to: input.toDate === undefined ? undefined : input.toDate * 1000 + 999,
    runIdPart: input.dagRunId,
    before,
  });
  const most = input.limit ?? Infinity;
  const found: RunRow[] = [];
  let more = false;
  for (const row of rows) {
    if (hasTags !== null && !hasTags(JSON.parse(row.tags) as string[])) continue;
    more = found.length === most;
    if (more) break;
    found.push(row);
  }
  const last = found.at(-1);
  return {
    dagRuns: found.map(toSummary),
    ...(more && last !== undefined ? { nextCursor: String(last.id) } : {}),
  };
}

function cursorId(cursor: string): number {
  if (!/^\d{1,15}$/.test(cursor)) {
    throw new EngineError('bad_request', 'cursor: is not one that a page of this list gave', {
      details: { fields: { cursor: 'is not one that a page of this list gave' } },
    });
  }
  return Number(cursor);
}

async function startInline(
  parts: Parts,
  input: OperationInput<'runs.start'>,
): Promise<{ dagRunId: string }> {
  // A spec without a name is read under one that nobody can give, to see whether it has its own.
  const unnamed = '?';
  const dag = requireValid(loadDag(input.spec, { name: input.name ?? unnamed }));
  const name = input.name ?? dag.name;
  if (name === unnamed) {
    throw new EngineError(
      'bad_request',
      'DAG name is required: give `name`, or a name in the spec',
      {
        details: { fields: { name: 'is required' } },
      },
    );
  }
  const { dagRunId } = await startRun(parts, {
    dag,
    text: input.spec,
    file: null,
    folder: input.defaultWorkingDir,
    name,
    params: input.params,
    dagRunId: input.dagRunId,
    singleton: input.singleton === true ? 'max_run_reached' : null,
    trigger: 'manual',
  });
  return { dagRunId };
}

function requireNode({ db }: Parts, run: RunRecord, stepName: string): NodeRecord {
  const node = nodesOf(db, run.id).find(({ name }) => name === stepName);
  if (node !== undefined) return node;
  throw new EngineError('not_found', `Run ${run.runId} of ${run.dagName} has no step ${stepName}`);
}

/** Later steps win on the same key; an output with `omit` stays out (reference 2.4). */
function collectOutputs({ db, definitions }: Parts, run: RunRecord): RunOutputs {
  const { steps } = definitions.of(run);
  const outputs: Record<string, string> = {};
  for (const { position, name, value } of outputsOf(db, run.id)) {
    const definition = steps[position]?.output;
    if (definition?.omit === true) continue;
    outputs[definition?.key ?? outputKey(name)] = value;
  }
  return {
    metadata: {
      dagName: run.dagName,
      dagRunId: run.runId,
      attemptId: run.attemptId,
      status: run.status,
      completedAt: isoTime(run.finishedAt),
      params: run.params,
    },
    outputs,
  };
}
