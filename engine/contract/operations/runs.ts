import { z } from 'zod';
import {
  cursor,
  dagName,
  dagRunIdInPath,
  nameInPath,
  newDagRunId,
  nextCursor,
  nothing,
  queryInteger,
  remoteNode,
  stepNameInPath,
} from '../fields.ts';
import type { Operation } from '../operation.ts';
import { dryRun } from '../dag.ts';
import { download } from '../download.ts';
import { stepMessages } from '../messages.ts';
import { logPage, logSearch, runDetail, runOutputs, runSummary } from '../run.ts';
import { acceptedRun, startAt } from '../start-time.ts';
import { shape } from '../shape.ts';
import { LOG_TYPE, page, stream } from './log-fields.ts';

const oneRun = shape(() => z.object({ name: nameInPath, dagRunId: dagRunIdInPath, remoteNode }));

/** Parameters of a start. */
export const paramsText = z
  .string()
  .optional()
  .describe('JSON object text, JSON array text (positional), or `K=V "x y"` text.');

export const defaultWorkingDir = z
  .string()
  .regex(/^(\/|[A-Za-z]:[\\/])/, 'must be an absolute path')
  .optional()
  .describe(
    'Default working directory (default: the folder of the DAG file, or a private folder for an inline definition).',
  );

const listFilter = shape(() =>
  z.object({
    status: queryInteger({ min: 0, max: 8 }).optional(),
    fromDate: queryInteger().optional().describe('Unix seconds, inclusive.'),
    toDate: queryInteger().optional().describe('Unix seconds, inclusive.'),
    dagRunId: z.string().optional().describe('Part of the run id.'),
    tags: z.string().optional().describe('Filters over the tags of the DAG, as in `dags.list`.'),
    limit: queryInteger({ min: 1, max: 10_000 }).optional(),
    cursor,
    remoteNode,
  }),
);

const runList = shape(() => z.object({ dagRuns: z.array(runSummary()), nextCursor }));

export const runOperations = {
  'runs.list': {
    method: 'get',
    path: '/dag-runs',
    summary: 'List runs, newest first. Without `limit`, returns all matches.',
    access: 'viewer',
    input: () => listFilter().extend({ name: z.string().optional().describe('Exact DAG name.') }),
    output: runList,
  },
  'runs.listOf': {
    method: 'get',
    path: '/dag-runs/{name}',
    summary: 'List the runs of one name, stored DAG or not; as `runs.list` otherwise.',
    access: 'viewer',
    input: () => listFilter().extend({ name: nameInPath }),
    output: runList,
  },
  'runs.start': {
    method: 'post',
    path: '/dag-runs',
    summary: 'Run a definition given in the request, without storing it.',
    access: 'manager',
    ownCommands: 'always',
    permission: 'run_dags',
    input: () =>
      z.object({
        spec: z.string().describe('The definition as YAML text.'),
        name: dagName.optional().describe('Name of the run; overrides the name in the spec.'),
        params: paramsText,
        dagRunId: newDagRunId.optional(),
        singleton: z
          .boolean()
          .optional()
          .describe('Refuse the start if the DAG has an active run.'),
        defaultWorkingDir,
        at: startAt,
        base: z.string().optional().describe('YAML text to use instead of base.yaml.'),
        remoteNode,
      }),
    output: acceptedRun,
  },
  'runs.dryRun': {
    method: 'post',
    path: '/dag-runs/dry-run',
    summary:
      'Show what a run of a definition given in the request would do, without executing anything.',
    access: 'manager',
    ownCommands: 'always',
    audited: true,
    input: () =>
      z.object({
        spec: z.string().describe('The definition as YAML text.'),
        name: dagName.optional(),
        params: paramsText,
        defaultWorkingDir,
        remoteNode,
      }),
    output: dryRun,
  },
  'runs.get': {
    method: 'get',
    path: '/dag-runs/{name}/{dagRunId}',
    summary: 'One run with its nodes.',
    access: 'viewer',
    input: oneRun,
    output: () => z.object({ dagRun: runDetail() }),
  },
  'runs.stop': {
    method: 'post',
    path: '/dag-runs/{name}/{dagRunId}/stop',
    summary: 'Stop a run: signal, grace, kill.',
    access: 'operator',
    permission: 'run_dags',
    input: oneRun,
    output: () => nothing,
  },
  'runs.log': {
    method: 'get',
    path: '/dag-runs/{name}/{dagRunId}/log',
    summary: 'A page of the run log.',
    access: 'viewer',
    input: () => oneRun().extend(page),
    output: logPage,
  },
  'runs.stepLog': {
    method: 'get',
    path: '/dag-runs/{name}/{dagRunId}/steps/{stepName}/log',
    summary: 'A page of the log of a step.',
    access: 'viewer',
    input: () => oneRun().extend({ stepName: stepNameInPath, stream, ...page }),
    output: logPage,
  },
  'runs.stepMessages': {
    method: 'get',
    path: '/dag-runs/{name}/{dagRunId}/steps/{stepName}/messages',
    summary: 'What a step said to a language model and was answered.',
    access: 'viewer',
    input: () => oneRun().extend({ stepName: stepNameInPath }),
    output: stepMessages,
  },
  'runs.searchStepLog': {
    method: 'get',
    path: '/dag-runs/{name}/{dagRunId}/steps/{stepName}/log/search',
    summary: 'Search the log of a step.',
    access: 'viewer',
    input: () =>
      oneRun().extend({
        stepName: stepNameInPath,
        stream,
        q: z.string().min(1).max(1000).describe('Text to find, ignoring case.'),
        offset: queryInteger({ min: 1 }).default(1).describe('First line to search.'),
        limit: queryInteger({ min: 1, max: 10_000 }).default(1000),
      }),
    output: logSearch,
  },
  'runs.downloadLog': {
    method: 'get',
    path: '/dag-runs/{name}/{dagRunId}/log/download',
    summary: 'The whole run log as a file.',
    access: 'viewer',
    input: oneRun,
    output: () => download,
    contentType: LOG_TYPE,
    download: true,
  },
  'runs.downloadStepLog': {
    method: 'get',
    path: '/dag-runs/{name}/{dagRunId}/steps/{stepName}/log/download',
    summary: 'The whole log of a step as a file.',
    access: 'viewer',
    input: () => oneRun().extend({ stepName: stepNameInPath, stream }),
    output: () => download,
    contentType: LOG_TYPE,
    download: true,
  },
  'runs.outputs': {
    method: 'get',
    path: '/dag-runs/{name}/{dagRunId}/outputs',
    summary: 'The outputs that the steps of a run captured.',
    access: 'viewer',
    input: oneRun,
    output: runOutputs,
  },
} as const satisfies Record<string, Operation>;
