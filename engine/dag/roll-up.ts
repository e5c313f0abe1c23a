import type { NodeStatus, RunStatus } from '../contract/status.ts';
import type { HandlerName } from './definition.ts';
import type { NodeFacts } from './plan.ts';

/** Why a run was cut short: a person's stop, its own time limit, its init handler, its preconditions, or its secrets. */
export type CutShort = 'stop' | 'timeout' | 'init' | 'precondition' | 'setup' | null;

type StepFacts = Pick<NodeFacts, 'status' | 'continued' | 'only'>;

export interface HandlerFacts extends Pick<NodeFacts, 'status' | 'continued'> {
  readonly name: HandlerName;
}

/**
 * The status of a run from those of its steps' nodes, first match wins. Expects that every node that may begin has
 * begun: then one that has not, beside one that waits, is behind it.
 */
export function rollUp(nodes: readonly StepFacts[], cutShort: CutShort): RunStatus {
  const has = (status: NodeStatus): boolean =>
    nodes.some((node) => node.status === status && !isLeft(node));
  const ended = statusOfCut(effectiveCut(nodes, cutShort));
  if (ended !== null) return ended;
  if (has('running')) return 'running';
  if (has('not_started') && !has('waiting')) return 'running';
  if (has('rejected')) return 'rejected';
  if (has('waiting')) return 'waiting';
  if (isPartial(nodes)) return 'partially_succeeded';
  if (has('failed') || has('aborted')) return 'failed';
  return nodes.some(isLeft) ? 'aborted' : 'succeeded';
}

/** Never began before a stop, and does not by the retry of another step. */
function isLeft({ status, only }: StepFacts): boolean {
  return status === 'not_started' && only === 'another';
}

/** Null for a stop or a time limit that came too late to prevent anything, or whatever had all its effects fixed by hand. */
export function effectiveCut(
  steps: readonly Pick<StepFacts, 'status'>[],
  cutShort: CutShort,
): CutShort {
  const hasPrevented = !steps.every(isDone);
  switch (cutShort) {
    case 'stop':
    case 'timeout':
      return hasPrevented ? cutShort : null;
    // They come before the first step.
    case 'init':
    case 'precondition':
      return hasPrevented || steps.length === 0 ? cutShort : null;
    // A retry of a run whose steps are done may fail by it.
    case 'setup':
    case null:
      return cutShort;
  }
}

function statusOfCut(cutShort: CutShort): RunStatus | null {
  switch (cutShort) {
    case 'timeout':
    case 'setup':
      return 'failed';
    case 'stop':
    case 'init':
    case 'precondition':
      return 'aborted';
    case null:
      return null;
  }
}

function isDone({ status }: Pick<StepFacts, 'status'>): boolean {
  return status === 'succeeded' || status === 'partially_succeeded' || status === 'skipped';
}

/** Something succeeded, something did not, and nothing that did not was in the way. */
function isPartial(nodes: readonly StepFacts[]): boolean {
  const isFlawed = (node: StepFacts): boolean =>
    node.status === 'partially_succeeded' || (node.status === 'failed' && node.continued);
  return (
    nodes.some(isFlawed) &&
    nodes.some(({ status }) => status === 'succeeded' || status === 'partially_succeeded') &&
    nodes.every((node) => isDone(node) || isFlawed(node))
  );
}

/**
 * The status of a run once its handlers have ended: a success or exit handler that fails without being allowed to, or in
 * which somebody refuses what was asked, turns a success into a failure, and a stop that reaches a handler turns it into
 * an abort. Other ends stay.
 */
export function withHandlers(status: RunStatus, handlers: readonly HandlerFacts[]): RunStatus {
  if (status !== 'succeeded' && status !== 'partially_succeeded') return status;
  if (handlers.some(isFailure)) return 'failed';
  return handlers.some((handler) => handler.status === 'aborted') ? 'aborted' : status;
}

function isFailure({ name, status, continued }: HandlerFacts): boolean {
  const isBad = status === 'rejected' || (status === 'failed' && !continued);
  return (name === 'success' || name === 'exit') && isBad;
}
