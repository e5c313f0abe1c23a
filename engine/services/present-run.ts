import type {
  LatestRun,
  NodeObject,
  RunDetail,
  RunMail,
  RunSummary,
  SubRun,
} from '../contract/run.ts';
import { nodeStatusCodes, runStatusCodes } from '../contract/status.ts';
import type { StepObject } from '../contract/step.ts';
import type { Dag, HandlerName, Step } from '../dag/definition.ts';
import { handlersOf, runSteps } from '../dag/run-steps.ts';
import { showSealed } from '../dag/sealed-text.ts';
import { toConditionObject, toStepObject } from '../steps/step-object.ts';
import { runLogFile } from '../execution/keep/run-folders.ts';
import { isoTime } from '../lib/clock.ts';
import type { CallRow } from '../storage/calls.ts';
import type { MailRow } from '../storage/mails.ts';
import { detailOf, type NodeFact, type NodeRecord } from '../storage/nodes.ts';
import type { RunCommit } from '../storage/run-commits.ts';
import type { RunRow } from '../storage/run-search.ts';
import type { RunRecord } from '../storage/runs.ts';

/** The runs above a called one; null for a root run. */
export interface Lineage {
  readonly root: RunName;
  readonly parent: RunName;
}

interface RunName {
  readonly dagName: string;
  readonly runId: string;
}

/** A stored run as the interface shows it. */
export function toSummary(row: RunRow, lineage: Lineage | null = null): RunSummary {
  const root = lineage?.root ?? row;
  return {
    rootDAGRunName: root.dagName,
    rootDAGRunId: root.runId,
    parentDAGRunName: lineage?.parent.dagName ?? '',
    parentDAGRunId: lineage?.parent.runId ?? '',
    dagRunId: row.runId,
    name: row.dagName,
    status: runStatusCodes[row.status],
    statusLabel: row.status,
    queuedAt: isoTime(row.queuedAt),
    plannedAt: isoTime(row.plannedAt),
    startedAt: isoTime(row.startedAt),
    finishedAt: isoTime(row.finishedAt),
    log: runLogFile(row.logFolder),
    params: showSealed(row.params),
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
    plannedAt: '',
    startedAt: '',
    finishedAt: '',
    log: '',
    params: '',
    triggerType: '',
    attemptId: '',
    error: '',
  };
}

/** Everything that is stored of a run. */
export interface StoredRun {
  readonly run: RunRecord;
  readonly lineage: Lineage | null;
  readonly dag: Dag;
  readonly nodes: readonly NodeRecord[];
  readonly calls: readonly CallRow[];
  readonly mails: readonly MailRow[];
  readonly commit: RunCommit | undefined;
  readonly warnings: readonly string[];
}

/** Specification "DAG run detail"; a handler is there when the definition has it. */
export function toDetail(stored: StoredRun): RunDetail {
  const { run, lineage, dag, nodes, calls, mails, commit, warnings } = stored;
  const show = (node: NodeRecord): NodeObject =>
    toNodeObject(node, runSteps(dag)[node.position], callsOfNode(calls, node));
  const handlers = handlersOf(dag).flatMap(({ name, position }) => {
    const node = nodes[position];
    return node === undefined ? [] : handlerKeys[name].map((key) => [key, show(node)] as const);
  });
  const errors = JSON.parse(run.conditionErrors) as string[];
  return {
    ...toSummary(run, lineage),
    nodes: nodes.slice(0, dag.steps.length).map(show),
    preconditions: dag.preconditions.map((condition, at) => ({
      ...toConditionObject(condition),
      error: errors[at] ?? '',
    })),
    attempt: run.attempt,
    maxActiveSteps: dag.maxActiveSteps,
    ...(warnings.length > 0 && { warnings: warnings.map(showSealed) }),
    ...(commit && { git: { commit: commit.commit, changed: commit.changed === 1 } }),
    ...(mails.length > 0 && { mails: mails.map((mail) => toMail(mail, nodes)) }),
    ...Object.fromEntries(handlers),
  };
}

