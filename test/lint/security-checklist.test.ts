import { describe, expect, it } from 'vitest';
import { checklistProblems } from '../../scripts/check/security-checklist.ts';

const files: Readonly<Record<string, string>> = {
  'test/a.test.ts': "it('holds', …); it('does not (ever) \\'fall\\'', …); it(`denies ${name}`, …);",
};

function problemsOf(holder: string): readonly string[] {
  const text = `# Security\n\n| Rule | Held by |\n| --- | --- |\n| a rule | ${holder} |\n`;
  return checklistProblems(text, (file) => files[file] ?? null);
}

describe('The check of the security checklist', () => {
  it.each([
    '`test/a.test.ts`: “holds”',
    "`test/a.test.ts`: “holds”, “does not (ever) 'fall'”, “denies ${name}”",
    'By a lint rule: `test/a.test.ts`: “holds”',
    'Does not apply: There is no tray.',
  ])('accepts a row that is held by tests, or says why none holds it: %s', (holder) => {
    expect(problemsOf(holder)).toEqual([]);
  });

  it.each([
    ['no test', 'Assumed', '5: A row names a test, or says'],
    ['no reason', 'Does not apply', '5: A row names a test, or says'],
    ['a file that is gone', '`test/b.test.ts`: “holds”', '5: There is no test/b.test.ts.'],
    [
      'a title that is gone',
      '`test/a.test.ts`: “stands”',
      '5: test/a.test.ts has no test “stands”.',
    ],
    ['a part of a title', '`test/a.test.ts`: “hold”', '5: test/a.test.ts has no test “hold”.'],
    ['a file alone', '`test/a.test.ts`', '5: Which tests of test/a.test.ts?'],
    ['one wrong title of two', '`test/a.test.ts`: “holds”, “x”', 'has no test “x”.'],
  ])('refuses a row with %s', (_, holder, problem) => {
    expect(problemsOf(holder).join('\n')).toContain(problem);
  });

  it('looks at tables whose last column says what holds a row, and needs one', () => {
    expect(checklistProblems('| Rule | Reason |\n| --- | --- |\n| a | b |\n', () => null)).toEqual([
      '1: There is no table whose last column is "Held by".',
    ]);
  });
});
