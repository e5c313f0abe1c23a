import { z } from 'zod';
import { runSummary } from './run.ts';
import { shape, type ValueOf } from './shape.ts';

/** A queued run, with its place. */
export const queueItem = shape(() =>
  runSummary().extend({
    position: z.int().describe('1 is next; 0 for a run that has left the queue.'),
    reason: z.string().describe('Why it is queued, in a few words; empty if it is running.'),
    waitsForTime: z
      .boolean()
      .describe(
        'It starts at its `plannedAt`. Until then it stands behind all others and cannot be moved.',
      ),
  }),
);
export type QueueItem = ValueOf<typeof queueItem>;

/** A queue of the configuration, or one of a DAG. */
export const queue = shape(() =>
  z.object({
    name: z.string(),
    type: z
      .enum(['global', 'dag-based'])
      .describe('`global` is in the configuration; `dag-based` exists while it has runs.'),
    maxConcurrency: z.int(),
    runningCount: z.int(),
    queuedCount: z.int(),
    running: z.array(queueItem()).describe('At most 100.'),
    queued: z.array(queueItem()).describe('The first 100, in the order in which they will start.'),
  }),
);
export type Queue = ValueOf<typeof queue>;

export const queueSummary = shape(() =>
  z.object({
    totalQueues: z.int(),
    totalRunning: z.int(),
    totalQueued: z.int(),
    totalCapacity: z.int(),
    utilizationPercentage: z.number(),
  }),
);
