import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { issueText } from '../../../engine/dag/definition.ts';
import { loadBase, loadDag } from '../../../engine/steps/load-dag.ts';

const load = (text: string, base: string, asCalled = false) =>
  loadDag(text, { name: 'file', base: loadBase(base), asCalled });

describe('loadBase', () => {
  it.each([
    ['', []],
    ['# nothing\n', []],
    ['env: {A: 1}', []],
    ['[a]', ['[1:1] base.yaml must be a map of fields, got a list']],
    ['name: a', ['[1:1] `name` is not allowed in base.yaml']],
    ['steps: [{comand: a}]', ['[1:1] `steps` is not allowed in base.yaml']],
    [
      'params: {1x: a}\nschedule: y',
      [
        '[1:10] `1x` in `params` is not a valid parameter name',
        '[2:1] `schedule` is not allowed in base.yaml',
      ],
    ],
    ['type: list', ['[1:7] `type` must be `chain` or `graph`, got the text `list`']],
    ['tiemout_sec: 1', ['[1:1] unknown key `tiemout_sec`: did you mean `timeout_sec`?']],
    ['env: {A: 1}\n---\nenv: {B: 1}', ['[3:1] base.yaml must be a single document, without `---`']],
    ['handler_on: {exit: {}}', ['[1:20] the step requires a `command` or a `script`']],
  ])('reads %j', (text, expected) => {
    expect(loadBase(text).issues.map(issueText)).toEqual(expected);
  });

  it('never throws, whatever the text is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
        expect(load('steps: [a]', text).partial.steps).toHaveLength(1);
      }),
      { numRuns: 200 },
    );
  });
});

describe('loadDag, over a base', () => {
  it('takes from the base what the DAG does not give', () => {
    const { dag, sources } = load(
      'timeout_sec: 5\ndotenv: []\nsteps: [a]',
      'timeout_sec: 9\nmax_active_steps: 4\ndotenv: [base.env]\ntags: [shared]\ndescription: d\ncatchup_window: 2d\njitter_sec: 30\nqueue: all',
    );

    expect(dag).toMatchObject({
      timeoutSec: 5,
      dotenv: [],
      maxActiveSteps: 4,
      tags: ['shared'],
      description: 'd',
      delaySec: 0,
      queue: 'all',
      slotPolicy: { catchupWindowMs: 172_800_000, overlapPolicy: 'skip', jitterSec: 30 },
    });
    expect(sources).toMatchObject({
      timeout_sec: 'dag',
      dotenv: 'dag',
      max_active_steps: 'base',
      tags: 'base',
      delay_sec: 'default',
      steps: 'dag',
      env: 'default',
    });
  });

  it('is of the type of the base unless it says its own', () => {
    const steps = 'steps: [{name: a, command: a}, {command: b, depends: a}]';
    const graph = load(steps, 'type: graph');
    const chain = load(`type: chain\nsteps: [a, b]`, 'type: graph');

    expect(graph.dag).toMatchObject({ type: 'graph', steps: [{}, { depends: ['a'] }] });
    expect(graph.sources).toMatchObject({ type: 'base' });
    expect(chain.dag).toMatchObject({ type: 'chain', steps: [{}, { depends: ['cmd_1'] }] });
  });

  it('joins variables and secrets, those of the DAG last and first in rank', () => {
    const secret = (name: string, key: string) => `{name: ${name}, provider: env, key: ${key}}`;
    const { dag, sources } = load(
      `env: {B: 2, A: 3}\nsecrets: [${secret('S', 'own')}]`,
      `env: {A: 1}\nsecrets: [${secret('S', 'base')}, ${secret('T', 'base')}]`,
    );

    expect(dag?.env.map(({ name, value }) => name + value)).toEqual(['A1', 'B2', 'A3']);
    expect(dag?.secrets.map(({ name, key }) => `${name} ${key}`)).toEqual(['T base', 'S own']);
    expect(sources).toMatchObject({ env: 'merged', secrets: 'merged' });
  });

  it('joins parameters: those of the base come first, and those of the DAG win', () => {
    const { dag, sources } = load('params: [B: own, C: 3]\nsteps: [a]', 'params: [A: 1, B: base]');
    const without = load('steps: [a]', 'params: {schema: {properties: {A: {default: 1}}}}');

    expect(dag?.params.map(({ name, defaultValue }) => name + defaultValue)).toEqual([
      'A1',
      'Bown',
      'C3',
    ]);
    expect(sources).toMatchObject({ params: 'merged' });
    expect(without.dag).toMatchObject({
      params: [{ name: 'A', defaultValue: '1' }],
      paramSchema: { kind: 'inline' },
    });
    expect(without.sources).toMatchObject({ params: 'base' });
  });

  it('keeps to the schema of the DAG where the base has one too', () => {
    const { dag } = load('params: {schema: own.json}\nsteps: [a]', 'params: {schema: base.json}');

    expect(dag?.paramSchema).toEqual({ kind: 'file', path: 'own.json' });
  });

  const handlers = 'handler_on: {exit: echo base, failure: echo base}';

  it('joins handlers by their event', () => {
    const { dag, sources } = load('handler_on: {exit: echo own}\nsteps: [a]', handlers);

    expect(dag?.handlerOn).toMatchObject({
      exit: { name: 'onExit', commands: ['echo own'] },
      failure: { name: 'onFailure', commands: ['echo base'] },
    });
    expect(sources).toMatchObject({ handler_on: 'merged' });
  });

  it('gives a DAG that is called all of the base but its handlers', () => {
    const base = `timeout_sec: 7\n${handlers}`;
    const called = load('steps: [a]', base, true);
    const { localDags } = load('steps: [{call: b}]\n---\nname: b\nsteps: [a]', base);

    expect([called.dag, ...localDags]).toMatchObject([{ timeoutSec: 7 }, { timeoutSec: 7 }]);
    expect([called.dag, ...localDags].map((dag) => dag?.handlerOn)).toEqual([{}, {}]);
    expect(called.sources).toMatchObject({ handler_on: 'default', timeout_sec: 'base' });
  });

  it.each([
    ['steps: [{id: h, command: a}]', '[1:14] the id `h` is already used by the handler `exit`'],
    [
      'steps: [{name: onExit, command: a}]',
      '[1:16] the name `onExit` is already used by the handler `exit`',
    ],
    [
      'handler_on: {init: {id: h, command: a}}',
      '[1:25] the id `h` is already used by the handler `init`',
    ],
    [
      'handler_on: {wait: {id: h, command: a}}',
      '[1:25] the id `h` is already used by the handler `wait`',
    ],
  ])('refuses what a handler of the base has already: %s', (text, message) => {
    const { issues } = load(text, 'handler_on: {exit: {id: h, command: b}}');

    expect(issues.map(issueText)).toEqual([message]);
  });

  it('loads no DAG while the base is faulty, and says where', () => {
    const { dag, partial, issues } = load('steps: [a]', 'env: {A: 1}\ntimeout_sec: x');

    expect(dag).toBeNull();
    expect(partial.env).toEqual([{ name: 'A', value: '1', source: 'base' }]);
    expect(issues.map(issueText)).toEqual([
      '[1:1] base.yaml [2:14] `timeout_sec` must be an integer, got the text `x`',
    ]);
  });
});
