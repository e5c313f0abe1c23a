import { z } from 'zod';
import { timestamp, warnings } from './fields.ts';
import { shape, type ValueOf } from './shape.ts';
import { condition, stepObject } from './step.ts';
import { nodeStatuses, runStatuses, statusCodeSchema, triggerTypes } from './status.ts';

/** Specification "DAG run summary". */
export const runSummary = shape(() =>
  z.object({
    rootDAGRunName: z.string().describe('Name of the root run; its own name for root runs.'),
    rootDAGRunId: z.string(),
    parentDAGRunName: z.string().describe('Empty for root runs.'),
    parentDAGRunId: z.string(),
    dagRunId: z.string(),
    name: z.string().describe('DAG name.'),
    status: statusCodeSchema,
    statusLabel: z.enum(runStatuses),
    queuedAt: timestamp,
    plannedAt: timestamp.describe('When it was planned to start; empty if no time was given.'),
    startedAt: timestamp,
    finishedAt: timestamp,
    log: z.string().describe('Path of the run log.'),
    params: z
      .string()
      .describe('Merged parameters as JSON text. JSON given at the start is unchanged.'),
    triggerType: z.enum(triggerTypes),
    attemptId: z.string(),
    error: z.string().describe('Why the run failed or was aborted, in one line; empty otherwise.'),
  }),
);
export type RunSummary = ValueOf<typeof runSummary>;

/** A DAG that never ran shows a summary of empty texts and status 0 (specification, `latestDAGRun`). */
export const latestRun = shape(() =>
  z.object({
    ...runSummary().shape,
    triggerType: z.enum(['', ...triggerTypes]),
  }),
);
export type LatestRun = ValueOf<typeof latestRun>;

/** A run that a step of another run called. */
export const subRun = shape(() =>
  z.object({
    dagRunId: z.string().describe('Empty while it waits, or if there was no run.'),
    params: z.string().describe('Parameters of the call, `K=V "x y"`.'),
    name: z.string(),
    status: statusCodeSchema,
    statusLabel: z.enum(runStatuses),
    startedAt: timestamp,
    finishedAt: timestamp,
    error: z.string(),
  }),
);
export type SubRun = ValueOf<typeof subRun>;

/** How far a running node has come; empty for any other. */
const nodeStages = ['', 'checking', 'executing', 'judging', 'pausing'] as const;

/** What the processes of an attempt used. */
const usage = shape(() =>
  z
    .object({
      cpuMs: z.int().describe('CPU time in milliseconds; many systems count in steps of 10 ms.'),
      peakMemoryBytes: z.int().describe('Peak memory; 0: it ended before it was measured.'),
    })
    .nullable(),
);

/** A step within a run. */
export const nodeObject = shape(() =>
  z.object({
    step: stepObject(),
    stdout: z.string().describe('Path of the log of standard output.'),
    stderr: z.string(),
    startedAt: timestamp,
    finishedAt: timestamp,
    status: z.int().min(0).max(8),
    statusLabel: z.enum(nodeStatuses),
    retryCount: z.int(),
    doneCount: z.int(),
    subRuns: z.array(subRun()),
    subRunsRepeated: z.array(subRun()).describe('Sub-runs of earlier repetitions of the step.'),
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
    usage: usage().describe('Resource usage of its last attempt; null if not measured.'),
    facts: z
      .array(z.object({ name: z.string(), value: z.string() }))
      .optional()
      .describe(
        'What its type tells of its last attempt, such as the rows of a query, `left out`: parameters that its calls did not get, with the reasons, or `ended`: programs that it left running and that ended with it; absent: nothing.',
      ),
    prompt: z
      .string()
      .optional()
      .describe(
        'What a gate asks, with values in place of variables; present once it has asked something.',
      ),
    approvedAt: timestamp.optional().describe('These three are present after an approval.'),
    approvedBy: z.string().optional(),
    approvalInputs: z.record(z.string(), z.string()).optional(),
    rejectedAt: timestamp.optional().describe('These three are present after a rejection.'),
    rejectedBy: z.string().optional(),
    rejectionReason: z.string().optional(),
  }),
);
export type NodeObject = ValueOf<typeof nodeObject>;

/** A mail about a run. */
export const runMail = shape(() =>
  z.object({
    event: z.enum(['success', 'failure', 'wait', 'step']).describe('step: a step failed.'),
    step: z.string().describe('Name of that step; otherwise empty.'),
    createdAt: timestamp,
    sentAt: timestamp.describe('Empty: it has not been sent.'),
    dueAt: timestamp.describe('When it is tried next; empty: it was sent, or was given up.'),
    to: z.array(z.string()).describe('Recipients, once it was tried.'),
    error: z.string().describe('Why the last try failed; otherwise empty.'),
  }),
);
export type RunMail = ValueOf<typeof runMail>;

