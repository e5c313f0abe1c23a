import type { NodeStatus, RunStatus } from '#contract/status.ts';
import type { StepObject } from '#contract/step.ts';
import { statusWords } from '../../lib/status-vocabulary.ts';
import type { IconName } from '../icons.tsx';

/** What is known of a step beside its place. */
export interface StepLook {
  readonly status?: NodeStatus | undefined;
  /** At the right: a duration, or the type of the step. */
  readonly detail: string;
  /** In place of the detail, for a step that has begun and not ended: the time since then. */
  readonly since?: string;
  readonly isCall: boolean;
  /** The kind of step, where it is worth a picture. */
  readonly mark?: IconName | undefined;
  /** Holds a problem of the definition. */
  readonly isBroken?: boolean;
  readonly pips?: readonly RunStatus[];
  /** Stands where the pips do, when there would be too many. */
  readonly count?: string;
}

export type EdgeLook = 'todo' | 'done' | 'loose' | 'touched';

export const plainLook: StepLook = { detail: '', isCall: false };

/** Whether two looks are drawn alike. */
export function isSameLook(one: StepLook, other: StepLook): boolean {
  return (
    one === other ||
    (one.status === other.status &&
      one.detail === other.detail &&
      one.since === other.since &&
      one.isCall === other.isCall &&
      one.mark === other.mark &&
      one.isBroken === other.isBroken &&
      one.count === other.count &&
      one.pips?.join() === other.pips?.join())
  );
}

/** The color of a step that is too small for more than that. */
export function toneOf({ status, isBroken }: StepLook): string {
  if (isBroken) return 'failed';
  return status === undefined ? 'plain' : statusWords(status).tone;
}

/** The picture for a step that is a gate, a router or a call. */
export function markOf(step: Pick<StepObject, 'gate' | 'router' | 'run'>): IconName | undefined {
  if (step.gate !== null) return 'waiting';
  if (step.router !== null) return 'router';
  return step.run === '' ? undefined : 'nested';
}

const finished: readonly (NodeStatus | undefined)[] = ['succeeded', 'partially_succeeded'];
const passedBy: readonly (NodeStatus | undefined)[] = ['skipped', 'failed', 'aborted', 'rejected'];

/** How a dependency is drawn, by what became of its ends. */
export function edgeLook(from: NodeStatus | undefined, to: NodeStatus | undefined): EdgeLook {
  if (from === undefined || finished.includes(from)) return 'done';
  const wentOn = to !== undefined && to !== 'not_started' && to !== 'aborted';
  if (passedBy.includes(from) && (wentOn || from === 'skipped')) return 'loose';
  return 'todo';
}
