import { z } from 'zod';
import { latestRun } from './run.ts';
import { timestamp, warnings } from './fields.ts';
import { paramRules } from './param-rules.ts';
import { shape, type ValueOf } from './shape.ts';
import { runStatuses, statusCodeSchema } from './status.ts';
import { stepObject } from './step.ts';

const scheduleEntry = shape(() => z.object({ expression: z.string() }));

/** What a list needs to know of a definition. */
export const dagHead = shape(() =>
  z.object({
    name: z.string(),
    group: z.string(),
    schedule: z.array(scheduleEntry()),
    description: z.string(),
    params: z
      .array(z.string())
      .describe('`NAME=default`, or only the value of a positional parameter.'),
    defaultParams: z.string(),
    tags: z.array(z.string()),
  }),
);
export type DagHead = ValueOf<typeof dagHead>;

const dagParams = shape(() =>
  z.object({
    params: z
      .array(z.string())
      .describe('Names; positional parameters have their position as name.'),
    paramDefaults: z
      .array(z.string())
      .describe('`NAME=default`, or only the value of a positional parameter.'),
    paramHelp: z
      .array(z.string())
      .optional()
      .describe(
        'What each parameter is for: the comment beside it, or right above it; empty without one.',
      ),
    paramRules: paramRules().optional(),
    protectedParams: z
      .array(z.string())
      .optional()
      .describe(
        'Those of `params` that no start can set, because they change what code programs load. Left out where there are none.',
      ),
  }),
);

export const dagObject = shape(() =>
  dagHead().extend({
    ...dagParams().shape,
    type: z.enum(['chain', 'graph']),
    stopSchedule: z.array(scheduleEntry()),
    restartSchedule: z.array(scheduleEntry()),
    skipIfSuccessful: z
      .boolean()
      .describe('Skip a scheduled start if a run has succeeded since the previous slot.'),
    restartWaitSec: z
      .int()
      .describe('Between the end of the old run and the start of the new one.'),
    catchupWindow: z
      .string()
      .describe('How far back missed starts are caught up: `2d12h`; empty: no catch-up.'),
    overlapPolicy: z
      .enum(['skip', 'all', 'latest'])
      .describe('What happens to a missed start while a run is active.'),
    jitterSec: z.int().describe('Scheduled starts are put off by less than so many seconds.'),
    queue: z.string().describe('Queue for its runs; empty: a queue with the name of the DAG.'),
    env: z.array(z.string()).describe('`KEY=value` as written.'),
    workingDir: z.string(),
    shell: z.array(z.string()),
    log_dir: z.string(),
    log_output: z.enum(['separate', 'merged']),
    log_output_encoding: z.string().optional(),
    handler_on: z.record(z.string(), stepObject()),
    steps: z.array(stepObject()),
    delay: z.int().describe('Seconds.'),
    timeoutSec: z.int(),
    maxCleanUpTimeSec: z.int(),
    maxOutputSize: z.int().describe('Bytes.'),
    hist_retention_days: z.int(),
    hist_retention_runs: z.int().nullable().describe('Newest ended runs to keep; null: no limit.'),
    preconditions: z.array(
      z.object({
        condition: z.string(),
        expected: z.string(),
        negate: z.boolean(),
        error: z.string(),
      }),
    ),
    dotenv: z.array(z.string()),
    secrets: z
      .array(z.object({ name: z.string(), provider: z.enum(['env', 'file']), key: z.string() }))
      .describe('Sources of the secrets, never their values.'),
    runConfig: z.object({ disableParamEdit: z.boolean(), disableRunIdEdit: z.boolean() }),
    max_active_runs: z.int().describe('As written. It has no effect: queues set the limit.'),
    max_active_steps: z.int(),
  }),
);
export type DagObject = ValueOf<typeof dagObject>;

const loadErrors = z.array(z.string()).describe('Load errors, each with line and column.');

