import type { NodeAttempt, NodeObject } from '#contract/run.ts';
import { formatDuration } from '../../lib/duration.ts';
import { texts } from './texts.ts';

/** `attempt 3`, `round 4`: how often a step was tried, where it was more than once. */
export function formatAttempt(node: NodeObject): string {
  if (node.retryCount > 0) return texts.steps.attempt(node.retryCount + 1);
  const rounds = roundOf(node);
  return node.step.repeatPolicy !== null && rounds > 1 ? texts.steps.round(rounds) : '';
}

/** `attempt 3 of 6 in 12s` while a step pauses before it is executed again; empty otherwise. */
export function pauseWords(node: NodeObject, now: number): string {
  if (node.stage !== 'pausing') return '';
  const due = Date.parse(node.dueAt);
  const when = Number.isNaN(due) ? '' : texts.steps.in(formatDuration(due - now));
  return [comingWords(node), when].filter(Boolean).join(' ');
}

/** The engine counts a retry from the moment in which it is decided, and a round once it is over. */
function comingWords(node: NodeObject): string {
  const { retryPolicy, repeatPolicy } = node.step;
  const isRetry = retryPolicy !== null && (repeatPolicy === null || node.exitCode !== 0);
  if (isRetry) return retryWords(node.retryCount + 1, retryPolicy.limit);
  if (repeatPolicy === null) return texts.steps.again;
  const { limit } = repeatPolicy;
  return limit > 0 ? texts.steps.roundOf(roundOf(node), limit) : texts.steps.round(roundOf(node));
}

/** A limit that is a reference is known to the engine alone. */
function retryWords(attempt: number, limit: number | string): string {
  return typeof limit === 'number'
    ? texts.steps.attemptOf(attempt, limit + 1)
    : texts.steps.attempt(attempt);
}

/** The round that runs or is to come, else the last one that did. */
function roundOf(node: NodeObject): number {
  return node.doneCount + (node.statusLabel === 'running' ? 1 : 0);
}

const causes: Readonly<Record<NodeAttempt['cause'], string>> = texts.attempts.causes;

/** Why an execution came about. */
export function formatCause(attempt: NodeAttempt): string {
  return causes[attempt.cause];
}

/** `exit 1`; `running` for one without an end. */
export function formatExit({ exitCode, finishedAt }: NodeAttempt): string {
  if (finishedAt === '') return texts.attempts.running;
  return exitCode === null ? texts.attempts.noExitCode : texts.attempts.exit(exitCode);
}

/** Whether an attempt has ended with another exit code than 0, or with none. */
export function hasFailed({ exitCode, finishedAt }: NodeAttempt): boolean {
  return finishedAt !== '' && exitCode !== 0;
}
