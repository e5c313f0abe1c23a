import { z } from 'zod';
import { warnings } from './fields.ts';
import { nodeObject, runSummary, type RunSummary } from './run.ts';
import { slot } from './schedule.ts';
import { shape, type ValueOf } from './shape.ts';
import { syncActivities } from './sync.ts';

const runEvent = shape(() =>
  z.discriminatedUnion('type', [
    z.object({
      type: z.literal('run.changed').describe('A run was created or its status changed.'),
      run: runSummary().extend({ warnings }),
    }),
    z.object({
      type: z.literal('run.removed').describe('A run was deleted, manually or by retention.'),
      name: z.string(),
      dagRunId: z.string(),
    }),
    z.object({
      type: z.literal('node.changed').describe('A step of a run changed its status.'),
      name: z.string(),
      dagRunId: z.string(),
      index: z
        .int()
        .describe('Position in `nodes` of the run; handlers follow after the last step.'),
      node: nodeObject(),
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
  ]),
);

/** What happened, in the past tense. Sent as server-sent events by REST and on one channel over IPC. */
export const engineEvent = shape(() =>
  z.discriminatedUnion('type', [
    ...runEvent().options,
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
    z.object({ type: z.literal('slot.decided').describe('A slot got its fate.'), slot: slot() }),
    z.object({
      type: z
        .literal('health.changed')
        .describe(
          'The engine stopped accepting new work, accepts it again, has another reason not to, or its health has another notice.',
        ),
      error: z
        .string()
        .describe('Why it accepts no work, as `error` of its health; empty when it does.'),
    }),
    z.object({
      type: z
        .literal('sync.changed')
        .describe('Git Sync began or ended something, or its settings changed.'),
      activity: z.enum(syncActivities).describe('What is under way; empty: nothing.'),
      phase: z.string().describe('Part of it, such as `Receiving objects`; empty for none.'),
      done: z.int(),
      total: z.int().describe('0 where it is not known.'),
    }),
    z.object({
      type: z
        .literal('events.missed')
        .describe(
          'The stream resumed after events that are no longer available. Reload what you show.',
        ),
    }),
  ]),
);
export type EngineEvent = ValueOf<typeof engineEvent>;

/** Which events a subscriber wants; all of them without a filter. */
export const eventFilter = shape(() =>
  z.object({
    name: z.string().optional().describe('DAG name: only events of its runs.'),
    dagRunId: z
      .string()
      .optional()
      .describe(
        'Requires `name`: only this run with its `log.appended`, and `run.changed` of its sub-runs. `latest` is the newest run of the DAG when the stream starts.',
      ),
    remoteNode: z
      .string()
      .optional()
      .describe('Name of a configured node; omitted or `local`: this engine.'),
  }),
);
export type EventFilter = ValueOf<typeof eventFilter>;

export type EventListener = (event: EngineEvent) => void;
/** Returns the way to end the subscription, which is safe to call twice. */
export type SubscribeEvents = (filter: EventFilter, listener: EventListener) => () => void;

/** Whether a subscriber with this filter is told of an event. */
export function concerns({ name, dagRunId }: EventFilter, event: EngineEvent): boolean {
  if (name === undefined) return true;
  const isWanted = (run: RunName): boolean =>
    run.name === name && (dagRunId === undefined || run.dagRunId === dagRunId);
  switch (event.type) {
    case 'queue.changed':
    case 'health.changed':
    case 'sync.changed':
      return false;
    case 'events.missed':
      return true;
    case 'slot.decided':
      return event.slot.name === name && dagRunId === undefined;
    case 'dag.changed':
      return event.fileName === name;
    case 'run.changed':
      return namesOf(event.run).some(isWanted);
    default:
      return isWanted(event);
  }
}

interface RunName {
  readonly name: string;
  readonly dagRunId: string;
}

/** A run is of interest to those who look at it and at the runs that called it. */
function namesOf(run: RunSummary): readonly RunName[] {
  return [
    { name: run.name, dagRunId: run.dagRunId },
    { name: run.parentDAGRunName, dagRunId: run.parentDAGRunId },
    { name: run.rootDAGRunName, dagRunId: run.rootDAGRunId },
  ];
}
