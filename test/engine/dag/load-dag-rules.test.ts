import { describe, expect, it } from 'vitest';
import type { Dag, Step } from '../../../engine/dag/definition.ts';
import { loadDag } from '../../../engine/steps/load-dag.ts';
import { graph, step } from './corpus/faulty-definition.ts';

function loaded(text: string): Dag {
  const { dag, issues } = loadDag(text, { name: 'nightly' });
  expect(issues).toEqual([]);
  if (!dag) throw new Error('no DAG');
  return dag;
}

function firstStep(text: string): Step {
  const [first] = loaded(text).steps;
  if (!first) throw new Error('no step');
  return first;
}

const commandOnly = (condition: string) => ({ condition, expected: null, negate: false });

describe('loadDag, reading preconditions', () => {
  it.each([
    ['test -e x', [commandOnly('test -e x')]],
    ['[a, b]', [commandOnly('a'), commandOnly('b')]],
    ['{condition: a}', [commandOnly('a')]],
    ['{condition: a, expected: ""}', [commandOnly('a')]],
    [
      '[{condition: $X, expected: "re:^a", negate: true}, b]',
      [{ condition: '$X', expected: 're:^a', negate: true }, commandOnly('b')],
    ],
    ['[]', []],
  ])('takes %s, of the DAG and of a step', (written, conditions) => {
    expect(loaded(`preconditions: ${written}`).preconditions).toEqual(conditions);
    expect(firstStep(step(`preconditions: ${written}`)).preconditions).toEqual(conditions);
  });
});

describe('loadDag, reading a shell', () => {
  it.each([
    ['bash -e', ['bash', '-e']],
    ['none', ['direct']],
    ['[none]', ['direct']],
    ['direct', ['direct']],
    [`'"/my shells/sh" -c'`, ['/my shells/sh', '-c']],
  ])('takes %s', (written, shell) => {
    expect(firstStep(step(`shell: ${written}`)).shell).toEqual(shell);
  });
});

describe('loadDag, reading what happens after a step', () => {
  const none = { failure: false, skipped: false, exitCode: [], output: [], markSuccess: false };
  it.each([
    ['failed', { ...none, failure: true }],
    ['failure', { ...none, failure: true }],
    ['skipped', { ...none, skipped: true }],
    ['{failure: true, skipped: true}', { ...none, failure: true, skipped: true }],
    ['{exit_code: 3, output: done}', { ...none, exitCode: [3], output: ['done'] }],
    [
      '{exit_code: [3, 4], output: ["re:^x", y], mark_success: true}',
      { ...none, exitCode: [3, 4], output: ['re:^x', 'y'], markSuccess: true },
    ],
  ])('takes continue_on: %s', (written, expected) => {
    expect(firstStep(step(`continue_on: ${written}`)).continueOn).toEqual(expected);
  });

  it.each([
    ['', { backoff: 1, maxIntervalSec: 0, exitCode: [] }],
    [', backoff: true, max_interval_sec: 60', { backoff: 2, maxIntervalSec: 60, exitCode: [] }],
    [', backoff: false', { backoff: 1, maxIntervalSec: 0, exitCode: [] }],
    [', backoff: 1.5, exit_code: 7', { backoff: 1.5, maxIntervalSec: 0, exitCode: [7] }],
    [', exit_code: [1, 2]', { backoff: 1, maxIntervalSec: 0, exitCode: [1, 2] }],
  ])('takes a retry_policy of limit and interval_sec%s', (written, expected) => {
    const { retryPolicy } = firstStep(step(`retry_policy: {limit: 3, interval_sec: 0${written}}`));

    expect(retryPolicy).toEqual({ limit: 3, intervalSec: 0, ...expected });
  });

  it.each([
    ['"3", interval_sec: " 0 "', { limit: 3, intervalSec: 0 }],
    ['"${TIMES}", interval_sec: $WAIT', { limit: '${TIMES}', intervalSec: '$WAIT' }],
    ['"${O.times[0]}", interval_sec: 1', { limit: '${O.times[0]}', intervalSec: 1 }],
  ])(
    'takes numbers of a retry_policy as text and as references: limit: %s',
    (written, expected) => {
      const { retryPolicy } = firstStep(step(`retry_policy: {limit: ${written}}`));

      expect(retryPolicy).toMatchObject(expected);
    },
  );

  const repeat = {
    intervalSec: 0,
    backoff: 1,
    maxIntervalSec: 0,
    limit: 0,
    condition: null,
    exitCode: [],
  };
  it.each([
    ['{repeat: while}', { ...repeat, repeat: 'while' }],
    ['{repeat: until, limit: 5}', { ...repeat, repeat: 'until', limit: 5 }],
    [
      '{repeat: true, interval_sec: 2, backoff: true, max_interval_sec: 9}',
      { ...repeat, repeat: 'while', intervalSec: 2, backoff: 2, maxIntervalSec: 9 },
    ],
    ['{repeat: false, condition: a}', null],
    [
      '{condition: $X, expected: done}',
      {
        ...repeat,
        repeat: 'until',
        condition: { condition: '$X', expected: 'done', negate: false },
      },
    ],
    ['{condition: test -e x}', { ...repeat, repeat: 'while', condition: commandOnly('test -e x') }],
    [
      '{repeat: until, condition: a, expected: ""}',
      { ...repeat, repeat: 'until', condition: commandOnly('a') },
    ],
    ['{exit_code: [1, 2]}', { ...repeat, repeat: 'while', exitCode: [1, 2] }],
    ['{repeat: until, exit_code: 0}', { ...repeat, repeat: 'until', exitCode: [0] }],
    [
      '{repeat: until, condition: a, exit_code: 0}',
      { ...repeat, repeat: 'until', condition: commandOnly('a'), exitCode: [0] },
    ],
  ])('takes repeat_policy: %s', (written, expected) => {
    expect(firstStep(step(`repeat_policy: ${written}`)).repeatPolicy).toEqual(expected);
  });
});

