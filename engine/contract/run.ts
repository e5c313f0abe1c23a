import { z } from 'zod';
import { timestamp } from './fields.ts';
import { nodeStatuses, runStatuses, statusCodeSchema, triggerTypes } from './status.ts';

/** A step as the definition wrote it (specification "Step object"). Unset texts are empty. */
export const stepObject = z.object({
  name: z.string(),
  id: z.string(),
  type: z.string().describe('Step type; `shell` unless the definition says otherwise.'),
  description: z.string(),
  dir: z.string().describe('Working directory as written.'),
  command: z.string().describe('The command, or the first one of a list.'),
  commands: z.array(z.string()).describe('All commands, in order.'),
  args: z.array(z.string()),
  script: z.string(),
  shell: z.array(z.string()),
  stdout: z.string(),
  stderr: z.string(),
  output: z.string().describe('Variable that takes the output.'),
  preconditions: z.array(z.object({ condition: z.string(), expected: z.string() })),
  depends: z
    .array(z.string())
    .describe('Names of the steps it waits for; in a chain, the step before it.'),
  run: z.string().describe('Sub-DAG that the step calls.'),
  params: z.string(),
  repeat_policy: z.object({ repeat: z.boolean(), interval: z.int() }),
  mail_on_error: z.boolean(),
  timeoutSec: z.int(),
  signalOnStop: z.string(),
});
export type StepObject = z.infer<typeof stepObject>;

const runFields = {
  rootDAGRunName: z.string().describe('Name of the root run; its own name for root runs.'),
  rootDAGRunId: z.string(),
  parentDAGRunName: z.string().describe('Empty for root runs.'),
  parentDAGRunId: z.string(),
  dagRunId: z.string(),
  name: z.string().describe('DAG name.'),
  status: statusCodeSchema,
  statusLabel: z.enum(runStatuses),
  queuedAt: timestamp,
  startedAt: timestamp,
  finishedAt: timestamp,
  log: z.string().describe('Path of the run log.'),
  params: z
    .string()
    .describe('Merged parameters as JSON text; JSON given at start stands verbatim.'),
  triggerType: z.enum(triggerTypes),
  attemptId: z.string(),
  error: z.string().describe('Why the run failed or was aborted, in one line; empty otherwise.'),
};

/** Specification "DAG run summary". */
export const runSummary = z.object(runFields);
export type RunSummary = z.infer<typeof runSummary>;

/** A DAG that never ran shows a summary of empty texts and status 0 (specification, `latestDAGRun`). */
export const latestRun = z.object({
  ...runFields,
  triggerType: z.enum(['', ...triggerTypes]),
});
export type LatestRun = z.infer<typeof latestRun>;

const subRun = z.object({
  dagRunId: z.string(),
  params: z.string(),
  name: z.string(),
  status: statusCodeSchema,
  statusLabel: z.enum(runStatuses),
});

/** A step within a run (specification "Node field"). */
export const nodeObject = z.object({
  step: stepObject,
  stdout: z.string().describe('Path of the log of standard output.'),
  stderr: z.string(),
  startedAt: timestamp,
  finishedAt: timestamp,
  status: z.int().min(0).max(8),
  statusLabel: z.enum(nodeStatuses),
  retryCount: z.int(),
  doneCount: z.int(),
  subRuns: z.array(subRun),
  subRunsRepeated: z.array(subRun),
  error: z.string().describe('Empty when none.'),
  exitCode: z.int().nullable().describe('Exit code of the last command; null while there is none.'),
});
export type NodeObject = z.infer<typeof nodeObject>;

export const runDetail = runSummary.extend({
  nodes: z.array(nodeObject),
  preconditions: z.array(
    z.object({ condition: z.string(), expected: z.string(), error: z.string() }),
  ),
});
export type RunDetail = z.infer<typeof runDetail>;

/** One step's history over the runs of a DAG, in the order of `dagRuns`. */
export const gridItem = z.object({ name: z.string(), history: z.array(z.int()) });

/** Specification "Log page". */
export const logPage = z.object({
  content: z.string().describe('Lines joined by line feeds, without one at the end.'),
  lineCount: z.int().describe('Lines returned.'),
  totalLines: z.int(),
  hasMore: z.boolean().describe('Whether lines follow; with `tail`, whether earlier ones exist.'),
  isEstimate: z.boolean(),
  note: z.string().optional().describe('Why the page is empty or shortened, in one sentence.'),
});
export type LogPage = z.infer<typeof logPage>;

export const logSearch = z.object({
  matches: z.array(z.object({ lineNumber: z.int().describe('1-based.'), line: z.string() })),
  hasMore: z.boolean().describe('Whether more lines match than were asked for.'),
  totalLines: z.int(),
});
export type LogSearch = z.infer<typeof logSearch>;

/** The collected outputs of a run, keyed in camel case (`ROW_COUNT` is `rowCount`). */
export const runOutputs = z.object({
  metadata: z.object({
    dagName: z.string(),
    dagRunId: z.string(),
    attemptId: z.string(),
    status: z.enum(runStatuses),
    completedAt: timestamp,
    params: z.string(),
  }),
  outputs: z.record(z.string(), z.string()),
});
export type RunOutputs = z.infer<typeof runOutputs>;