export const dagListItem = shape(() =>
  z.object({
    fileName: z.string(),
    dag: dagHead(),
    latestDAGRun: latestRun(),
    suspended: z.boolean(),
    errors: loadErrors,
    nextRun: timestamp.describe(
      'Next scheduled start, put off by `jitter_sec`; empty without a schedule or when suspended.',
    ),
    recentRuns: z
      .array(
        z.object({
          dagRunId: z.string(),
          status: statusCodeSchema,
          statusLabel: z.enum(runStatuses),
          startedAt: timestamp,
          finishedAt: timestamp,
        }),
      )
      .optional()
      .describe('Newest first, up to `recentRuns`.'),
  }),
);
export type DagListItem = ValueOf<typeof dagListItem>;

const localDag = shape(() => z.object({ name: z.string(), dag: dagObject(), errors: loadErrors }));

/** A finding of the loader, for editors: where it stands and what would fix it. Lines and columns are 1-based. */
export const diagnostic = shape(() =>
  z.object({
    severity: z.enum(['error', 'warning']),
    code: z
      .string()
      .optional()
      .describe(
        'Stable code of a warning, explained in the manual; `older-form`: a key of an earlier form, which an import can turn.',
      ),
    message: z.string(),
    line: z.int(),
    column: z.int(),
    endLine: z.int(),
    endColumn: z.int().describe('Exclusive.'),
    suggestion: z.string().optional().describe('Suggested text for the marked range.'),
  }),
);
export type Diagnostic = ValueOf<typeof diagnostic>;

export const dagDetail = shape(() =>
  z.object({
    fileName: z.string(),
    filePath: z.string(),
    dag: dagObject(),
    localDags: z.array(localDag()),
    latestDAGRun: latestRun(),
    suspended: z.boolean(),
    errors: loadErrors,
    nextRuns: z
      .array(timestamp)
      .describe('The next five scheduled starts, put off by `jitter_sec`.'),
  }),
);
export type DagDetail = ValueOf<typeof dagDetail>;

export const validation = shape(() =>
  z.object({
    valid: z.boolean(),
    errors: loadErrors,
    dag: dagObject()
      .partial()
      .optional()
      .describe('The readable part, also when there are errors.'),
    diagnostics: z.array(diagnostic()),
  }),
);
export type Validation = ValueOf<typeof validation>;

const plannedCondition = shape(() =>
  z.object({
    condition: z.string().describe('Expanded, with commands in backticks as written.'),
    expected: z.string(),
    negate: z.boolean(),
  }),
);

const plannedStep = shape(() =>
  z.object({
    name: z.string(),
    type: z.string(),
    depends: z.array(z.string()),
    preconditions: z.array(plannedCondition()).describe('Preconditions of the step.'),
    commands: z.array(z.string()).describe('As a shell receives them, with values filled in.'),
    script: z.string(),
    workingDir: z.string(),
    call: z
      .object({ target: z.string(), params: z.array(z.string()), known: z.boolean() })
      .nullable()
      .describe(
        'The sub-DAG with the parameters of each call; `known`: a DAG of that name exists.',
      ),
    routes: z.array(z.object({ pattern: z.string(), targets: z.array(z.string()) })),
    prompt: z.string(),
    notes: z.array(z.string()).describe('What is unknown before the run, as sentences.'),
  }),
);
export type PlannedStep = ValueOf<typeof plannedStep>;

/** What a run would do, found out without doing it. */
export const dryRun = shape(() =>
  z.object({
    name: z.string(),
    params: z.string().describe('Merged parameters as JSON text.'),
    warnings,
    workingDir: z.string(),
    preconditions: z.array(plannedCondition()),
    steps: z.array(plannedStep()).describe('In the order in which they can start.'),
    handlers: z.array(z.object({ event: z.string(), step: plannedStep() })),
    withheld: z
      .boolean()
      .optional()
      .describe(
        'True: the caller has no access to the environment of the engine, dotenv files and secrets, so references to them stay as written.',
      ),
  }),
);
export type DryRun = ValueOf<typeof dryRun>;

/** A definition that holds the text that was searched for. */
export const searchResult = shape(() =>
  z.object({
    name: z.string().describe('File name without `.yaml`.'),
    dag: z.object({ name: z.string() }),
    matches: z
      .array(
        z.object({
          line: z.string().describe('The line with up to two lines before and after it.'),
          lineNumber: z.int().describe('Number of the line that matches, from 1.'),
          startLine: z.int().describe('Number of the first line of `line`.'),
        }),
      )
      .describe('The first 100 lines that match.'),
  }),
);
