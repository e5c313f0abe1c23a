import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LoadIssue } from '../../../engine/dag/definition.ts';
import { fieldKeys } from '../../../engine/dag/fields/read-fields.ts';
import { rootFields } from '../../../engine/dag/fields/root-fields.ts';
import { stepFields } from '../../../engine/dag/fields/step-fields.ts';
import { loadDag } from '../../../engine/steps/load-dag.ts';

function expectInside(text: string, issue: LoadIssue): void {
  const lines = text.split('\n');
  const isInside = (line: number, column: number) =>
    line >= 1 &&
    column >= 1 &&
    line <= lines.length &&
    column <= (lines[line - 1] ?? '').length + 1;
  const { line, column, endLine, endColumn } = issue;

  expect(isInside(line, column)).toBe(true);
  expect(isInside(endLine, endColumn)).toBe(true);
  expect(endLine > line || (endLine === line && endColumn >= column)).toBe(true);
}

function expectSound(text: string): void {
  const { dag, partial, issues } = loadDag(text, { name: 'file' });

  expect(dag === null).toBe(issues.length > 0);
  expect(partial.name).toBeTypeOf('string');
  issues.forEach((issue) => expectInside(text, issue));
}

const key = fc.constantFrom(
  ...[...fieldKeys(rootFields), ...fieldKeys(stepFields), ...stepFields.unavailable],
  ...[
    '__proto__',
    '<<',
    'X',
    'camelCase',
    'condition',
    'expected',
    'limit',
    'interval_sec',
    'repeat',
  ],
  ...[
    'exit_code',
    'items',
    'max_concurrent',
    'provider',
    'key',
    'options',
    'init',
    'exit',
    'prompt',
  ],
);
const scalar = fc.oneof(
  fc.constantFrom(
    '',
    '~',
    '*a',
    '&a x',
    '1',
    '-1',
    '1.5',
    'true',
    '|\n  x\n',
    '>-\n y',
    '"\\u0000"',
    '!t v',
    "'",
  ),
  fc.string({ maxLength: 8 }),
  fc.constantFrom(
    '"re:("',
    're:^a',
    'while',
    'failed',
    'router',
    'hitl',
    'dag',
    'env',
    '"{x"',
    '"${X"',
  ),
  fc.constantFrom('0 0 * * *', 'a=b', '$X', '${X}', '../x', 'graph', 'chain', 'cmd_1'),
);
const value = fc.letrec<{ value: string; list: string; map: string }>((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, scalar, tie('list'), tie('map')),
  list: fc.array(tie('value'), { maxLength: 4 }).map((items) => `[${items.join(', ')}]`),
  map: fc.array(fc.tuple(key, tie('value')), { maxLength: 4 }).map(braces),
})).value;

function braces(pairs: readonly (readonly [string, string])[]): string {
  return `{${pairs.map(([name, text]) => `${name}: ${text}`).join(', ')}}`;
}

const document = fc
  .array(fc.tuple(key, value), { maxLength: 6 })
  .map((pairs) => pairs.map(([name, text]) => `${name}: ${text}\n`).join(''));

const levels = 'abcdefgh'.split('');
const bomb = levels
  .map(
    (name, index) =>
      `${name}: &${name} [${Array(9)
        .fill(index ? `*${levels[index - 1]}` : 'lol')
        .join(',')}]`,
  )
  .join('\n');
const wide = Array(9000).fill('a').join(', ');

