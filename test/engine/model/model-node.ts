import type { NodeStatus } from '../../../engine/contract/status.ts';
import { stepName, type CasePause, type CaseRepeat, type CaseStep } from './case.ts';
import { execution } from './model-execution.ts';
import {
  areMet,
  freePlace,
  countOf,
  matches,
  textOf,
  type ModelNode,
  type ModelRun,
  type NodeEnd,
  type NodePlace,
} from './model-run.ts';
import { TURN, type Routine } from './virtual-time.ts';

/** The story of a node. */
export function* nodeStory(place: NodePlace): Routine {
  const { model, run, node } = place;
  yield { or: () => run.cut !== null || verdictOf(place) === 'aborted' || areSettled(place) };
  if (run.cut === null) yield* settledStory(place);
  node.stage = 'over';
  if (node.startedAt !== null) node.finishedAt = model.time.now;
}

function areSettled({ run, step }: NodePlace): boolean {
  return step.depends.every((index) => run.nodes[index]?.stage === 'over');
}

function* settledStory(place: NodePlace): Routine {
  const { node, run, model } = place;
  const { time } = model;
  const verdict = verdictOf(place);
  if (verdict !== null) {
    // It never begins, and so has no times.
    node.status = verdict;
    return;
  }
  node.stage = 'ready';
  // What can be settled now is settled before anything begins.
  do {
    const { nextStart } = run;
    const or = (): boolean => run.cut !== null || run.nextStart !== nextStart || mayBegin(place);
    const turn = TURN.begin;
    yield nextStart > time.now ? { until: nextStart, or, turn } : { or, turn };
  } while (run.cut === null && !mayBegin(place));
  if (run.cut !== null) return;
  node.stage = 'busy';
  node.status = 'running';
  node.startedAt = time.now;
  run.nextStart = time.now + run.dag.delaySec * 1000;
  node.status = yield* begunStory(place);
  freePlace(model, run, node);
}

function mayBegin({ run, model }: NodePlace): boolean {
  const busy = run.nodes.filter(({ stage }) => stage === 'busy').length;
  return busy < run.dag.maxActiveSteps && run.nextStart <= model.time.now;
}

/** What the nodes before make of a node: a failure weighs more than a skip. */
function verdictOf(place: NodePlace): NodeStatus | null {
  let verdict: NodeStatus | null = null;
  place.step.depends.forEach((index) => {
    const before = place.run.nodes[index];
    if (before === undefined) throw new Error(`There is no step ${index}.`);
    const { status, continued } = before;
    if (status === 'aborted' || status === 'rejected') verdict = 'aborted';
    if (status === 'failed' && !continued) verdict = 'aborted';
    if (status === 'skipped' && !passesSkip(place, index)) verdict ??= 'skipped';
  });
  return verdict ?? (isChosen(place) ? null : 'skipped');
}

/** All routers that could choose a step must. */
function isChosen({ run, index }: NodePlace): boolean {
  return routersOf(run, index).every(({ chosen }) => chosen.includes(index));
}

/** What a router may choose never holds up what follows when it is skipped. */
function passesSkip({ run }: NodePlace, index: number): boolean {
  return run.dag.steps[index]?.continueOn.skipped === true || routersOf(run, index).length > 0;
}

function routersOf(run: ModelRun, target: number): ModelNode[] {
  return run.nodes.filter((_, index) => {
    const work = run.dag.steps[index]?.work;
    return work?.kind === 'router' && work.routes.some(({ targets }) => targets.includes(target));
  });
}

function* begunStory(place: NodePlace): Routine<NodeStatus> {
  const { run, step, node } = place;
  yield { or: () => true, turn: TURN.instant };
  if (run.cut !== null) return 'aborted';
  if (!areMet(run, step.preconditions)) return 'skipped';
  const { work } = step;
  if (work.kind === 'gate') return yield* gate(place);
  if (work.kind === 'router') return route(place);
  const end = yield* repetitions(place);
  if (end.status !== 'failed') return end.status;
  node.continued = isContinued(step, end);
  return node.continued && step.continueOn.markSuccess ? 'succeeded' : 'failed';
}

function isContinued({ continueOn }: CaseStep, { code, text }: NodeEnd): boolean {
  const { failure, exitCode, output } = continueOn;
  if (failure) return true;
  if (code !== null && exitCode.includes(code)) return true;
  return output.some((one) => (one.startsWith('re:') ? matches(text, one) : text.includes(one)));
}

