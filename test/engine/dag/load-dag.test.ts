import { describe, expect, it } from 'vitest';
import { loadDag } from '../../../engine/steps/load-dag.ts';
import type { Dag, Step } from '../../../engine/dag/definition.ts';

function loaded(text: string): Dag {
  const { dag, issues } = loadDag(text, { name: 'nightly' });
  expect(issues).toEqual([]);
  if (!dag) throw new Error('no DAG');
  return dag;
}

function onlyStep(text: string): Step {
  const [step] = loaded(`steps:\n  - ${text}\n`).steps;
  if (!step) throw new Error('no step');
  return step;
}

const flow = (steps: readonly Step[]) => steps.map(({ name, depends }) => [name, ...depends]);

describe('loadDag', () => {
  it('gives every field its default', () => {
    expect(loaded('steps:\n  - echo hi\n')).toEqual({
      name: 'nightly',
      description: '',
      group: '',
      tags: [],
      type: 'chain',
      schedule: { start: [], stop: [], restart: [] },
      slotPolicy: {
        skipIfSuccessful: false,
        restartWaitSec: 0,
        catchupWindowMs: null,
        overlapPolicy: 'skip',
        jitterSec: 0,
      },
      queue: null,
      maxActiveRuns: 1,
      params: [],
      env: [],
      dotenv: ['.env'],
      secrets: [],
      preconditions: [],
      handlerOn: {},
      smtp: null,
      mailOn: { success: false, failure: false, wait: false },
      errorMail: null,
      infoMail: null,
      waitMail: null,
      llm: null,
      s3: null,
      otel: null,
      container: null,
      registryAuths: [],
      ssh: null,
      runConfig: { disableParamEdit: false, disableRunIdEdit: false },
      workingDir: null,
      shell: null,
      paramSchema: null,
      logDir: null,
      redis: null,
      logOutput: 'separate',
      logOutputEncoding: 'utf-8',
      histRetentionDays: 30,
      histRetentionRuns: null,
      maxActiveSteps: 1,
      timeoutSec: 0,
      delaySec: 0,
      maxCleanUpTimeSec: 5,
      maxOutputSize: 1_048_576,
      steps: [
        {
          name: 'cmd_1',
          id: null,
          description: '',
          type: 'shell',
          commands: ['echo hi'],
          script: null,
          depends: [],
          workingDir: null,
          shell: null,
          stdout: null,
          stderr: null,
          output: null,
          env: [],
          logOutput: null,
          logOutputEncoding: null,
          call: null,
          callParams: null,
          parallel: null,
          preconditions: [],
          continueOn: {
            failure: false,
            skipped: false,
            exitCode: [],
            output: [],
            markSuccess: false,
          },
          retryPolicy: null,
          repeatPolicy: null,
          value: null,
          routes: [],
          routedBy: [],
          config: null,
          container: null,
          signalOnStop: null,
          mailOnError: false,
          llm: null,
          messages: [],
          timeoutSec: 0,
        },
      ],
    });
  });

  it('reads every root field', () => {
    const dag = loaded(`
name: own-name
description: closes the books
group: Finance
type: graph
working_dir: /srv
shell: bash -eu
log_dir: /var/log
log_output: merged
hist_retention_days: -1
skip_if_successful: true
restart_wait_sec: 30
catchup_window: 1h30m
overlap_policy: all
jitter_sec: 20
queue: slow
max_active_runs: 2
max_active_steps: 8
timeout_sec: 60
delay_sec: 1
max_clean_up_time_sec: 9
max_output_size: 10
`);

    expect(dag).toMatchObject({
      name: 'own-name',
      description: 'closes the books',
      group: 'Finance',
      type: 'graph',
      workingDir: '/srv',
      shell: ['bash', '-eu'],
      logDir: '/var/log',
      logOutput: 'merged',
      logOutputEncoding: 'utf-8',
      histRetentionDays: -1,
      slotPolicy: {
        skipIfSuccessful: true,
        restartWaitSec: 30,
        catchupWindowMs: 5_400_000,
        overlapPolicy: 'all',
        jitterSec: 20,
      },
      queue: 'slow',
      maxActiveRuns: 2,
      maxActiveSteps: 8,
      timeoutSec: 60,
      delaySec: 1,
      maxCleanUpTimeSec: 9,
      maxOutputSize: 10,
      steps: [],
    });
  });

  it('reads every step field', () => {
    const step = onlyStep(`name: load data
    id: load
    description: 42
    type: command
    command: [echo a, 7, true]
    working_dir: out/today
    shell: [/bin/sh, -e]
    stdout: out.txt
    stderr: err.txt
    output: {name: ROWS, key: rows, omit: true}
    env: {A: 1, B: }
    log_output: separate
    signal_on_stop: SIGINT
    timeout_sec: 5`);

    expect(step).toMatchObject({
      name: 'load data',
      id: 'load',
      description: '42',
      type: 'shell',
      commands: ['echo a', '7', 'true'],
      script: null,
      depends: [],
      workingDir: 'out/today',
      shell: ['/bin/sh', '-e'],
      stdout: 'out.txt',
      stderr: 'err.txt',
      output: { name: 'ROWS', key: 'rows', omit: true },
      env: [
        { name: 'A', value: '1' },
        { name: 'B', value: '' },
      ],
      logOutput: 'separate',
      logOutputEncoding: null,
      signalOnStop: 'SIGINT',
      timeoutSec: 5,
    });
  });

  it.each([
    ['output: ROWS', { name: 'ROWS', key: null, omit: false }],
    ['output: $ROWS', { name: 'ROWS', key: null, omit: false }],
    ['output: {name: $ROWS}', { name: 'ROWS', key: null, omit: false }],
  ])('reads the output written as %s', (line, output) => {
    expect(onlyStep(`command: a\n    ${line}`).output).toEqual(output);
  });

  it('takes a script alone, and a script with the command that interprets it', () => {
    expect(onlyStep('script: print(1)')).toMatchObject({ name: 'script_1', commands: [] });
    expect(onlyStep('{script: print(1), command: python3}')).toMatchObject({
      name: 'script_1',
      script: 'print(1)',
      commands: ['python3'],
    });
  });

  it.each([
    ['a list of commands', 'steps: [echo 1, echo 2]', [['cmd_1'], ['cmd_2', 'cmd_1']]],
    [
      'a map in the order of the text',
      'steps: {zoo: {command: a}, "10": {script: b}, ant: c}',
      [['zoo'], ['10', 'zoo'], ['ant', '10']],
    ],
    [
      'a group within a chain',
      'steps: [a, [b, {name: mid, command: x}], c]',
      [['cmd_1'], ['cmd_2', 'cmd_1'], ['mid', 'cmd_1'], ['cmd_4', 'cmd_2', 'mid']],
    ],
    ['an empty group', 'steps: [a, [], b]', [['cmd_1'], ['cmd_2', 'cmd_1']]],
    ['no steps', 'steps:', []],
    [
      'a group within a graph, which waits for nothing by itself',
      'type: graph\nsteps: [a, [b, c]]',
      [['cmd_1'], ['cmd_2'], ['cmd_3']],
    ],
    [
      'dependencies on names and on ids, each once',
      `type: graph
steps:
  - {name: top, id: t, command: a}
  - {name: end, command: b, depends: [t, top, cmd_3]}
  - {command: c, depends: t}`,
      [['top'], ['end', 'top', 'cmd_3'], ['cmd_3', 'top']],
    ],
    [
      'an automatic name beside a step that already has it',
      'steps: [{name: cmd_2, command: a}, b]',
      [['cmd_2'], ['cmd_2_2', 'cmd_2']],
    ],
  ])('reads the steps of %s', (_, text, expected) => {
    expect(flow(loaded(text).steps)).toEqual(expected);
  });

  const positional = (name: string, defaultValue: string) => ({
    name,
    positional: true,
    defaultValue,
  });
  const named = (name: string, defaultValue: string) => ({ name, positional: false, defaultValue });
  it.each([
    [
      'params: water "red wine" 3',
      [positional('1', 'water'), positional('2', 'red wine'), positional('3', '3')],
    ],
    [
      'params: A=1 B="x y" C=`date +%F` pos',
      [named('A', '1'), named('B', 'x y'), named('C', '`date +%F`'), positional('4', 'pos')],
    ],
    ['params: {zoo: 1.10, ant: }', [named('zoo', '1.10'), named('ant', '')]],
    [
      'params:\n  - REGION: north\n  - COUNT: 007\n  - K=v w\n  - a b\n  - 5',
      [
        named('REGION', 'north'),
        named('COUNT', '007'),
        named('K', 'v w'),
        positional('4', 'a b'),
        positional('5', '5'),
      ],
    ],
    ['params: 5', [positional('1', '5')]],
    ['params: []', []],
    ['params:\n  - Q="a b"', [named('Q', 'a b')]],
  ])('reads %s', (text, params) => {
    expect(loaded(text).params).toEqual(params);
  });

  it.each([
    ['a list of maps', 'env:\n  - BASE: /data\n  - INBOX: "${BASE}/in"\n    ON: yes'],
    ['a list of assignments', 'env:\n  - BASE=/data\n  - INBOX=${BASE}/in\n  - ON=yes'],
    ['a map', 'env:\n  BASE: /data\n  INBOX: ${BASE}/in\n  ON: yes'],
  ])('reads env as %s', (_, text) => {
    expect(loaded(text).env).toEqual([
      { name: 'BASE', value: '/data' },
      { name: 'INBOX', value: '${BASE}/in' },
      { name: 'ON', value: 'yes' },
    ]);
  });

  it.each([
    'tags: "Env=PROD team=platform"',
    'tags: "env=prod,team=platform, env=prod"',
    'tags: {env: prod, Team: platform}',
    'tags: [env=prod, team=platform]',
    'tags: [{env: prod}, {team: platform}]',
    'tags: [env=prod, {team: platform}]',
  ])('reads %s', (text) => {
    expect(loaded(text).tags).toEqual(['env=prod', 'team=platform']);
  });

  it('takes tags without a value, and numbers as they are written', () => {
    expect(loaded('tags: {nightly: , "release": 1.10}').tags).toEqual(['nightly', 'release=1.10']);
  });

  it.each([
    ['schedule: "0 3 * * *"', { start: ['0 3 * * *'], stop: [], restart: [] }],
    [
      'schedule: ["0 3 * * *", "5/15 8-18 * * MON-FRI"]',
      { start: ['0 3 * * *', '5/15 8-18 * * MON-FRI'], stop: [], restart: [] },
    ],
    [
      'schedule: {start: "0 3 * * *", stop: ["0 4 * * *"], restart: }',
      { start: ['0 3 * * *'], stop: ['0 4 * * *'], restart: [] },
    ],
  ])('reads %s', (text, expected) => {
    const { start, stop, restart } = loaded(text).schedule;
    const lines = (entries: readonly { expression: string }[]) =>
      entries.map((entry) => entry.expression);
    expect({ start: lines(start), stop: lines(stop), restart: lines(restart) }).toEqual(expected);
  });

  it('splits a time zone from the cron line it stands before', () => {
    expect(loaded('schedule: CRON_TZ=Asia/Tokyo 0  9 * * *').schedule.start).toEqual([
      { expression: 'CRON_TZ=Asia/Tokyo 0  9 * * *', cron: '0 9 * * *', timezone: 'Asia/Tokyo' },
    ]);
  });

  it('follows aliases and merge keys, own entries first', () => {
    const dag = loaded(`
env: &env [A=1]
steps:
  - &base {name: one, command: a, timeout_sec: 5}
  - {<<: *base, name: two}
  - {<<: [*base], name: three, env: *env}
`);

    expect(dag.steps).toMatchObject([
      { name: 'one', timeoutSec: 5 },
      { name: 'two', commands: ['a'], timeoutSec: 5 },
      { name: 'three', env: [{ name: 'A', value: '1' }] },
    ]);
  });

  it('reads the documents after the first as local DAGs', () => {
    const { dag, localDags, issues } = loadDag(
      'steps: [a]\n---\nname: child\nsteps: [b]\n---\n# nothing\n',
      { name: 'parent' },
    );

    expect(issues).toEqual([]);
    expect(dag?.name).toBe('parent');
    expect(localDags.map(({ name }) => name)).toEqual(['child']);
  });

  it('treats null as not given', () => {
    expect(loaded('description:\ntype: ~\nsteps: null\n')).toMatchObject({
      type: 'chain',
      steps: [],
    });
  });

  it('shows what it could read of a faulty file', () => {
    const { dag, partial } = loadDag('name: kept\ntimeout_sec: x\nsteps: [{name: a, comand: b}]', {
      name: 'file',
    });

    expect(dag).toBeNull();
    expect(partial).toMatchObject({ name: 'kept', timeoutSec: 0, steps: [{ name: 'a' }] });
  });

  it('shows what it could read of broken YAML', () => {
    const { dag, partial } = loadDag('name: kept\nsteps: [a, b', { name: 'file' });

    expect(dag).toBeNull();
    expect(partial).toMatchObject({ name: 'kept', steps: [{ name: 'cmd_1' }, { name: 'cmd_2' }] });
  });
});