function toMail(mail: MailRow, nodes: readonly NodeRecord[]): RunMail {
  const { event, position, createdAt, sentAt, dueAt, recipients, error } = mail;
  return {
    event,
    step: position === null ? '' : (nodes[position]?.name ?? ''),
    createdAt: isoTime(createdAt),
    sentAt: isoTime(sentAt),
    dueAt: isoTime(dueAt),
    // Written by this program alone.
    to: JSON.parse(recipients) as string[],
    error,
  };
}

const handlerKeys = {
  init: ['onInit'],
  success: ['onSuccess'],
  failure: ['onFailure'],
  // The older name stays for programs that read it.
  abort: ['onAbort', 'onCancel'],
  wait: ['onWait'],
  exit: ['onExit'],
} as const satisfies Record<HandlerName, readonly string[]>;

function callsOfNode(calls: readonly CallRow[], { position }: NodeRecord): readonly CallRow[] {
  return calls.length === 0 ? calls : calls.filter((call) => call.position === position);
}

/** `calls` are those of this node, of all its attempts. */
export function toNodeObject(
  node: NodeRecord,
  step: Step | undefined,
  calls: readonly CallRow[],
): NodeObject {
  const current = calls.filter(({ attempt }) => attempt === node.attempt);
  const known = new Set(current.map(({ runId }) => runId));
  const earlier = calls.filter(({ attempt, runId }) => attempt < node.attempt && !known.has(runId));
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
    subRuns: current.map(toSubRun),
    subRunsRepeated: earlier.filter(({ runId }) => runId !== null).map(toSubRun),
    error: node.error,
    exitCode: node.exitCode,
    stage: node.stage,
    dueAt: isoTime(node.dueAt),
    attempts: node.attempt,
    usage: usageOf(node),
    ...ofDetail(node),
  };
}

/** What an attempt used, as the interface shows it. */
export function usageOf({
  cpuMs,
  peakMemory,
}: Pick<NodeRecord, 'cpuMs' | 'peakMemory'>): NodeObject['usage'] {
  return cpuMs === null ? null : { cpuMs, peakMemoryBytes: peakMemory ?? 0 };
}

/** Most nodes wait for nobody and are carried out by no program of ours, and their answers say nothing of it. */
function ofDetail(node: NodeRecord): Partial<NodeObject> {
  if (node.detail === '{}') return {};
  const { approved, inputs = {}, rejected, prompt } = detailOf(node);
  const facts = factsOf(node);
  return {
    ...(prompt && { prompt }),
    ...(facts.length > 0 && { facts: [...facts] }),
    ...(approved && {
      approvedAt: isoTime(approved.at),
      approvedBy: approved.by,
      approvalInputs: shown(inputs),
    }),
    ...(rejected && {
      rejectedAt: isoTime(rejected.at),
      rejectedBy: rejected.by,
      rejectionReason: rejected.reason,
    }),
  };
}

function factsOf(node: NodeRecord): readonly NodeFact[] {
  const { facts = [], leftOut = [] } = detailOf(node);
  if (leftOut.length === 0) return facts;
  return [...facts, { name: 'left out', value: leftOut.join(', ') }];
}

function shown(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, showSealed(value)]),
  );
}

/** A call that became no run yet, or never will, is one that has not started, or failed. */
export function toSubRun(call: CallRow): SubRun {
  const status = call.status ?? (call.error === '' ? 'not_started' : 'failed');
  return {
    dagRunId: call.runId ?? '',
    params: showSealed(call.params),
    name: call.name ?? showSealed(call.target),
    status: runStatusCodes[status],
    statusLabel: status,
    startedAt: isoTime(call.startedAt),
    finishedAt: isoTime(call.finishedAt),
    error: call.runError ?? call.error,
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