describe('loadDag, reading calls', () => {
  it.each([
    ['{call: child}', { type: 'dag', name: 'dag_1', call: 'child', commands: [] }],
    ['{type: dag, call: child}', { type: 'dag', call: 'child', commands: [] }],
    ['{type: dag, command: child}', { type: 'dag', call: 'child', commands: [] }],
    ['{call: nightly}', { call: 'nightly' }],
  ])('takes %s', (written, expected) => {
    expect(firstStep(`steps: [${written}]`)).toMatchObject(expected);
  });

  const named = (...pairs: readonly (readonly [string, string])[]) => ({
    kind: 'named',
    values: pairs.map(([name, value]) => ({ name, value })),
  });
  it.each([
    ['"X=1 two"', { kind: 'text', text: 'X=1 two' }],
    [`'{"X": [1]}'`, { kind: 'text', text: '{"X": [1]}' }],
    ['${OUT}', { kind: 'text', text: '${OUT}' }],
    ['{X: 1, Y: "${A} b", Z: }', named(['X', '1'], ['Y', '${A} b'], ['Z', ''])],
    ['[X: 1, Y=2]', named(['X', '1'], ['Y', '2'])],
    ['[X: 1 2, a b]', { kind: 'text', text: 'X="1 2" "a b"' }],
  ])('takes params: %s', (written, params) => {
    expect(firstStep(`steps:\n  - call: child\n    params: ${written}`).callParams).toEqual(params);
  });

  const json = (text: string) => ({ kind: 'json', json: text });
  it.each([
    [
      '[a, "1", 1.50, True, ~, [x, 2]]',
      {
        kind: 'list',
        items: [
          { kind: 'text', text: 'a' },
          { kind: 'text', text: '1' },
          ...['1.50', 'true', 'null', '["x",2]'].map(json),
        ],
      },
    ],
    ['[]', { kind: 'list', items: [] }],
    ['${LIST}', { kind: 'text', text: '${LIST}' }],
    [
      '[{a: 1.50, b: [1.50, 0x1f, x, ~, true], c: {d: "e\\""}, f: }]',
      {
        kind: 'list',
        items: [json('{"a":1.50,"b":[1.50,"0x1f","x",null,true],"c":{"d":"e\\""},"f":null}')],
      },
    ],
  ])('takes parallel: %s, alone and with a bound', (written, items) => {
    const read = (parallel: string) =>
      firstStep(`steps:\n  - call: child\n    parallel: ${parallel}`).parallel;

    expect(read(written)).toEqual({ items, maxConcurrent: 10 });
    expect(read(`\n      items: ${written}\n      max_concurrent: 3`)).toEqual({
      items,
      maxConcurrent: 3,
    });
  });

  it('allows 1000 items', () => {
    const items = Array.from({ length: 1000 }, (_, index) => `i${index}`).join(', ');

    expect(loadDag(`steps: [{call: a, parallel: [${items}]}]`, { name: 'file' }).issues).toEqual(
      [],
    );
  });
});

