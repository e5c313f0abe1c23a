import type { Condition } from './definition.ts';
import { matchesWhole, parsePattern, PatternError } from './pattern.ts';
import { shortened } from './shortened.ts';

/** What came of looking at a condition: its text, expanded, or how its command ended. */
export type ConditionOutcome =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'command';
      /** Null: the command did not end by itself. */
      readonly exitCode: number | null;
      /** Why it could not be run or judged, in words. */
      readonly problem?: string;
    };

/** What of a condition decides; `expected` is expanded. */
export type Expectation = Pick<Condition, 'expected' | 'negate'>;

/**
 * Why a condition was not met, in words; empty when it was. `negate` turns the answer around. What could not be judged
 * (a command that did not start, an expression that is invalid) is never met, negated or not. `show` makes of a text
 * what may be read in the words; they hold the beginning of it alone.
 */
export function judgeCondition(
  expectation: Expectation,
  outcome: ConditionOutcome,
  show: (text: string) => string = (text) => text,
): string {
  const objection = objectionOf(expectation, outcome, show);
  if (objection.kind === 'problem') return notMet(objection.text);
  if (!expectation.negate) return objection.kind === 'met' ? '' : notMet(objection.text);
  return objection.kind === 'met' ? notMet('condition matched but negate is true') : '';
}

/**
 * The words for each condition of a list, all of which must be met: where one is not, those that are say that it was
 * another.
 */
export function conditionErrors(results: readonly string[]): readonly string[] {
  if (areMet(results)) return results;
  return results.map((result) => (result === '' ? OTHER_UNMET : result));
}

const OTHER_UNMET = 'another condition was not met';

/** The first condition of a list that was not met itself, in words; empty when all were. */
export function unmetReason(results: readonly string[]): string {
  return results.find((result) => result !== '' && result !== OTHER_UNMET) ?? '';
}

/** Whether every condition of a list was met. */
export function areMet(results: readonly string[]): boolean {
  return results.every((result) => result === '');
}

type Objection =
  { readonly kind: 'met' } | { readonly kind: 'unmet' | 'problem'; readonly text: string };

function objectionOf(
  { expected }: Expectation,
  outcome: ConditionOutcome,
  show: (text: string) => string,
): Objection {
  if (outcome.kind === 'text') return compare(expected ?? '', outcome.text, show);
  if (outcome.problem !== undefined) return { kind: 'problem', text: outcome.problem };
  if (outcome.exitCode === 0) return { kind: 'met' };
  if (outcome.exitCode === null) return { kind: 'problem', text: 'the command was stopped' };
  return { kind: 'unmet', text: `exit status ${outcome.exitCode}` };
}

function compare(expected: string, text: string, show: (text: string) => string): Objection {
  try {
    if (matchesWhole(parsePattern(expected), text)) return { kind: 'met' };
  } catch (error) {
    if (error instanceof PatternError) return { kind: 'problem', text: error.message };
    throw error;
  }
  return {
    kind: 'unmet',
    text: `expected "${shortened(show(expected))}", got "${shortened(show(text))}"`,
  };
}

function notMet(reason: string): string {
  return `condition was not met: ${reason}`;
}
