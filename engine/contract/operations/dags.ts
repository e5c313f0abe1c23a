import { z } from 'zod';
import { dagChanges } from '../dag-changes.ts';
import { dagDetail, dagListItem, dryRun, searchResult, validation } from '../dag.ts';
import {
  cursor,
  dagName,
  newFileName,
  dagRunIdInPath,
  fileNameInPath,
  newDagRunId,
  nextCursor,
  nothing,
  pagination,
  queryInteger,
  remoteNode,
  warnings,
} from '../fields.ts';
import type { Operation } from '../operation.ts';
import { gridItem, runDetail } from '../run.ts';
import { shape } from '../shape.ts';
import { acceptedRun, startAt } from '../start-time.ts';
import { defaultWorkingDir, paramsText } from './runs.ts';

const oneDag = shape(() => z.object({ fileName: fileNameInPath, remoteNode }));
const startFields = {
  params: paramsText,
  dagRunId: newDagRunId.optional(),
  dagName: dagName.optional().describe('Replaces the DAG name for this run.'),
  singleton: z.boolean().optional().describe('Refuse the start if the DAG has an active run.'),
  defaultWorkingDir,
};
const spec = z.string().describe('The definition as YAML text.');
const loadErrors = z.array(z.string()).describe('Why it does not load; empty: it does.');
const problems = z.array(z.string()).describe('What is wrong in the folder of DAGs.');
const broken = z
  .array(z.string())
  .describe('What is wrong in the folder of DAGs, and definitions that do not load.');