/** Files that cost a careless reader its memory, its stack or its evening. */
const hostile: readonly (readonly [what: string, text: string])[] = [
  ['an alias bomb', bomb],
  ['an alias bomb of merge keys', bomb.replaceAll('[', '{<<: [').replaceAll(']', ']}')],
  [
    'one long text behind many aliases',
    `description: &d "${'x'.repeat(99_999)}"\nenv: [${Array(9000).fill('{A: *d}').join(', ')}]`,
  ],
  ['nested lists', '['.repeat(1_000_000)],
  ['nested maps', '{a: '.repeat(50_000)],
  ['nested block lists', '- '.repeat(50_000)],
  [
    'aliases nested in aliases',
    Array.from({ length: 99 }, (_, i) => `a${i}: &a${i} [${i ? `*a${i - 1}` : 1}]`).join('\n'),
  ],
  ['too many characters', 'x'.repeat(2 * 1024 * 1024 + 1)],
  ['too many values', '- a\n'.repeat(500_000)],
  ['too many documents', '---\nname: x\n'.repeat(50_000)],
  ['too many errors', '}'.repeat(200_000)],
  ['too many directives', '%a\n'.repeat(200_000)],
  ['too many keys', Array.from({ length: 40_000 }, (_, i) => `k${i}: 1\n`).join('')],
  ['too many steps', `steps: [${wide}, ${wide}]`],
  ['too many dependencies', `steps: [[${wide}], [${wide.slice(0, 3000)}]]`],
  [
    'many cycles',
    `type: graph\nsteps:\n${Array.from({ length: 300 }, (_, i) => `  - {name: s${i}, command: a, depends: [${Array.from({ length: 300 }, (__, j) => `s${j}`).join(', ')}]}\n`).join('')}`,
  ],
  [
    'one long cycle',
    `type: graph\nsteps:\n${Array.from({ length: 9000 }, (_, i) => `  - {name: s${i}, command: a, depends: s${(i + 1) % 9000}}\n`).join('')}`,
  ],
  [
    'many unknown dependencies',
    `type: graph\nsteps:\n${Array.from({ length: 9000 }, (_, i) => `  - {name: s${i}, command: a, depends: t${i}}\n`).join('')}`,
  ],
  [
    'many handlers of one wrong step',
    `a: &a {comand: x}\nhandler_on: {${Array(9000).fill('exit: *a').join(', ')}}`,
  ],
  [
    'many wrong routes',
    `type: graph\nsteps: [{type: router, value: x, routes: {${Array.from({ length: 9000 }, (_, i) => `r${i}: t${i}`).join(', ')}}}]`,
  ],
  [
    'many wrong patterns',
    `preconditions: [${Array.from({ length: 3000 }, (_, i) => `{condition: a, expected: "re:(${i}"}`).join(', ')}]`,
  ],
  [
    'patterns that repeat too much',
    `preconditions: [${Array.from({ length: 500 }, (_, i) => `{condition: a, expected: "re:((a{1,99}){1,99}){1,${i}}"}`).join(', ')}]`,
  ],
  ['many schedules', `schedule: [${Array(20_000).fill('"0 0 30 2 *"').join(', ')}]`],
];

describe('loadDag, given any text at all', () => {
  it('never throws, and places every error inside the text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), expectSound), {
      numRuns: 300,
    });
    fc.assert(fc.property(fc.string({ maxLength: 100 }), expectSound), { numRuns: 300 });
  });

  it('never throws on text that looks like a DAG', () => {
    fc.assert(fc.property(document, expectSound), { numRuns: 1500 });
  });

  it.each(fieldKeys(rootFields))('never throws, whatever stands in the root field %s', (name) => {
    const junk = value.map((text) => `${name}: ${text}\n`);
    fc.assert(fc.property(junk, expectSound), { numRuns: 60 });
  });

  it.each(fieldKeys(stepFields))('never throws, whatever stands in the step field %s', (name) => {
    const junk = fc
      .tuple(fc.constantFrom('command: a', 'call: b', 'type: router', 'type: hitl'), value)
      .map(([work, text]) => `type: graph\nsteps: [{${work}, ${name}: ${text}}]\n`);
    fc.assert(fc.property(junk, expectSound), { numRuns: 60 });
  });

  it('never throws on a DAG in which a few characters changed', () => {
    const dag =
      'type: graph\nschedule: {start: "0 3 * * *"}\nenv: &e\n  - A: |\n      x\nsteps:\n  - name: a\n    command: "echo \\"x\\""\n    env: *e\n  - {command: b, depends: [a]}\n---\nname: c\n';
    const edit = fc.tuple(fc.nat(dag.length), fc.nat(3), fc.string({ maxLength: 3 }));
    const edited = fc
      .array(edit, { maxLength: 4 })
      .map((edits) =>
        edits.reduce((text, [at, cut, put]) => text.slice(0, at) + put + text.slice(at + cut), dag),
      );

    fc.assert(fc.property(edited, expectSound), { numRuns: 1000 });
  });

  // What takes far longer than it should falls by the time that a test may take.
  it.each(hostile)('refuses %s in moments', (_, text) => {
    const { dag, issues } = loadDag(text, { name: 'file' });

    expect(dag).toBeNull();
    expect(issues.length).toBeGreaterThan(0);
    expect(issues.length).toBeLessThanOrEqual(1000);
  });

  it('gives a long chain without delay', () => {
    const steps = Array.from(
      { length: 3000 },
      (_, i) => `  - name: s${i}\n    command: echo ${i}\n`,
    );
    const text = `steps:\n${steps.join('')}`;

    expect(loadDag(text, { name: 'file' }).dag?.steps.at(-1)?.depends).toEqual(['s2998']);
  });
});
