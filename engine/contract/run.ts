import { z } from 'zod';
import { timestamp } from './fields.ts';
import { nodeStatuses, runStatuses, statusCodeSchema, triggerTypes } from './status.ts';

const condition = z.object({
  condition: z.string(),
  expected: z.string().describe('Empty: the condition is a command that must succeed.'),
  negate: z.boolean(),
});

const pause = {
  intervalSec: z.int(),
  backoff: z.number().describe('Factor by which the pause grows; 1: constant.'),
  maxIntervalSec: z.int().describe('0: no limit.'),
};

const numberOrReference = z
  .union([z.int(), z.string()])
  .describe('A reference is shown as written, and looked up when a step fails.');

/** A step as the definition wrote it. Unset texts are empty. */
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
  output: z.string().describe('Variable that stores the output.'),
  preconditions: z.array(condition),
  depends: z
    .array(z.string())
    .describe('Names of the steps that it depends on; in a chain, the previous step.'),
  run: z.string().describe('Sub-DAG that the step calls.'),
  params: z.string(),
  repeat_policy: z.object({ repeat: z.boolean(), interval: z.int() }),
  mail_on_error: z.boolean(),
  timeoutSec: z.int(),
  signalOnStop: z.string(),
  env: z.array(z.string()).describe('`KEY=value` as written.'),
  continueOn: z
    .object({
      failure: z.boolean(),
      skipped: z.boolean(),
      exitCode: z.array(z.int()),
      output: z.array(z.string()),
      markSuccess: z.boolean(),
    })
    .nullable()
    .describe('Null: any failure and any skip blocks the next steps.'),
  retryPolicy: z
    .object({
      ...pause,
      limit: numberOrReference,
      intervalSec: numberOrReference,
      exitCode: z.array(z.int()),
    })
    .nullable()
    .describe('Null: a failure is final.'),
  repeatPolicy: z
    .object({
      repeat: z.enum(['while', 'until']),
      condition: z.string(),
      expected: z.string(),
      exitCode: z.array(z.int()),
      limit: z.int(),
      ...pause,
    })
    .nullable(),
  parallel: z
    .object({
      items: z.array(z.string()).describe('As written; empty if they come from a variable.'),
      variable: z.string().describe('Text with the items; empty for a list.'),
      maxConcurrent: z.int(),
    })
    .nullable(),
  router: z
    .object({
      value: z.string(),
      routes: z.array(z.object({ pattern: z.string(), targets: z.array(z.string()) })),
    })
    .nullable(),
  gate: z
    .object({
      prompt: z.string(),
      input: z.array(z.string()).describe('Names of the inputs of an approval.'),
      required: z.array(z.string()),
    })
    .nullable()
    .describe('Settings of a step of type `hitl`.'),
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
    .describe('Merged parameters as JSON text. JSON given at the start is unchanged.'),
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

/** A run that a step of another run called. */
export const subRun = z.object({
  dagRunId: z.string().describe('Empty while it waits, or if there was no run.'),
  params: z.string().describe('Parameters of the call, `K=V "x y"`.'),
  name: z.string(),
  status: statusCodeSchema,
  statusLabel: z.enum(runStatuses),
  startedAt: timestamp,
  finishedAt: timestamp,
  error: z.string(),
});
export type SubRun = z.infer<typeof subRun>;

/** How far a running node has come; empty for any other. */
const nodeStages = ['', 'checking', 'executing', 'judging', 'pausing'] as const;

/** What the processes of an attempt used. */
const usage = z
  .object({
    cpuMs: z.int().describe('CPU time in milliseconds; many systems count in steps of 10 ms.'),
    peakMemoryBytes: z.int().describe('Peak memory; 0: it ended before it was measured.'),
  })
  .nullable();

/** A step within a run. */
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
  subRunsRepeated: z.array(subRun).describe('Sub-runs of earlier repetitions of the step.'),
  error: z.string().describe('Why it failed, was skipped or was aborted; otherwise empty.'),
  exitCode: z
    .int()
    .nullable()
    .describe('Exit code of the last command; null if there is none yet.'),
  stage: z
    .enum(nodeStages)
    .describe(
      'checking: preconditions; executing; judging: whether to run again; pausing: before it runs again.',
    ),
  dueAt: timestamp.describe('When a pause ends.'),
  attempts: z.int().describe('Executions so far, including earlier attempts of the run.'),
  usage: usage.describe('Resource usage of its last attempt; null if not measured.'),
  facts: z
    .array(z.object({ name: z.string(), value: z.string() }))
    .optional()
    .describe(
      'What its type tells of its last attempt, such as the rows of a query; absent: nothing.',
    ),
  approvedAt: timestamp.optional().describe('These three are present after an approval.'),
  approvedBy: z.string().optional(),
  approvalInputs: z.record(z.string(), z.string()).optional(),
  rejectedAt: timestamp.optional().describe('These three are present after a rejection.'),
  rejectedBy: z.string().optional(),
  rejectionReason: z.string().optional(),
});
export type NodeObject = z.infer<typeof nodeObject>;