/** Specification "DAG run detail". Handlers are there when the definition has them. */
export const runDetail = shape(() =>
  runSummary().extend({
    nodes: z.array(nodeObject()),
    preconditions: z.array(
      condition().extend({ error: z.string().describe('Empty: met, or not checked yet.') }),
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
    warnings,
    mails: z.array(runMail()).optional().describe('Mails about the run; absent: there are none.'),
    onInit: nodeObject().optional(),
    onSuccess: nodeObject().optional(),
    onFailure: nodeObject().optional(),
    onAbort: nodeObject().optional(),
    onCancel: nodeObject().optional().describe('The same as `onAbort`.'),
    onWait: nodeObject().optional(),
    onExit: nodeObject().optional(),
  }),
);
export type RunDetail = ValueOf<typeof runDetail>;

/** The handlers of a run that have begun, each once, in the order in which they are shown. */
export function handlersThatRan(run: RunDetail): readonly NodeObject[] {
  const all = [run.onInit, run.onSuccess, run.onFailure, run.onAbort, run.onWait, run.onExit];
  return all.filter((node) => node !== undefined).filter(({ startedAt }) => startedAt !== '');
}

/** One execution of a node. */
export const nodeAttempt = shape(() =>
  z.object({
    number: z.int().describe('Counts from 1, over all attempts of the run.'),
    cause: z.enum(['first', 'retry', 'repeat', 'rerun']).describe('rerun: a retry of the run.'),
    startedAt: timestamp,
    finishedAt: timestamp,
    exitCode: z.int().nullable(),
    usage: usage().describe('Null if not measured, and while it is running.'),
  }),
);
export type NodeAttempt = ValueOf<typeof nodeAttempt>;

/** A variable that the process of a step gets, and where it comes from. Secrets are masked. */
export const stepVariable = shape(() =>
  z.object({
    name: z.string(),
    value: z.string(),
    source: z.enum(['system', 'base', 'dag', 'dotenv', 'secret', 'output', 'param', 'step', 'run']),
    from: z
      .string()
      .describe('The step of an output, or the file of a dotenv value; otherwise empty.'),
    withheld: z.boolean().optional().describe('True: the caller has no access to the value.'),
  }),
);
export type StepVariable = ValueOf<typeof stepVariable>;

/** One step's history over the runs of a DAG, in the order of `dagRuns`. */
export const gridItem = shape(() => z.object({ name: z.string(), history: z.array(z.int()) }));

/** Specification "Log page". */
export const logPage = shape(() =>
  z.object({
    content: z.string().describe('Lines joined by line feeds, without a final one.'),
    lineCount: z.int().describe('Lines returned.'),
    totalLines: z.int(),
    hasMore: z.boolean().describe('Whether lines follow; with `tail`, whether earlier ones exist.'),
    isEstimate: z.boolean(),
    note: z.string().optional().describe('Why the page is empty or truncated, in one sentence.'),
  }),
);
export type LogPage = ValueOf<typeof logPage>;

export const logSearch = shape(() =>
  z.object({
    matches: z.array(z.object({ lineNumber: z.int().describe('1-based.'), line: z.string() })),
    hasMore: z.boolean().describe('Whether more lines match.'),
    totalLines: z.int(),
  }),
);
export type LogSearch = ValueOf<typeof logSearch>;

/** The collected outputs of a run, keyed in camel case (`ROW_COUNT` is `rowCount`). */
export const runOutputs = shape(() =>
  z.object({
    metadata: z.object({
      dagName: z.string(),
      dagRunId: z.string(),
      attemptId: z.string(),
      status: z.enum(runStatuses),
      completedAt: timestamp,
      params: z.string(),
    }),
    outputs: z.record(z.string(), z.string()),
  }),
);
export type RunOutputs = ValueOf<typeof runOutputs>;

/** When a run began, or came to its queue where it has not: what lists show of it. */
export function beganAt({
  startedAt,
  queuedAt,
}: Pick<RunSummary, 'startedAt' | 'queuedAt'>): string {
  return startedAt || queuedAt;
}

/** Runs in the order of that time, the latest first. */
export function latestBeginningFirst<T extends Pick<RunSummary, 'startedAt' | 'queuedAt'>>(
  runs: readonly T[],
): readonly T[] {
  return runs.toSorted((one, other) => {
    const [a, b] = [beganAt(one), beganAt(other)];
    return a === b ? 0 : a < b ? 1 : -1;
  });
}
