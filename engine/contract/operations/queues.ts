import { z } from 'zod';
import {
  dagName,
  dagRunIdInPath,
  fileNameInPath,
  nameInPath,
  newDagRunId,
  nothing,
  pagination,
  queryInteger,
  remoteNode,
} from '../fields.ts';
import type { Operation } from '../operation.ts';
import { queue, queueItem, queueSummary } from '../queue.ts';
import { acceptedRun, startAt } from '../start-time.ts';
import { defaultWorkingDir, paramsText } from './runs.ts';

const enqueueFields = {
  params: paramsText,
  dagRunId: newDagRunId.optional(),
  queue: dagName.optional().describe('Queue for the run; overrides the one in the definition.'),
  singleton: z.boolean().optional().describe('Refuse if the DAG has an active run.'),
  at: startAt,
};
const queueNameInPath = z.string().describe('Name of the queue.');

export const queueOperations = {
  'queues.list': {
    method: 'get',
    path: '/queues',
    summary: 'List all queues with their running and queued runs.',
    access: 'viewer',
    input: () => z.object({ remoteNode }),
    output: () => z.object({ queues: z.array(queue()), summary: queueSummary() }),
  },
  'queues.items': {
    method: 'get',
    path: '/queues/{name}/items',
    summary: 'List the queued runs of a queue in order, or its running runs.',
    access: 'viewer',
    input: () =>
      z.object({
        name: queueNameInPath,
        type: z.enum(['running', 'queued']).default('queued'),
        page: queryInteger({ min: 1 }).default(1),
        perPage: queryInteger({ min: 1, max: 1000 }).default(50),
        remoteNode,
      }),
    output: () => z.object({ items: z.array(queueItem()), pagination: pagination() }),
  },
  'queues.move': {
    method: 'post',
    path: '/queues/{name}/move',
    summary:
      'Move a queued run to another position in its queue. One that waits for its time cannot be moved.',
    access: 'operator',
    permission: 'run_dags',
    input: () =>
      z.object({
        name: queueNameInPath,
        dagName: z.string().describe('Name of the queued DAG.'),
        dagRunId: z.string().describe('Id of the queued run.'),
        position: z.int().min(1).describe('1 is next; beyond the end is last.'),
        remoteNode,
      }),
    output: () => nothing,
  },
  'dags.enqueue': {
    method: 'post',
    path: '/dags/{fileName}/enqueue',
    summary: 'Queue a run. It starts when its queue has room.',
    access: 'operator',
    permission: 'run_dags',
    ownCommands: ['defaultWorkingDir'],
    input: () =>
      z.object({
        fileName: fileNameInPath,
        ...enqueueFields,
        dagName: dagName.optional().describe('Replaces the DAG name for this run.'),
        defaultWorkingDir,
        remoteNode,
      }),
    output: acceptedRun,
  },
  'runs.enqueue': {
    method: 'post',
    path: '/dag-runs/enqueue',
    summary: 'Queue a run of a definition given in the request.',
    access: 'manager',
    ownCommands: 'always',
    permission: 'run_dags',
    input: () =>
      z.object({
        spec: z.string().describe('The definition as YAML text.'),
        name: dagName.optional().describe('Name of the run; overrides the name in the spec.'),
        ...enqueueFields,
        defaultWorkingDir,
        remoteNode,
      }),
    output: acceptedRun,
  },
  'runs.dequeue': {
    method: 'get',
    path: '/dag-runs/{name}/{dagRunId}/dequeue',
    summary: 'Remove a queued run from its queue. The run stays in the history as aborted.',
    access: 'operator',
    permission: 'run_dags',
    audited: true,
    input: () => z.object({ name: nameInPath, dagRunId: dagRunIdInPath, remoteNode }),
    output: () => nothing,
  },
} as const satisfies Record<string, Operation>;
