import type { LatestRun, NodeObject, RunDetail, RunSummary, StepObject } from '../contract/run.ts';
import { nodeStatusCodes, runStatusCodes } from '../contract/status.ts';
import type { Dag, Step } from '../dag/definition.ts';
import { toStepObject } from '../dag/step-object.ts';
import { runLogFile } from '../execution/run-folders.ts';
import { isoTime } from '../lib/clock.ts';
import type { NodeRecord } from '../storage/nodes.ts';
import type { RunRow } from '../storage/run-search.ts';

/** A stored run as the interface shows it (specification "DAG run summary"). */
export function toSummary(row: RunRow): RunSummary {
  return {
    rootDAGRunName: row.dagName,
    rootDAGRunId: row.runId,
    parentDAGRunName: '',
    parentDAGRunId: '',
    dagRunId: row.runId,
    name: row.dagName,
    status: runStatusCodes[row.status],
    statusLabel: row.status,
    queuedAt: isoTime(row.queuedAt),
    startedAt: isoTime(row.startedAt),
    finishedAt: isoTime(row.finishedAt),
    log: runLogFile(row.logFolder),
    params: row.params,
    triggerType: row.triggerType,
    attemptId: row.attemptId,
    error: row.error,
  };
}

/** What stands for the latest run of a DAG that never ran. */
export function neverRan(dagName: string): LatestRun {
  return {
    rootDAGRunName: '',
    rootDAGRunId: '',
    parentDAGRunName: '',
    parentDAGRunId: '',
    dagRunId: '',
    name: dagName,
    status: runStatusCodes.not_started,
    statusLabel: 'not_started',
    queuedAt: '',
    startedAt: '',
    finishedAt: '',
    log: '',
    params: '',
    triggerType: '',
    attemptId: '',
    error: '',
  };
}

export function toDetail(row: RunRow, dag: Dag, nodes: readonly NodeRecord[]): RunDetail {
  return {
    ...toSummary(row),
    nodes: nodes.map((node) => toNodeObject(node, dag.steps[node.position])),
    preconditions: [],
  };
}

export function toNodeObject(node: NodeRecord, step: Step | undefined): NodeObject {
  return {
    step: stepObjectOf(step, node.name),
    stdout: node.stdout,
    stderr: node.stderr,
    startedAt: isoTime(node.startedAt),
    finishedAt: isoTime(node.finishedAt),
    status: nodeStatusCodes[node.status],
    statusLabel: node.status,
    retryCount: node.retryCount,
    doneCount: node.doneCount,
    subRuns: [],
    subRunsRepeated: [],
    error: node.error,
    exitCode: node.exitCode,
  };
}

// Definitions are shared between answers, and so are the objects of their steps.
const stepObjects = new WeakMap<Step, StepObject>();

function stepObjectOf(step: Step | undefined, name: string): StepObject {
  if (step === undefined)
    throw new Error(`The definition of this run has no step for node ${name}`);
  let object = stepObjects.get(step);
  if (object === undefined) {
    object = toStepObject(step);
    stepObjects.set(step, object);
  }
  return object;
}
