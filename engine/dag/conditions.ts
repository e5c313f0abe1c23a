import type { Condition } from './definition.ts';
import { matchesWhole, parsePattern, PatternError } from './pattern.ts';
import { shortened } from './shortened.ts';

/** What came of looking at a condition: its text, expanded, how its command ended, or why neither could be known. */
export type ConditionOutcome =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'command'; readonly exitCode: number }
  /** In words. */
  | { readonly kind: 'problem'; readonly problem: string };

/** What of a condition decides; `expected` is expanded. */
export type Expectation = Pick<Condition, 'expected' | 'negate'>;

/**
 * Why a condition was not met, in words; empty when it was. `negate` turns the answer around. What could not be judged
 * (a command that did not start or end, a text that cannot be expanded, an expression that is invalid) is never met,
 * negated or not. `show` makes of a text what may be read in the words; they hold the beginning of it alone.
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

const OTHER_UNMET = 'other condition was not met';

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
  switch (outcome.kind) {
    case 'text':
      return compare(expected ?? '', outcome.text, show);
    case 'problem':
      return { kind: 'problem', text: outcome.problem };
    case 'command':
      return outcome.exitCode === 0
        ? { kind: 'met' }
        : { kind: 'unmet', text: `exit status ${outcome.exitCode}` };
  }
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