function* gate({ model, run, index, node }: NodePlace): Routine<NodeStatus> {
  const { time, script } = model;
  const name = stepName(index);
  node.stage = 'waiting';
  node.status = 'waiting';
  node.gate = {};
  freePlace(model, run, node);
  const { afterMs, approve } = script.decision(run.path, name, countOf(model, run.path, name));
  const isCut = (): boolean => run.cut !== null || run.refused;
  yield { until: time.now + afterMs, or: isCut };
  node.gate = null;
  node.doneCount += 1;
  if (isCut()) return 'aborted';
  return approve ? 'succeeded' : 'rejected';
}

function route({ run, step: { work }, node }: NodePlace): NodeStatus {
  if (work.kind !== 'router') throw new Error('Only routers choose.');
  const value = textOf(run, work.value);
  const routes = work.routes.filter(({ pattern }) => matches(value, pattern));
  node.chosen = routes.flatMap(({ targets }) => targets);
  node.doneCount += 1;
  return 'succeeded';
}

function* repetitions(place: NodePlace): Routine<NodeEnd> {
  const { node, step, run } = place;
  for (let done = 1; ; done++) {
    // A repetition calls anew.
    const end = yield* attempts(place, done === 1 ? node.calls : []);
    if (end === null) return ABORTED;
    node.doneCount += 1;
    // A refusal is not asked again, and what was skipped was not executed.
    if (['aborted', 'rejected', 'skipped'].includes(end.status)) return end;
    if (step.repeat === null || !isRepeated(place, step.repeat, end, done)) return end;
    // Retries are counted anew.
    node.retryCount = 0;
    yield* pause(place, step.repeat, done - 1);
    if (run.cut !== null) return ABORTED;
  }
}

const ABORTED: NodeEnd = { status: 'aborted', code: null, timedOut: false, text: '' };

function isRepeated(
  { run }: NodePlace,
  { by, mode, limit }: CaseRepeat,
  end: NodeEnd,
  done: number,
): boolean {
  if (limit > 0 && done >= limit) return false;
  const met =
    by.kind === 'success'
      ? end.status !== 'failed'
      : by.kind === 'exit_code'
        ? end.code !== null && by.codes.includes(end.code)
        : matches(textOf(run, by.text), by.expected);
  return mode === 'while' ? met : !met;
}

/** Null: it was stopped before it could be tried again. */
function* attempts(place: NodePlace, earlier: ModelNode['calls']): Routine<NodeEnd | null> {
  const { step, node, run } = place;
  for (let tried = 0; ; tried++) {
    const end = yield* attempt(place, tried === 0 ? earlier : node.calls);
    const { retry } = step;
    if (end.status !== 'failed' || end.timedOut || retry === null) return end;
    if (tried >= retry.limit) return end;
    const { exitCode } = retry;
    if (exitCode.length > 0 && (end.code === null || !exitCode.includes(end.code))) return end;
    node.retryCount += 1;
    yield* pause(place, retry, tried);
    if (run.cut !== null) return null;
  }
}

function* attempt(place: NodePlace, earlier: ModelNode['calls']): Routine<NodeEnd> {
  const { model, run, index, step, node } = place;
  if (step.work.kind === 'call') return yield* model.callOf(place, step.work, earlier);
  const isCut = (): boolean => run.cut !== null;
  const { timeoutSec } = step;
  const end = yield* execution(model, run, { step: stepName(index), timeoutSec, isCut });
  const { code, text } = end;
  if (end.kind === 'stopped') return { status: 'aborted', code: null, timedOut: false, text };
  if (step.work.kind === 'process' && step.work.output) node.output = text;
  const timedOut = end.kind === 'timed-out';
  return { status: timedOut || code !== 0 ? 'failed' : 'succeeded', code, timedOut, text };
}

/** The first wait is the interval itself. */
function* pause({ model, run }: NodePlace, policy: CasePause, count: number): Routine {
  const { intervalSec, backoff, maxIntervalSec } = policy;
  const grown = intervalSec * backoff ** count;
  const seconds = maxIntervalSec > 0 ? Math.min(grown, maxIntervalSec) : grown;
  yield { until: model.time.now + seconds * 1000, or: () => run.cut !== null };
}
