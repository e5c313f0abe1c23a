import { describe, expect, it } from 'vitest';
import { dagHead, dagObject } from '../../../engine/contract/dag.ts';
import { stepObject } from '../../../engine/contract/run.ts';
import { toDagHead, toDagObject } from '../../../engine/dag/dag-object.ts';
import { loadDag } from '../../../engine/dag/load-dag.ts';
import { toStepObject } from '../../../engine/dag/step-object.ts';

const text = `
name: books
group: Finance
description: closes the books
tags: [nightly, tier=gold]
schedule: {start: "15 3 1 1 *", stop: "0 4 * * *", restart: "0 5 * * *"}
params:
  - MONTH: "05"
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
    expect(dagHead.strict().parse(head)).toEqual({
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
  it('shows the whole DAG in the shape of the contract, unset texts empty', () => {
    const object = dagObject.strict().parse(toDagObject(dag));

    expect(object).toMatchObject({
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
      max_active_runs: 1,
      max_active_steps: 1,
    });
    expect(object.steps.map(({ name, depends }) => [name, depends])).toEqual([
      ['one', []],
      ['script_2', ['one']],
    ]);
  });
});

describe('toStepObject', () => {
  it('shows a step in the shape of the contract, unset texts empty', () => {
    const [one, two] = dag.steps.map((step) => stepObject.strict().parse(toStepObject(step)));

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
