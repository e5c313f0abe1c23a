import { describe, expect, it } from 'vitest';
import { choicesOf, isPlausible, paramRules, titleOf } from '../../../renderer/lib/param-rules.ts';

describe('paramRules', () => {
  it('takes a DAG without a schema, and one that is not known, for free', () => {
    const runConfig = { disableParamEdit: false, disableRunIdEdit: false };

    const free = { isLocked: false, protectedNames: [] };
    expect(paramRules(undefined)).toEqual({ ...free, help: [] });
    expect(paramRules({ runConfig, paramHelp: ['a'] })).toEqual({ ...free, help: ['a'] });
  });
});

describe('choicesOf', () => {
  it.each([
    [['north', 'south'], ['south'], ['north', 'south']],
    [['north', 'south'], [''], ['', 'north', 'south']],
    [['north'], ['old', 'typed'], ['old', 'typed', 'north']],
    [['north'], ['old', 'old'], ['old', 'north']],
    [[], ['old'], []],
  ])('of %j beside %j are %j', (choices, present, offered) => {
    expect(choicesOf({ choices }, present)).toEqual(offered);
  });
});

describe('titleOf', () => {
  it.each([
    ['a', 'First'],
    ['b', undefined],
    ['old', undefined],
  ])('of %j is %j', (choice, title) => {
    expect(titleOf({ choices: ['a', 'b'], choiceTitles: ['First', ''] }, choice)).toBe(title);
  });

  it('is none where the schema names nothing', () => {
    expect(titleOf({ choices: ['a'] }, 'a')).toBeUndefined();
  });
});

describe('isPlausible', () => {
  const percent = { type: 'number', minimum: 0, maximum: 100 } as const;
  const count = { type: 'integer', minimum: 1 } as const;

  it.each([
    [percent, '0'],
    [percent, '99.5'],
    [percent, ' 1e2 '],
    [count, '1'],
    [count, '1.0'],
    [count, '12345678901234567890'],
    [{ type: 'string' as const }, 'x'],
    [{ type: 'any' as const, minimum: 5 }, 'x'],
  ])('with %j takes %j', (rule, text) => {
    expect(isPlausible(rule, text)).toBe(true);
  });

  it.each([
    [percent, '-0.1'],
    [percent, '100.1'],
    [percent, 'many'],
    [percent, '5 %'],
    [count, '0'],
    [count, '1.5'],
    [count, '0x10'],
    [count, '"7"'],
    [count, 'null'],
  ])('with %j does not take %j', (rule, text) => {
    expect(isPlausible(rule, text)).toBe(false);
  });
});
