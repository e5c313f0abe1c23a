import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  conditionErrors,
  errorOf,
  judgeAll,
  judgeCondition,
  type ConditionOutcome,
  type Expectation,
  type Verdict,
} from '../../../engine/dag/conditions.ts';

const text = (value: string): ConditionOutcome => ({ kind: 'text', text: value });
const command = (exitCode: number): ConditionOutcome => ({ kind: 'command', exitCode });
const noAnswer: ConditionOutcome = { kind: 'no answer', reason: 'it was ended' };
const broken = (reason: string): ConditionOutcome => ({ kind: 'broken', reason });
const errorFor = (expectation: Expectation, outcome: ConditionOutcome): string =>
  errorOf(judgeCondition(expectation, outcome));
const prefix = 'condition was not met:';
const negated = `${prefix} condition matched but negate is true`;

describe('a condition', () => {
  it.each<{
    expected: string | null;
    outcome: ConditionOutcome;
    error: string;
    negatedError: string;
  }>([
    { expected: '2', outcome: text('2'), error: '', negatedError: negated },
    {
      expected: '2',
      outcome: text('1'),
      error: `${prefix} expected "2", got "1"`,
      negatedError: '',
    },
    { expected: 're:^2', outcome: text('21'), error: '', negatedError: negated },
    {
      expected: 're:^2',
      outcome: text('12'),
      error: `${prefix} expected "re:^2", got "12"`,
      negatedError: '',
    },
    { expected: null, outcome: command(0), error: '', negatedError: negated },
    { expected: null, outcome: command(1), error: `${prefix} exit status 1`, negatedError: '' },
    { expected: null, outcome: noAnswer, error: `${prefix} it was ended`, negatedError: '' },
    {
      expected: null,
      outcome: command(127),
      error: `${prefix} exit status 127: the command cannot be started because it was not found`,
      negatedError: '',
    },
    {
      expected: null,
      outcome: command(126),
      error: `${prefix} exit status 126: the command cannot be started because it is not executable`,
      negatedError: '',
    },
  ])('for $expected and $outcome says $error', ({ expected, outcome, error, negatedError }) => {
    expect(errorFor({ expected, negate: false }, outcome)).toBe(error);
    expect(errorFor({ expected, negate: true }, outcome)).toBe(negatedError);
  });

  it.each<{ name: string; expected: string | null; outcome: ConditionOutcome; reason: string }>([
    {
      name: 'a text that cannot be expanded',
      expected: 're:.*',
      outcome: broken('there is no variable NOBODY'),
      reason: 'there is no variable NOBODY',
    },
    {
      name: 'an invalid expression',
      expected: 're:(',
      outcome: text('('),
      reason: 'invalid expression "(": missing closing ): (',
    },
    {
      name: 'a text that is too long',
      expected: 're:[a-z]{1,900}!',
      outcome: text('a'.repeat(9999)),
      reason:
        'a text of 9999 characters is too long for the expression "[a-z]{1,900}!", which accepts at most 1109',
    },
  ])('is broken by $name, negated or not', ({ expected, outcome, reason }) => {
    for (const negate of [false, true]) {
      expect(judgeCondition({ expected, negate }, outcome)).toEqual({ kind: 'broken', reason });
    }
  });

  it('is met, or says why not in one line of bearable length, for every text', () => {
    const unit = fc.oneof(fc.constantFrom('\n', '\t', '😀', '"'), fc.string());
    const value = fc.string({ unit, maxLength: 600 });
    fc.assert(
      fc.property(value, value, fc.boolean(), (expected, got, negate) => {
        fc.pre(!expected.startsWith('re:'));
        const error = errorFor({ expected, negate }, text(got));

        expect(error === '').toBe((expected === got) !== negate);
        expect(error.length).toBeLessThan(500);
        expect(error).not.toMatch(/[\n\r\t]/);
        expect(error.isWellFormed()).toBe(expected.isWellFormed() && got.isWellFormed());
      }),
    );
  });

  it('shortens what it quotes', () => {
    const error = errorFor({ expected: 'ok', negate: false }, text('x'.repeat(5000)));

    expect(error).toBe(`${prefix} expected "ok", got "${'x'.repeat(199)}…"`);
    const half = errorFor({ expected: 'ok', negate: false }, text('😀'.repeat(300)));
    expect(half).toBe(`${prefix} expected "ok", got "${'😀'.repeat(99)}…"`);
  });
});

describe('a list of conditions', () => {
  const isMet: Verdict = { kind: 'met' };
  const unmet: Verdict = { kind: 'unmet', reason: 'exit status 1', isAnswer: true };
  const isBroken: Verdict = { kind: 'broken', reason: 'there is no variable NOBODY' };

  it.each([
    { verdicts: [], comesTo: isMet },
    { verdicts: [isMet, isMet], comesTo: isMet },
    { verdicts: [isMet, unmet], comesTo: unmet },
    { verdicts: [unmet, isBroken, isMet], comesTo: isBroken },
  ])('comes to $comesTo.kind: $verdicts', ({ verdicts, comesTo }) => {
    expect(judgeAll(verdicts)).toEqual(comesTo);
  });

  it('has no errors when each is met', () => {
    expect(conditionErrors([])).toEqual([]);
    expect(conditionErrors([isMet, isMet])).toEqual(['', '']);
  });

  it('says of those that are met that another was not', () => {
    expect(conditionErrors([isMet, unmet, isBroken])).toEqual([
      'other condition was not met',
      `${prefix} exit status 1`,
      'condition cannot be evaluated: there is no variable NOBODY',
    ]);
  });
});