/** A mail about a run. */
export const runMail = z.object({
  event: z.enum(['success', 'failure', 'wait', 'step']).describe('step: a step failed.'),
  step: z.string().describe('Name of that step; otherwise empty.'),
  createdAt: timestamp,
  sentAt: timestamp.describe('Empty: it has not been sent.'),
  dueAt: timestamp.describe('When it is tried next; empty: it was sent, or was given up.'),
  to: z.array(z.string()).describe('Recipients, once it was tried.'),
  error: z.string().describe('Why the last try failed; otherwise empty.'),
});
export type RunMail = z.infer<typeof runMail>;

/** Specification "DAG run detail". Handlers are there when the definition has them. */
export const runDetail = runSummary.extend({
  nodes: z.array(nodeObject),
  preconditions: z.array(
    condition.extend({ error: z.string().describe('Empty: met, or not checked yet.') }),
  ),
  attempt: z.int().describe('Counts from 1; a retry adds one.'),
  maxActiveSteps: z
    .int()
    .optional()
    .describe('Steps that run at the same time; absent in what engines before this one answer.'),
  git: z
    .object({
      commit: z.string().describe('Where the file was last the same here and in Git.'),
      changed: z.boolean().describe('Whether the run has another text than this commit.'),
    })
    .optional()
    .describe('Where the definition is in Git; absent: it was never synced.'),
  mails: z.array(runMail).optional().describe('Mails about the run; absent: there are none.'),
  onInit: nodeObject.optional(),
  onSuccess: nodeObject.optional(),
  onFailure: nodeObject.optional(),
  onAbort: nodeObject.optional(),
  onCancel: nodeObject.optional().describe('The same as `onAbort`.'),
  onWait: nodeObject.optional(),
  onExit: nodeObject.optional(),
});
export type RunDetail = z.infer<typeof runDetail>;

/** The handlers of a run that have begun, each once, in the order in which they are shown. */
export function handlersThatRan(run: RunDetail): readonly NodeObject[] {
  const all = [run.onInit, run.onSuccess, run.onFailure, run.onAbort, run.onWait, run.onExit];
  return all.filter((node) => node !== undefined).filter(({ startedAt }) => startedAt !== '');
}

/** One execution of a node. */
export const nodeAttempt = z.object({
  number: z.int().describe('Counts from 1, over all attempts of the run.'),
  cause: z.enum(['first', 'retry', 'repeat', 'rerun']).describe('rerun: a retry of the run.'),
  startedAt: timestamp,
  finishedAt: timestamp,
  exitCode: z.int().nullable(),
  usage: usage.describe('Null if not measured, and while it is running.'),
});
export type NodeAttempt = z.infer<typeof nodeAttempt>;

/** A variable that the process of a step gets, and where it comes from. Secrets are masked. */
export const stepVariable = z.object({
  name: z.string(),
  value: z.string(),
  source: z.enum(['system', 'base', 'dag', 'dotenv', 'secret', 'output', 'param', 'step', 'run']),
  from: z
    .string()
    .describe('The step of an output, or the file of a dotenv value; otherwise empty.'),
  withheld: z.boolean().optional().describe('True: the caller has no access to the value.'),
});
export type StepVariable = z.infer<typeof stepVariable>;

/** One step's history over the runs of a DAG, in the order of `dagRuns`. */
export const gridItem = z.object({ name: z.string(), history: z.array(z.int()) });

/** Specification "Log page". */
export const logPage = z.object({
  content: z.string().describe('Lines joined by line feeds, without a final one.'),
  lineCount: z.int().describe('Lines returned.'),
  totalLines: z.int(),
  hasMore: z.boolean().describe('Whether lines follow; with `tail`, whether earlier ones exist.'),
  isEstimate: z.boolean(),
  note: z.string().optional().describe('Why the page is empty or truncated, in one sentence.'),
});
export type LogPage = z.infer<typeof logPage>;

export const logSearch = z.object({
  matches: z.array(z.object({ lineNumber: z.int().describe('1-based.'), line: z.string() })),
  hasMore: z.boolean().describe('Whether more lines match.'),
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
