import { z } from 'zod';
import { dagRunIdInPath, nameInPath, nothing, remoteNode, stepNameInPath } from '../fields.ts';
import { download } from '../download.ts';
import type { Operation } from '../operation.ts';
import { stepMessages } from '../messages.ts';
import { logPage, runDetail, runOutputs, subRun } from '../run.ts';
import { shape } from '../shape.ts';
import { LOG_TYPE, page, stream } from './log-fields.ts';
import {
  approvalAnswer,
  approvalFields,
  decisionAnswer,
  handSetStatus,
  rejectionFields,
} from './run-changes.ts';

const ofRun = shape(() => z.object({ name: nameInPath, dagRunId: dagRunIdInPath, remoteNode }));
const oneSubRun = shape(() =>
  ofRun().extend({
    subDAGRunId: z.string().describe('Id of a sub-run of this run, at any depth.'),
  }),
);
const oneStep = shape(() => oneSubRun().extend({ stepName: stepNameInPath }));
const withSubRun = { subDAGRunId: z.string() };
const BASE = '/dag-runs/{name}/{dagRunId}/sub-dag-runs';

/** Runs by the run that called them. */
export const subRunOperations = {
  'subRuns.list': {
    method: 'get',
    path: BASE,
    summary: 'List the sub-runs of a run.',
    access: 'viewer',
    input: ofRun,
    output: () => z.object({ subRuns: z.array(subRun().extend({ stepName: z.string() })) }),
  },
  'subRuns.get': {
    method: 'get',
    path: `${BASE}/{subDAGRunId}`,
    summary: 'One sub-run with its nodes.',
    access: 'viewer',
    input: oneSubRun,
    output: () => z.object({ dagRun: runDetail() }),
  },
  'subRuns.spec': {
    method: 'get',
    path: `${BASE}/{subDAGRunId}/spec`,
    summary: 'The YAML text with which a sub-run started.',
    access: 'viewer',
    input: oneSubRun,
    output: () => z.object({ spec: z.string() }),
  },
  'subRuns.outputs': {
    method: 'get',
    path: `${BASE}/{subDAGRunId}/outputs`,
    summary: 'The outputs that the steps of a sub-run captured.',
    access: 'viewer',
    input: oneSubRun,
    output: runOutputs,
  },
  'subRuns.log': {
    method: 'get',
    path: `${BASE}/{subDAGRunId}/log`,
    summary: 'A page of the log of a sub-run.',
    access: 'viewer',
    input: () => oneSubRun().extend(page),
    output: logPage,
  },
  'subRuns.stepLog': {
    method: 'get',
    path: `${BASE}/{subDAGRunId}/steps/{stepName}/log`,
    summary: 'A page of the log of a step of a sub-run.',
    access: 'viewer',
    input: () => oneStep().extend({ stream, ...page }),
    output: logPage,
  },
  'subRuns.stepMessages': {
    method: 'get',
    path: `${BASE}/{subDAGRunId}/steps/{stepName}/messages`,
    summary: 'What a step of a sub-run said to a language model and was answered.',
    access: 'viewer',
    input: oneStep,
    output: stepMessages,
  },
  'subRuns.downloadLog': {
    method: 'get',
    path: `${BASE}/{subDAGRunId}/log/download`,
    summary: 'The whole log of a sub-run as a file.',
    access: 'viewer',
    input: oneSubRun,
    output: () => download,
    contentType: LOG_TYPE,
    download: true,
  },
  'subRuns.downloadStepLog': {
    method: 'get',
    path: `${BASE}/{subDAGRunId}/steps/{stepName}/log/download`,
    summary: 'The whole log of a step of a sub-run as a file.',
    access: 'viewer',
    input: () => oneStep().extend({ stream }),
    output: () => download,
    contentType: LOG_TYPE,
    download: true,
  },
  'subRuns.setStepStatus': {
    method: 'patch',
    path: `${BASE}/{subDAGRunId}/steps/{stepName}/status`,
    summary: 'Set the status of a step of a finished sub-run manually.',
    access: 'operator',
    permission: 'run_dags',
    input: () => oneStep().extend({ status: handSetStatus }),
    output: () => nothing,
  },
  'subRuns.approve': {
    method: 'post',
    path: `${BASE}/{subDAGRunId}/steps/{stepName}/approve`,
    summary: 'Approve a waiting step of a sub-run.',
    access: 'operator',
    permission: 'run_dags',
    input: () => oneStep().extend(approvalFields),
    output: () => approvalAnswer().extend(withSubRun),
  },
  'subRuns.reject': {
    method: 'post',
    path: `${BASE}/{subDAGRunId}/steps/{stepName}/reject`,
    summary: 'Reject a waiting step of a sub-run.',
    access: 'operator',
    permission: 'run_dags',
    input: () => oneStep().extend(rejectionFields),
    output: () => decisionAnswer().extend(withSubRun),
  },
} as const satisfies Record<string, Operation>;
