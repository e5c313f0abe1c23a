import { z } from 'zod';
import {
  dagName,
  dagRunIdInPath,
  nameInPath,
  newDagRunId,
  nothing,
  remoteNode,
  stepNameInPath,
  warnings,
} from '../fields.ts';
import type { Operation } from '../operation.ts';
import { nodeAttempt, stepVariable } from '../run.ts';
import { shape } from '../shape.ts';

const oneRun = shape(() => z.object({ name: nameInPath, dagRunId: dagRunIdInPath, remoteNode }));
const oneStep = shape(() => oneRun().extend({ stepName: stepNameInPath }));

/** What an approval and a refusal carry; also those of sub-runs. */
export const approvalFields = {
  inputs: z
    .record(z.string(), z.string())
    .default({})
    .describe('Values by name; they become variables of the later steps.'),
};
export const rejectionFields = { reason: z.string().max(10_000).default('') };
export const decisionAnswer = shape(() => z.object({ dagRunId: z.string(), stepName: z.string() }));
export const approvalAnswer = shape(() =>
  decisionAnswer().extend({
    resumed: z.boolean().describe('False while other gates of the run are open.'),
  }),
);
export const handSetStatus = z.literal([2, 4]).describe('4 marks the step succeeded, 2 failed.');

/** What can be done to a run after it began, and what is known of how it was set up. */
export const runChangeOperations = {
  'runs.retry': {
    method: 'post',
    path: '/dag-runs/{name}/{dagRunId}/retry',
    summary: 'Run the failed steps, and the steps after them, again under the same run id.',
    access: 'operator',
    permission: 'run_dags',
    input: () =>
      oneRun().extend({
        stepName: z
          .string()
          .optional()
          .describe(
            'Only this step, whatever became of the steps before it, and without the steps after it.',
          ),
        sameDagRunId: z
          .string()
          .optional()
          .describe(
            'The run that the path names, by its id or as `latest`; another one is refused.',
          ),
      }),
    bodyNames: { sameDagRunId: 'dagRunId' },
    output: () => nothing,
    // Specification "DAG runs", rules: unlike a start, a retry answers this with 400.
    errorStatus: { already_running: 400 },
  },
  'runs.reschedule': {
    method: 'post',
    path: '/dag-runs/{name}/{dagRunId}/reschedule',
    summary: 'Start a new run with the definition and the parameters of this one.',
    access: 'operator',
    permission: 'run_dags',
    input: () =>
      oneRun().extend({
        newDagRunId: newDagRunId.optional(),
        dagName: dagName.optional().describe('Name of the new run.'),
        params: z
          .record(z.string(), z.string())
          .optional()
          .describe(
            'Parameters to change, by name or position, as `1`. The others stay as they are.',
          ),
        singleton: z
          .boolean()
          .optional()
          .describe('Refuse if the DAG has an active run (default: true).'),
      }),
    bodyNames: { newDagRunId: 'dagRunId' },
    output: () =>
      z.object({
        dagRunId: z.string().describe('Id of the new run.'),
        queued: z.boolean().describe('False: it has started already.'),
        warnings,
      }),
  },
  'runs.setStepStatus': {
    method: 'patch',
    path: '/dag-runs/{name}/{dagRunId}/steps/{stepName}/status',
    summary:
      'Set the status of a step of a finished run manually. The status of the run is recomputed.',
    access: 'operator',
    permission: 'run_dags',
    input: () => oneStep().extend({ status: handSetStatus }),
    output: () => nothing,
  },
  'runs.approve': {
    method: 'post',
    path: '/dag-runs/{name}/{dagRunId}/steps/{stepName}/approve',
    summary: 'Approve a waiting step.',
    access: 'operator',
    permission: 'run_dags',
    input: () => oneStep().extend(approvalFields),
    output: approvalAnswer,
  },
  'runs.reject': {
    method: 'post',
    path: '/dag-runs/{name}/{dagRunId}/steps/{stepName}/reject',
    summary: 'Reject a waiting step, and with it the run.',
    access: 'operator',
    permission: 'run_dags',
    input: () => oneStep().extend(rejectionFields),
    output: decisionAnswer,
  },
  'runs.spec': {
    method: 'get',
    path: '/dag-runs/{name}/{dagRunId}/spec',
    summary: 'The YAML text with which a run started.',
    access: 'viewer',
    input: oneRun,
    output: () => z.object({ spec: z.string() }),
  },
  'runs.stepEnvironment': {
    method: 'get',
    path: '/dag-runs/{name}/{dagRunId}/steps/{stepName}/environment',
    summary:
      'The variables of a step, each with its source. Secrets are masked. Values from outside the definition require the right to run inline definitions.',
    access: 'viewer',
    input: oneStep,
    output: () => z.object({ variables: z.array(stepVariable()) }),
  },
  'runs.stepAttempts': {
    method: 'get',
    path: '/dag-runs/{name}/{dagRunId}/steps/{stepName}/attempts',
    summary: 'Every execution of a step, oldest first.',
    access: 'viewer',
    input: oneStep,
    output: () => z.object({ attempts: z.array(nodeAttempt()) }),
  },
} as const satisfies Record<string, Operation>;
