import { z } from 'zod';
import { nodeObject, runSummary } from './run.ts';
import { slot } from './schedule.ts';

/** What happened, in the past tense. Sent as server-sent events by REST and on one channel over IPC. */
export const engineEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('run.changed').describe('A run was created or its status changed.'),
    run: runSummary,
  }),
  z.object({
    type: z.literal('run.removed').describe('Retention or a person deleted the record of a run.'),
    name: z.string(),
    dagRunId: z.string(),
  }),
  z.object({
    type: z.literal('node.changed').describe('A step of a run changed its status.'),
    name: z.string(),
    dagRunId: z.string(),
    index: z
      .int()
      .describe('Position in `nodes` of the run; those of handlers follow after the last step.'),
    node: nodeObject,
  }),
  z.object({
    type: z
      .literal('log.appended')
      .describe(
        'A log of a run grew; sent to subscribers of that one run, at most ten times a second.',
      ),
    name: z.string(),
    dagRunId: z.string(),
    stepName: z.string().describe('Empty for the run log.'),
    stream: z.enum(['stdout', 'stderr']),
  }),
  z.object({
    type: z
      .literal('dag.changed')
      .describe('A definition was created, edited, renamed, suspended or deleted.'),
    fileName: z.string(),
    change: z.enum(['created', 'updated', 'deleted']),
  }),
  z.object({
    type: z.literal('queue.changed').describe('A run entered, left or moved within a queue.'),
    queue: z.string(),
  }),
  z.object({ type: z.literal('slot.decided').describe('A slot got its fate.'), slot }),
]);
export type EngineEvent = z.infer<typeof engineEvent>;

/** Which events a subscriber wants; all of them without a filter. */
export const eventFilter = z.object({
  name: z.string().optional().describe('DAG name: only events of its runs.'),
  dagRunId: z
    .string()
    .optional()
    .describe(
      'With `name`: only this run with its `log.appended`, and `run.changed` of those it called.',
    ),
});
export type EventFilter = z.infer<typeof eventFilter>;

export type EventListener = (event: EngineEvent) => void;
/** Returns the way to end the subscription, which is safe to call twice. */
export type SubscribeEvents = (filter: EventFilter, listener: EventListener) => () => void;
