import type { Condition } from './definition.ts';
import { matchesWhole, parsePattern, PatternError } from './pattern.ts';
import { shortened } from './shortened.ts';

/** What came of looking at a condition. Reasons are in words. */
export type ConditionOutcome =
  /** Its text, expanded. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'command'; readonly exitCode: number }
  /** A command in it gave no answer: it was ended, could not be started, or failed where its output was asked for. */
  | { readonly kind: 'no answer'; readonly reason: string }
  /** It names what nothing declares, exceeds a limit, or is no condition at all. */
  | { readonly kind: 'broken'; readonly reason: string };

/** What of a condition decides; `expected` is expanded. */
export type Expectation = Pick<Condition, 'expected' | 'negate'>;

/** What a condition comes to. Reasons are in words. */
export type Verdict =
  | { readonly kind: 'met' }
  /** `isAnswer`: it was compared, or its command said no. */
  | { readonly kind: 'unmet'; readonly reason: string; readonly isAnswer: boolean }
  | { readonly kind: 'broken'; readonly reason: string };

const met: Verdict = { kind: 'met' };

/**
 * Judges a condition. `negate` turns the answer around, but a broken condition has none, so it is broken either way. `show`
 * makes of a text what may be read in the words; they hold the beginning of it alone.
 */
export function judgeCondition(
  expectation: Expectation,
  outcome: ConditionOutcome,
  show: (text: string) => string = (text) => text,
): Verdict {
  const verdict = verdictOn(expectation, outcome, show);
  if (verdict.kind === 'broken' || !expectation.negate) return verdict;
  return verdict.kind === 'met' ? unmet('condition matched but negate is true') : met;
}

/** What a list of conditions comes to, all of which must be met: the first that is broken decides, then the first unmet one. */
export function judgeAll(verdicts: readonly Verdict[]): Verdict {
  return (
    verdicts.find(({ kind }) => kind === 'broken') ??
    verdicts.find(({ kind }) => kind === 'unmet') ??
    met
  );
}

/**
 * The words for each condition of a list; empty where all are met. Where one is not, those that are say that it was
 * another.
 */
export function conditionErrors(verdicts: readonly Verdict[]): readonly string[] {
  const areMet = judgeAll(verdicts).kind === 'met';
  return verdicts.map((verdict) => errorOf(verdict) || (areMet ? '' : OTHER_UNMET));
}

/** Why a condition does not let its step or run begin; empty when it does. */
export function errorOf(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'met':
      return '';
    case 'unmet':
      return `condition was not met: ${verdict.reason}`;
    case 'broken':
      return `condition cannot be evaluated: ${verdict.reason}`;
  }
}

const OTHER_UNMET = 'other condition was not met';

/** The first condition of a list that was not met itself, in words; empty when all were. */
export function unmetReason(errors: readonly string[]): string {
  return errors.find((error) => error !== '' && error !== OTHER_UNMET) ?? '';
}

function verdictOn(
  { expected }: Expectation,
  outcome: ConditionOutcome,
  show: (text: string) => string,
): Verdict {
  switch (outcome.kind) {
    case 'text':
      return compare(expected ?? '', outcome.text, show);
    case 'command':
      return verdictOnExit(outcome.exitCode);
    case 'no answer':
      return unmet(outcome.reason, false);
    case 'broken':
      return outcome;
  }
}

function verdictOnExit(exitCode: number): Verdict {
  if (exitCode === 0) return met;
  const start = startProblem(exitCode);
  return start === null
    ? unmet(`exit status ${exitCode}`)
    : unmet(`exit status ${exitCode}: ${start}`, false);
}

/** What a shell means by an exit code of its own; null for one of a command that has begun. */
export function startProblem(exitCode: number): string | null {
  if (exitCode === 127) return 'the command cannot be started because it was not found';
  if (exitCode === 126) return 'the command cannot be started because it is not executable';
  return null;
}

function compare(expected: string, text: string, show: (text: string) => string): Verdict {
  try {
    if (matchesWhole(parsePattern(expected), text)) return met;
  } catch (error) {
    if (error instanceof PatternError) return { kind: 'broken', reason: error.message };
    throw error;
  }
  return unmet(`expected "${shortened(show(expected))}", got "${shortened(show(text))}"`);
}

function unmet(reason: string, isAnswer = true): Verdict {
  return { kind: 'unmet', reason, isAnswer };
}
