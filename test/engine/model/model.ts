import type { NodeStatus, RunStatus } from '../../../engine/contract/status.ts';
import type { HandlerName } from '../../../engine/dag/definition.ts';
import type { Case } from './case.ts';
import { execution } from './model-execution.ts';
import { callOf } from './model-call.ts';
import { nodeStory } from './model-node.ts';
import { beginAgain } from './model-rerun.ts';
import {
  areMet,
  newModelNode,
  newModelRun,
  openGates,
  rollUp,
  stopRun,
  type Begun,
  type Model,
  type ModelRun,
} from './model-run.ts';
import { createScript } from './script.ts';
import { TURN, VirtualTime, type Routine } from './virtual-time.ts';

export const ROOT_PATH = 'r';

export interface Prediction {
  readonly runs: readonly ModelRun[];
  readonly begun: readonly Begun[];
  /** Two things coincide: what comes of it is not settled by any rule. */
  readonly tied: boolean;
}

/** What must come of a case. Written from the manual alone: it shares no code with the engine. */
export function predict(given: Case): Prediction {
  const { dags, stopAt } = given;
  const time = new VirtualTime();
  const model: Model = {
    time,
    script: createScript(given),
    dags,
    runs: [],
    begun: [],
    counts: new Map(),
    callOf,
    runOf: (run, how) =>
      runStory(model, run, how === 'first' ? { asks: true, inits: true } : beginAgain(run)),
  };
  const [dag] = dags;
  if (dag === undefined) throw new Error('There is no DAG.');
  const root = newModelRun(dag, ROOT_PATH);
  model.runs.push(root);
  time.start(model.runOf(root, 'first'));
  if (stopAt !== null) time.start(stopStory(root, stopAt));
  time.run();
  return { runs: model.runs, begun: model.begun, tied: time.tied };
}

function* stopStory(root: ModelRun, stopAt: number): Routine {
  yield { until: stopAt, or: () => root.over };
  stopRun(root);
}

/** The story of a run. */
function* runStory(
  model: Model,
  run: ModelRun,
  { asks, inits }: { readonly asks: boolean; readonly inits: boolean },
): Routine {
  const { time } = model;
  if (run.dag.timeoutSec > 0) time.start(timeLimit(model, run));
  if (asks && !areMet(run, run.dag.preconditions)) run.cut = 'precondition';
  else if (inits && (yield* handler(model, run, 'init')) === 'failed') run.cut ??= 'init';
  if (run.cut === null) yield* steps(model, run);
  run.stepsOver = true;
  if (run.status === 'waiting') {
    // Its callers see that it goes on, even if it is only to end.
    run.status = 'running';
    yield { or: () => true, turn: TURN.last };
  }
  const rolledUp = rollUp(run);
  run.status = yield* endHandlers(model, run, rolledUp);
  run.over = true;
  run.finishedAt = time.now;
}

function* timeLimit({ time }: Model, run: ModelRun): Routine {
  yield { until: time.now + run.dag.timeoutSec * 1000, or: () => run.stepsOver };
  if (!run.stepsOver) run.cut ??= 'timeout';
}

function* steps(model: Model, run: ModelRun): Routine {
  run.nodes.forEach((node, index) => {
    const step = run.dag.steps[index];
    // One that an earlier attempt of the run ended stays as it is.
    if (step === undefined || node.stage === 'over') return;
    model.time.start(nodeStory({ model, run, index, step, node }));
  });
  model.time.start(waits(model, run));
  const isOver = (): boolean => run.nodes.every(({ stage }) => stage === 'over');
  yield { or: isOver };
  // A delay follows the last start as well.
  if (run.cut === null) yield { until: run.nextStart, or: () => run.cut !== null };
  yield { or: () => !run.waitHandlerRuns };
}

/** What happens each time that only people can make the run go on. */
function* waits(model: Model, run: ModelRun): Routine {
  for (;;) {
    yield { or: () => run.stepsOver || isIdle(run), turn: TURN.last };
    if (run.stepsOver) return;
    const hasChanged = (): boolean => run.stepsOver || run.cut !== null || !isIdle(run);
    if (run.cut === null) yield { until: run.nextStart, or: hasChanged, turn: TURN.last };
    if (!hasChanged() && !isRejected(run)) {
      run.status = 'waiting';
      const isNews = openGates(run).some((gate) => !run.waitedFor.has(gate));
      if (isNews && !run.waitHandlerRuns) model.time.start(waitHandler(model, run));
      yield { or: () => hasChanged() || isRejected(run) };
    }
    if (!hasChanged()) run.refused = true;
    yield { or: () => run.stepsOver || !isIdle(run) };
    if (run.nodes.some(({ stage }) => stage === 'ready' || stage === 'busy'))
      run.status = 'running';
  }
}

function* waitHandler(model: Model, run: ModelRun): Routine {
  run.waitHandlerRuns = true;
  run.waitedFor = new Set(openGates(run));
  yield* handler(model, run, 'wait');
  run.waitHandlerRuns = false;
}

const isRejected = ({ nodes }: ModelRun): boolean =>
  nodes.some(({ status }) => status === 'rejected');

/** Only people can make it go on. */
function isIdle({ nodes }: ModelRun): boolean {
  const at = (...stages: readonly string[]): boolean =>
    nodes.some(({ stage }) => stages.includes(stage));
  return at('waiting') && !at('ready', 'busy');
}

/** One of success, failure and abort, then exit. */
function* endHandlers(model: Model, run: ModelRun, rolledUp: RunStatus): Routine<RunStatus> {
  const which = handlerFor(rolledUp);
  const first = yield* handler(model, run, which, rolledUp);
  const status = withHandlers(rolledUp, [which === 'failure' ? null : first]);
  const exit = yield* handler(model, run, 'exit', status);
  return withHandlers(rolledUp, [which === 'failure' ? null : first, exit]);
}

/** That a run was aborted or rejected comes first. */
function withHandlers(status: RunStatus, ends: readonly (NodeStatus | null)[]): RunStatus {
  if (handlerFor(status) !== 'success') return status;
  if (ends.includes('failed')) return 'failed';
  return ends.includes('aborted') ? 'aborted' : status;
}

function handlerFor(status: RunStatus): HandlerName {
  if (status === 'aborted') return 'abort';
  return status === 'failed' || status === 'rejected' ? 'failure' : 'success';
}

function* handler(
  model: Model,
  run: ModelRun,
  name: HandlerName,
  runStatus = run.status,
): Routine<NodeStatus | null> {
  const given = run.dag.handlers[name];
  if (given === undefined) return null;
  const node = newModelNode();
  run.handlers.set(name, node);
  node.startedAt = model.time.now;
  if (areMet(run, given.preconditions)) {
    const step = `on${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    const isEarly = name === 'init' || name === 'wait';
    run.stopped = false;
    const isCut = (): boolean => (isEarly ? run.cut !== null : run.stopped);
    const end = yield* execution(model, run, { step, timeoutSec: 0, runStatus, isCut });
    node.doneCount = 1;
    node.status = end.kind === 'stopped' ? 'aborted' : end.code === 0 ? 'succeeded' : 'failed';
  } else {
    node.status = 'skipped';
  }
  node.finishedAt = model.time.now;
  return node.status;
}
