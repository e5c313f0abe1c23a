import type { NodeStatus, RunStatus } from '../../../engine/contract/status.ts';
import type { HandlerName } from '../../../engine/dag/definition.ts';
import type { CaseCondition, CaseDag, CaseStep, CaseText, CaseWork } from './case.ts';
import type { Script } from './script.ts';
import type { Routine, VirtualTime } from './virtual-time.ts';

/** A node as the model sees it. */
export interface ModelNode {
  status: NodeStatus;
  /** Where its story is. */
  stage: 'blocked' | 'ready' | 'busy' | 'waiting' | 'over';
  startedAt: number | null;
  finishedAt: number | null;
  retryCount: number;
  doneCount: number;
  /** A clause of `continue_on` lets what follows run. */
  continued: boolean;
  /** Value of its `output`. */
  output: string;
  /** Runs of its last attempt by item; null: its turn did not come. */
  calls: readonly (ModelRun | null)[];
  /** Targets that it chose, of a router. */
  chosen: readonly number[];
  /** A gate that is open; each opening is another. */
  gate: object | null;
}

export type Cut = 'stop' | 'timeout' | 'init' | 'precondition';

/** One execution that was begun. */
export interface Begun {
  readonly at: number;
  readonly path: string;
  readonly step: string;
  readonly count: number;
  /** DAG_RUN_STATUS; undefined where there is none. */
  readonly runStatus: string | undefined;
}

export interface ModelRun {
  readonly dag: CaseDag;
  readonly path: string;
  readonly nodes: readonly ModelNode[];
  readonly handlers: Map<HandlerName, ModelNode>;
  status: RunStatus;
  cut: Cut | null;
  /** Somebody rejected a gate when only people could make the run go on: nobody else is asked. */
  refused: boolean;
  waitHandlerRuns: boolean;
  /** The gates for which the wait handler was begun last. */
  waitedFor: ReadonlySet<object>;
  /** No time limit reaches it any more, and a stop only the handler that runs. */
  stepsOver: boolean;
  /** Somebody stopped it while its last handlers ran. */
  stopped: boolean;
  over: boolean;
  finishedAt: number | null;
  /** When a place was last taken for no time at all. */
  lastInstant: number | null;
  /** No step may begin before. */
  nextStart: number;
}

/** Everything that the routines of a case share. */
export interface Model {
  readonly time: VirtualTime;
  readonly script: Script;
  readonly dags: readonly CaseDag[];
  readonly runs: ModelRun[];
  readonly begun: Begun[];
  readonly counts: Map<string, number>;
  /** Stories within stories: a call tells runs, and a run tells calls. */
  readonly callOf: (
    place: NodePlace,
    call: Extract<CaseWork, { kind: 'call' }>,
    earlier: ModelNode['calls'],
  ) => Routine<NodeEnd>;
  /** `again`: it goes on after its end. */
  readonly runOf: (run: ModelRun, how: 'first' | 'again') => Routine;
}

export interface NodePlace {
  readonly model: Model;
  readonly run: ModelRun;
  readonly index: number;
  readonly step: CaseStep;
  readonly node: ModelNode;
}

/** What one execution of a node, its retries aside, came to. */
export interface NodeEnd {
  readonly status: NodeStatus;
  /** Null: there was no process. */
  readonly code: number | null;
  readonly timedOut: boolean;
  readonly text: string;
}

/** How often something of this name has happened before, in all runs of the path. */
export function countOf({ counts }: Model, path: string, what: string): number {
  const key = `${path}:${what}`;
  const count = counts.get(key) ?? 0;
  counts.set(key, count + 1);
  return count;
}

/**
 * A node gives back its place. Where two have taken one for no time at all, which of them was first, and so who gets it
 * next, is anybody's guess.
 */
export function freePlace({ time }: Model, run: ModelRun, node: ModelNode): void {
  const { maxActiveSteps, steps } = run.dag;
  if (node.startedAt !== time.now || maxActiveSteps === 1 || steps.length <= maxActiveSteps) return;
  if (run.lastInstant === time.now) time.tied = true;
  run.lastInstant = time.now;
}

export function newModelNode(): ModelNode {
  return {
    status: 'not_started',
    stage: 'blocked',
    startedAt: null,
    finishedAt: null,
    retryCount: 0,
    doneCount: 0,
    continued: false,
    output: '',
    calls: [],
    chosen: [],
    gate: null,
  };
}

export function newModelRun(dag: CaseDag, path: string): ModelRun {
  return {
    dag,
    path,
    nodes: dag.steps.map(newModelNode),
    handlers: new Map(),
    status: 'running',
    cut: null,
    refused: false,
    waitHandlerRuns: false,
    waitedFor: new Set(),
    stepsOver: false,
    stopped: false,
    over: false,
    finishedAt: null,
    lastInstant: null,
    nextStart: 0,
  };
}

export function textOf(run: ModelRun, text: CaseText): string {
  return typeof text === 'string' ? text : (run.nodes[text.outputOf]?.output ?? '');
}

/** Equal, or found anywhere by a regular expression. */
export function matches(text: string, expected: string): boolean {
  return expected.startsWith('re:') ? new RegExp(expected.slice(3)).test(text) : text === expected;
}

export function areMet(run: ModelRun, conditions: readonly CaseCondition[]): boolean {
  return conditions.every(
    ({ text, expected, negate }) => matches(textOf(run, text), expected) !== negate,
  );
}

/** A run whose steps are over runs its handlers all the same. */
export function stopRun(run: ModelRun): void {
  if (run.stepsOver) run.stopped = true;
  else run.cut ??= 'stop';
}

/** The status of a run from those of its nodes. */
export function rollUp({ cut, nodes }: ModelRun): RunStatus {
  const fine = (node: ModelNode): boolean =>
    ['succeeded', 'partially_succeeded', 'skipped'].includes(node.status);
  if (cut === 'precondition' || cut === 'init') return 'aborted';
  if (cut !== null && !nodes.every(fine)) return cut === 'timeout' ? 'failed' : 'aborted';
  const has = (...statuses: readonly NodeStatus[]): boolean =>
    nodes.some(({ status }) => statuses.includes(status));
  if (has('rejected')) return 'rejected';
  const failed = nodes.filter(({ status }) => status === 'failed');
  const aborted = has('aborted');
  if (aborted || failed.some(({ continued }) => !continued)) return 'failed';
  const good = has('succeeded', 'partially_succeeded');
  if (good && (failed.length > 0 || has('partially_succeeded'))) return 'partially_succeeded';
  return failed.length > 0 ? 'failed' : 'succeeded';
}

/** The open gates of a run and of all that it called. */
export function openGates({ nodes }: ModelRun): readonly object[] {
  return nodes.flatMap(({ gate, calls }) => [
    ...(gate === null ? [] : [gate]),
    ...calls.flatMap((child) => (child === null ? [] : openGates(child))),
  ]);
}
