import { describe, expect, it } from 'vitest';
import { dagHead, dagObject } from '../../../engine/contract/dag.ts';
import { stepObject } from '../../../engine/contract/step.ts';
import { toDagHead, toDagObject } from '../../../engine/steps/dag-object.ts';
import { loadDag } from '../../../engine/steps/load-dag.ts';
import { toStepObject } from '../../../engine/steps/step-object.ts';

const text = `
name: books
group: Finance
description: closes the books
tags: [nightly, tier=gold]
schedule: {start: "15 3 1 1 *", stop: "0 4 * * *", restart: "0 5 * * *"}
params:
  - MONTH: "05" # The month that is closed
  - TITLE: late report
env:
  - BASE: /data
shell: bash -e
steps:
  - name: one
    id: first
    command: [echo 1, echo 2]
    working_dir: out
    output: {name: ROWS, key: r}
    signal_on_stop: SIGINT
  - script: echo 3
`;
const { partial: dag, issues } = loadDag(text, { name: 'file' });

describe('toDagHead', () => {
  it('shows what lists need, in the shape of the contract', () => {
    const head = toDagHead(dag);

    expect(issues).toEqual([]);
    expect(dagHead().strict().parse(head)).toEqual({
      name: 'books',
      group: 'Finance',
      description: 'closes the books',
      tags: ['nightly', 'tier=gold'],
      schedule: [{ expression: '15 3 1 1 *' }],
      params: ['MONTH=05', 'TITLE=late report'],
      defaultParams: 'MONTH=05 TITLE="late report"',
    });
  });
});

describe('toDagObject', () => {
  it('names the parameters that no start can set, and has no such field without one', () => {
    const [first] = dag.params;
    if (first === undefined) throw new Error('The DAG has no parameter.');
    const params = [...dag.params, { ...first, name: 'LD_PRELOAD' }];

    expect(toDagObject({ ...dag, params }).protectedParams).toEqual(['LD_PRELOAD']);
    expect(toDagObject(dag)).not.toHaveProperty('protectedParams');
  });

  it('shows the whole DAG in the shape of the contract, unset texts empty', () => {
    const object = dagObject().strict().parse(toDagObject(dag));

    expect(object).toMatchObject({
      params: ['MONTH', 'TITLE'],
      paramDefaults: ['MONTH=05', 'TITLE=late report'],
      paramHelp: ['The month that is closed', ''],
      type: 'chain',
      stopSchedule: [{ expression: '0 4 * * *' }],
      restartSchedule: [{ expression: '0 5 * * *' }],
      env: ['BASE=/data'],
      workingDir: '',
      shell: ['bash', '-e'],
      log_dir: '',
      handler_on: {},
      preconditions: [],
      delay: 0,
      hist_retention_days: 30,
      skipIfSuccessful: false,
      restartWaitSec: 0,
      catchupWindow: '',
      overlapPolicy: 'skip',
      jitterSec: 0,
      queue: '',
      max_active_runs: 1,
      max_active_steps: 1,
    });
    expect(object.steps.map(({ name, depends }) => [name, depends])).toEqual([
      ['one', []],
      ['script_2', ['one']],
    ]);
  });
});

describe('toDagObject, of a DAG that uses the whole language', () => {
  const { partial, issues: found } = loadDag(
    `
type: graph
preconditions: [{condition: $X, expected: a, negate: true}, test -e x]
skip_if_successful: true
restart_wait_sec: 5
catchup_window: 90m
overlap_policy: latest
jitter_sec: 20
queue: slow
max_active_runs: 3
secrets: [{name: S, provider: file, key: s.txt}]
dotenv: [a.env]
run_config: {disable_run_id_edit: true}
handler_on: {exit: echo bye}
steps:
  - name: each
    call: child
    params: {X: a b, Y: 1}
    parallel: {items: [one, {a: 1, b: [2]}], max_concurrent: 3}
    env: {A: 1}
    preconditions: test -e y
    continue_on: {exit_code: 3, output: done, mark_success: true}
    retry_policy: {limit: 2, interval_sec: 5, backoff: true, exit_code: 3}
    repeat_policy: {condition: $X, expected: b, interval_sec: 7, limit: 4}
  - {name: sort, type: router, value: $X, routes: {a: each}}
  - {name: gate, type: hitl, config: {prompt: go?, input: [A, B], required: A}}
  - {name: lines, call: other, params: X=1, parallel: $LIST}
`,
    { name: 'file' },
  );
  const object = dagObject().strict().parse(toDagObject(partial));
  const [each, sort, gate, lines] = object.steps;

  it('shows what stands around its steps', () => {
    expect(found).toEqual([]);
    expect(object).toMatchObject({
      preconditions: [
        { condition: '$X', expected: 'a', negate: true, error: '' },
        { condition: 'test -e x', expected: '', negate: false, error: '' },
      ],
      secrets: [{ name: 'S', provider: 'file', key: 's.txt' }],
      skipIfSuccessful: true,
      restartWaitSec: 5,
      catchupWindow: '1h30m',
      overlapPolicy: 'latest',
      jitterSec: 20,
      queue: 'slow',
      max_active_runs: 3,
      dotenv: ['a.env'],
      runConfig: { disableParamEdit: false, disableRunIdEdit: true },
      handler_on: { exit: { name: 'onExit', command: 'echo bye' } },
    });
  });

  it('shows the call of a step and the rules by which it runs', () => {
    expect(each).toMatchObject({
      type: 'dag',
      run: 'child',
      params: 'X="a b" Y=1',
      command: '',
      depends: ['sort'],
      env: ['A=1'],
      preconditions: [{ condition: 'test -e y', expected: '', negate: false }],
      parallel: { items: ['one', '{"a":1,"b":[2]}'], variable: '', maxConcurrent: 3 },
      continueOn: { failure: false, exitCode: [3], output: ['done'], markSuccess: true },
      retryPolicy: { limit: 2, intervalSec: 5, backoff: 2, maxIntervalSec: 0, exitCode: [3] },
      repeat_policy: { repeat: true, interval: 7 },
      repeatPolicy: { repeat: 'until', condition: '$X', expected: 'b', limit: 4, intervalSec: 7 },
    });
    expect(lines).toMatchObject({
      params: 'X=1',
      parallel: { items: [], variable: '$LIST', maxConcurrent: 10 },
      retryPolicy: null,
      repeatPolicy: null,
    });
  });

  it('shows where a router leads and what a gate asks', () => {
    expect(sort).toMatchObject({
      router: { value: '$X', routes: [{ pattern: 'a', targets: ['each'] }] },
      gate: null,
    });
    expect(gate).toMatchObject({
      router: null,
      gate: { prompt: 'go?', input: ['A', 'B'], required: ['A'] },
    });
  });
});

describe('toStepObject', () => {
  it('shows a step in the shape of the contract, unset texts empty', () => {
    const [one, two] = dag.steps.map((step) => stepObject().strict().parse(toStepObject(step)));

    expect(one).toMatchObject({
      name: 'one',
      id: 'first',
      type: 'shell',
      dir: 'out',
      command: 'echo 1',
      commands: ['echo 1', 'echo 2'],
      output: 'ROWS',
      signalOnStop: 'SIGINT',
      script: '',
    });
    expect(two).toMatchObject({
      id: '',
      command: '',
      commands: [],
      script: 'echo 3',
      repeat_policy: { repeat: false, interval: 0 },
      mail_on_error: false,
    });
  });
});