export const dagOperations = {
  'dags.list': {
    method: 'get',
    path: '/dags',
    summary: 'List DAGs by page, filtered by name and tags.',
    access: 'viewer',
    input: () =>
      z.object({
        page: queryInteger({ min: 1 }).default(1),
        perPage: queryInteger({ min: 1, max: 1000 }).default(50),
        name: z.string().optional().describe('Part of the name, ignoring case.'),
        tags: z
          .string()
          .optional()
          .describe(
            'Filters joined by commas, all of which must match: `key`, `key=value`, `!key`, wildcards `*` and `?`.',
          ),
        sort: z
          .enum(['name', 'nextRun'])
          .default('name')
          .describe('`nextRun`: when the schedule starts it next.'),
        order: z.enum(['asc', 'desc']).default('asc'),
        recentRuns: queryInteger({ min: 0, max: 50 })
          .default(0)
          .describe('Number of latest runs for each item.'),
        remoteNode,
      }),
    output: () =>
      z.object({
        dags: z.array(dagListItem()),
        errors: problems,
        pagination: pagination(),
      }),
  },
  'dags.tags': {
    method: 'get',
    path: '/dags/tags',
    summary: 'List the tags of all DAGs.',
    access: 'viewer',
    input: () => z.object({ remoteNode }),
    output: () =>
      z.object({ tags: z.array(z.string()).describe('Each once, sorted.'), errors: broken }),
  },
  'dags.search': {
    method: 'get',
    path: '/dags/search',
    summary: 'Search the definitions, ignoring case.',
    access: 'viewer',
    input: () =>
      z.object({
        q: z.string().min(1, 'is empty').max(1000).describe('The text.'),
        remoteNode,
      }),
    output: () => z.object({ results: z.array(searchResult()), errors: broken }),
  },
  'dags.create': {
    method: 'post',
    path: '/dags',
    summary: 'Create a DAG, by default with a single echo step.',
    access: 'manager',
    permission: 'write_dags',
    input: () => z.object({ name: newFileName, spec: spec.optional(), remoteNode }),
    output: () => z.object({ name: z.string().describe('Name of the file, without extension.') }),
    status: 201,
  },
  'dags.validate': {
    method: 'post',
    path: '/dags/validate',
    summary: 'Check a definition, without storing it.',
    access: 'viewer',
    input: () =>
      z.object({
        spec,
        name: z.string().optional().describe('Used when the spec has no name.'),
        remoteNode,
      }),
    output: validation,
  },
  'dags.get': {
    method: 'get',
    path: '/dags/{fileName}',
    summary: 'One DAG with its definition and latest run.',
    access: 'viewer',
    input: oneDag,
    output: dagDetail,
  },
  'dags.delete': {
    method: 'delete',
    path: '/dags/{fileName}',
    summary: 'Delete a DAG. Its runs stay until their retention ends.',
    access: 'manager',
    permission: 'write_dags',
    input: oneDag,
    output: () => nothing,
    status: 204,
  },
  'dags.getSpec': {
    method: 'get',
    path: '/dags/{fileName}/spec',
    summary: 'The exact YAML text of a DAG.',
    access: 'viewer',
    input: oneDag,
    output: () =>
      z.object({
        dag: z.object({
          name: z.string().describe('As the definition says, or that of its file.'),
        }),
        spec,
        errors: loadErrors,
        version: z.string().describe('Another one for every text. `PUT` takes it.'),
      }),
  },
  'dags.updateSpec': {
    method: 'put',
    path: '/dags/{fileName}/spec',
    summary: 'Replace the YAML text. A text with errors is not saved, and the errors are returned.',
    access: 'manager',
    permission: 'write_dags',
    input: () =>
      oneDag().extend({
        spec,
        version: z
          .string()
          .optional()
          .describe(
            'The version of the text that this one replaces, as `GET` answered it. While the file has another one, ' +
              'nothing is saved: 409 `conflict`. Without it, whatever is there is replaced.',
          ),
      }),
    output: () => z.object({ errors: loadErrors }),
  },
  'dags.changes': {
    method: 'post',
    path: '/dags/{fileName}/changes',
    summary: 'Summarize what a text changes in the meaning of a DAG, without storing it.',
    access: 'viewer',
    input: () =>
      oneDag().extend({
        spec,
        against: z
          .string()
          .optional()
          .describe('The text before the changes (default: that of the file).'),
      }),
    output: dagChanges,
  },
  'dags.rename': {
    method: 'post',
    path: '/dags/{fileName}/rename',
    summary: 'Rename a DAG. Its history is kept.',
    access: 'manager',
    permission: 'write_dags',
    input: () => oneDag().extend({ newFileName }),
    output: () => nothing,
  },
  'dags.suspend': {
    method: 'post',
    path: '/dags/{fileName}/suspend',
    summary: 'Suspend or resume the schedule of a DAG.',
    access: 'operator',
    permission: 'run_dags',
    input: () => oneDag().extend({ suspend: z.boolean() }),
    output: () => nothing,
  },
  'dags.start': {
    method: 'post',
    path: '/dags/{fileName}/start',
    summary: 'Start a run, and return at once.',
    access: 'operator',
    permission: 'run_dags',
    ownCommands: ['defaultWorkingDir'],
    input: () => oneDag().extend({ ...startFields, at: startAt }),
    output: acceptedRun,
  },
  'dags.startSync': {
    method: 'post',
    path: '/dags/{fileName}/start-sync',
    summary: 'Start a run, and return when it ends or waits for approval; 408 on timeout.',
    access: 'operator',
    permission: 'run_dags',
    ownCommands: ['defaultWorkingDir'],
    input: () =>
      oneDag().extend({
        ...startFields,
        timeout: z.int().min(1).max(86_400).describe('Seconds to wait.'),
      }),
    output: () => z.object({ dagRun: runDetail(), warnings }),
  },
  'dags.dryRun': {
    method: 'post',
    path: '/dags/{fileName}/dry-run',
    summary: 'Show what a run would do, without executing anything.',
    access: 'viewer',
    input: () => oneDag().extend({ params: startFields.params }),
    output: dryRun,
  },
  'dags.stopAll': {
    method: 'post',
    path: '/dags/{fileName}/stop-all',
    summary: 'Stop every active run of a DAG.',
    access: 'operator',
    permission: 'run_dags',
    input: oneDag,
    output: () =>
      z.object({
        errors: z.array(z.string()).describe('Runs that could not be stopped, and why.'),
      }),
  },
  'dags.runs': {
    method: 'get',
    path: '/dags/{fileName}/dag-runs',
    summary: 'List the runs of a DAG, newest first, with the grid of its steps.',
    access: 'viewer',
    input: () =>
      oneDag().extend({
        limit: queryInteger({ min: 1, max: 1000 }).default(100).describe('Number of newest runs.'),
        cursor,
      }),
    output: () =>
      z.object({ dagRuns: z.array(runDetail()), gridData: z.array(gridItem()), nextCursor }),
  },
  'dags.run': {
    method: 'get',
    path: '/dags/{fileName}/dag-runs/{dagRunId}',
    summary: 'One run of a DAG.',
    access: 'viewer',
    input: () => oneDag().extend({ dagRunId: dagRunIdInPath }),
    output: () => z.object({ dagRun: runDetail() }),
  },
} as const satisfies Record<string, Operation>;
