import { describe, expect, it } from 'vitest';
import { lint } from './lint.ts';

describe('a name in a condition that is a text', () => {
  it.each([
    ['steps: [{command: a, preconditions: {condition: "${STAGE}", expected: b}}]', '1:50 ${STAGE}'],
    ['preconditions: {condition: a, expected: $STAGE}\nsteps: [a]', '1:41 $STAGE'],
    [
      'steps: [{command: a, repeat_policy: {condition: "x ${STAGE}", expected: b, limit: 2}}]',
      '1:52 ${STAGE}',
    ],
  ])('is reported where nothing declares it: %j', (text, mark) => {
    expect(lint(text)).toEqual([`unknown-reference ${mark}`]);
  });

  it.each([
    ['has a default', 'steps: [{command: a, preconditions: {condition: "${A:-}", expected: b}}]'],
    ['is one of a shell', 'steps: [{command: a, preconditions: "test $A"}]'],
    [
      'is an output',
      'steps: [{command: a, output: O}, {command: b, preconditions: {condition: $O, expected: b}}]',
    ],
    [
      'may be in a dotenv file',
      'dotenv: a.env\nsteps: [{command: a, preconditions: {condition: $A, expected: b}}]',
    ],
  ])('is not reported where it %s', (_, text) => {
    expect(lint(text)).toEqual([]);
  });
});