describe('loadDag, reading routers', () => {
  it('makes the steps of each route wait for the router, by name or by id', () => {
    const { steps } = loaded(
      graph(
        '{name: sort, type: router, value: "${X}", routes: {a: [one, t], "re:^b": three}}',
        '{name: one, command: x, depends: sort}',
        '{name: two, id: t, command: x}',
        '{name: three, command: x, depends: one}',
        '{name: again, type: router, value: y, routes: {y: one}}',
      ),
    );

    expect(steps[0]).toMatchObject({
      type: 'router',
      value: '${X}',
      routes: [
        { pattern: 'a', targets: ['one', 'two'] },
        { pattern: 're:^b', targets: ['three'] },
      ],
    });
    expect(steps.map(({ depends, routedBy }) => [depends, routedBy])).toEqual([
      [[], []],
      [
        ['sort', 'again'],
        ['sort', 'again'],
      ],
      [['sort'], ['sort']],
      [['one', 'sort'], ['sort']],
      [[], []],
    ]);
  });
});

describe('loadDag, reading what a run has around its steps', () => {
  it('reads handlers as steps with names of their own', () => {
    const { handlerOn } = loaded(
      'handler_on: {exit: echo bye, init: {name: mine, id: i, command: a}, failure: {call: tell}, wait: }',
    );

    expect(handlerOn).toMatchObject({
      init: { name: 'onInit', id: 'i', type: 'shell', commands: ['a'], depends: [] },
      failure: { name: 'onFailure', type: 'dag', call: 'tell' },
      exit: { name: 'onExit', commands: ['echo bye'] },
    });
    expect(Object.keys(handlerOn)).toEqual(['init', 'failure', 'exit']);
  });

  it('reads secrets, whose files lose their last line feed unless told otherwise', () => {
    const { secrets } = loaded(
      `secrets:
  - {name: A, provider: env, key: TOKEN}
  - {name: B, provider: file, key: b.txt}
  - {name: C, provider: file, key: c.txt, options: {trim: "false"}}
  - {name: D, provider: file, key: d.txt, options: {trim: true}}`,
    );

    expect(secrets).toEqual([
      { name: 'A', provider: 'env', key: 'TOKEN', trim: true },
      { name: 'B', provider: 'file', key: 'b.txt', trim: true },
      { name: 'C', provider: 'file', key: 'c.txt', trim: false },
      { name: 'D', provider: 'file', key: 'd.txt', trim: true },
    ]);
  });

  it.each([
    ['dotenv: a.env', ['a.env']],
    ['dotenv: [a.env, b.env]', ['a.env', 'b.env']],
    ['dotenv: []', []],
    ['dotenv:', ['.env']],
  ])('reads %s', (text, files) => {
    expect(loaded(text).dotenv).toEqual(files);
  });

  it('reads what people may change at a start', () => {
    expect(loaded('run_config: {disable_param_edit: true}').runConfig).toEqual({
      disableParamEdit: true,
      disableRunIdEdit: false,
    });
  });
});
