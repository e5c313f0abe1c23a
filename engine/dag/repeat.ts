import type { RepeatPolicy } from './definition.ts';

/** A finished execution of a repeating step, the last of its retries. */
export interface FinishedExecution {
  /** Executions so far, this one included; retries of one execution do not count. */
  readonly doneCount: number;
  readonly succeeded: boolean;
  readonly exitCode: number | null;
  /** Whether the condition was met; null where it was not asked for. */
  readonly conditionMet: boolean | null;
}

/** Whether the condition must be judged before `repeatDecision`: not after the last execution that the limit allows. */
export function needsCondition(policy: RepeatPolicy, doneCount: number): boolean {
  return policy.condition !== null && !isLast(policy, doneCount);
}

/**
 * Whether a step is executed once more: while, or until, the condition is met and the exit code is one of those given.
 * With neither, the success of the execution counts. `limit` is that of all executions.
 */
export function repeatDecision(
  policy: RepeatPolicy,
  execution: FinishedExecution,
): 'again' | 'end' {
  if (isLast(policy, execution.doneCount)) return 'end';
  return holds(policy, execution) === (policy.repeat === 'while') ? 'again' : 'end';
}

function isLast({ limit }: RepeatPolicy, doneCount: number): boolean {
  return limit > 0 && doneCount >= limit;
}

function holds({ condition, exitCode }: RepeatPolicy, execution: FinishedExecution): boolean {
  if (condition === null && exitCode.length === 0) return execution.succeeded;
  if (condition !== null && execution.conditionMet !== true) return false;
  if (exitCode.length === 0) return true;
  return execution.exitCode !== null && exitCode.includes(execution.exitCode);
}
