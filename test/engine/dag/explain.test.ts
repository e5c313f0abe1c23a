import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { manualRootFields, manualStepFields } from '../../../engine/dag/manual/manual-fields.ts';
import { explain } from '../../../engine/steps/explain.ts';
import { loadBase } from '../../../engine/steps/load-dag.ts';
import { stepTypes } from '../../../engine/steps/registry.ts';
import { soundDefinition } from './corpus/sound-definition.ts';

const text = `env:
  - PORT: 1.10
timeout_sec: 60
shell: bash
steps:
  - name: fetch.all
    id: fetch
    command: [echo a, echo b]
    retry_policy:
      limit: 3
      interval_sec: 5
  - name: env
    script: echo hi
  - echo last
handler_on:
  exit:
    command: echo bye
    output: BYE
`;
const baseText = `env: {HOST: example.org}
hist_retention_days: 7
catchup_window: 36h
overlap_policy: latest
handler_on: {success: echo well}
secrets: [{name: S, provider: env, key: K}]
`;

const keys = [...manualRootFields(), ...manualStepFields(stepTypes)].map(({ key }) => key);
const word = fc.constantFrom(...keys, 'steps', 'cmd_1', 'a', 'limit', 'exit', 'x', '', '__proto__');
const somePath = fc.array(word, { maxLength: 4 }).map((words) => words.join('.'));

function ask(path: string, base = '') {
  const result = explain(
    text,
    { name: 'nightly', base: base === '' ? null : loadBase(base) },
    path,
  );
  if (result.kind !== 'one') return result;
  const { explanation } = result;
  return [explanation.path, explanation.value, explanation.source];
}

describe('explain', () => {
  it.each([
    ['timeout_sec', 60, { kind: 'file', line: 3, column: 14 }],
    ['max_active_steps', 1, { kind: 'default' }],
    ['dotenv', ['.env'], { kind: 'default' }],
    ['description', null, { kind: 'default' }],
    ['name', 'nightly', { kind: 'implied', by: 'the name of the file' }],
    ['type', 'chain', { kind: 'default' }],
    ['env', [{ PORT: '1.10' }], { kind: 'file', line: 2, column: 3 }],
    ['fetch.all.command', ['echo a', 'echo b'], { kind: 'file', line: 8, column: 14 }],
    ['fetch.all.name', 'fetch.all', { kind: 'file', line: 6, column: 11 }],
    ['fetch.all.retry_policy.limit', 3, { kind: 'file', line: 10, column: 14 }],
    ['fetch.all.retry_policy.backoff', 1, { kind: 'default' }],
    ['fetch.all.shell', 'bash', { kind: 'implied', by: '`shell` of the DAG, line 4' }],
    ['fetch.all.log_output', 'separate', { kind: 'default' }],
    ['fetch.all.signal_on_stop', 'SIGTERM', { kind: 'default' }],
    ['fetch.all.type', 'shell', { kind: 'implied', by: 'its other keys' }],
    ['env.script', 'echo hi', { kind: 'file', line: 13, column: 13 }],
    ['env.depends', ['fetch.all'], { kind: 'implied', by: 'the order of the steps, or a router' }],
    ['cmd_3.command', 'echo last', { kind: 'file', line: 14, column: 5 }],
    ['cmd_3.name', 'cmd_3', { kind: 'implied', by: 'its place among the steps' }],
    ['handler_on.exit.command', 'echo bye', { kind: 'file', line: 17, column: 14 }],
    ['handler_on.exit.output.name', null, { kind: 'default' }],
  ])('says of %s what holds and where that comes from', (path, value, source) => {
    expect(ask(path)).toEqual([path, value, source]);
  });

  it.each([
    ['steps.fetch.command', 'fetch.all.command'],
    ['fetch.command', 'fetch.all.command'],
    ['onExit.command', 'handler_on.exit.command'],
  ])('takes %s for %s', (written, path) => {
    expect(ask(written)).toMatchObject([path, {}, {}]);
  });

  it.each([
    ['hist_retention_days', 7, { kind: 'base' }],
    ['catchup_window', '1d12h', { kind: 'base' }],
    ['overlap_policy', 'latest', { kind: 'base' }],
    ['skip_if_successful', false, { kind: 'default' }],
    [
      'env',
      [{ HOST: 'example.org' }, { PORT: '1.10' }],
      { kind: 'file and base', line: 2, column: 3 },
    ],
    ['secrets', [{ name: 'S', provider: 'env', key: 'K', trim: true }], { kind: 'base' }],
    ['timeout_sec', 60, { kind: 'file', line: 3, column: 14 }],
    ['max_active_steps', 1, { kind: 'default' }],
    ['handler_on.success.command', ['echo well'], { kind: 'base' }],
    ['handler_on.exit.command', 'echo bye', { kind: 'file', line: 17, column: 14 }],
  ])('knows what %s has of base.yaml', (path, value, source) => {
    expect(ask(path, baseText)).toEqual([path, value, source]);
  });

  it('tells all keys of the DAG, and all of a step that its type takes', () => {
    const keys = (path: string) => {
      const result = ask(path);
      return 'kind' in result && result.kind === 'all'
        ? result.explanations.map(({ field }) => field.key)
        : [];
    };
    const ofSteps = manualStepFields(stepTypes).map(({ key }) => key);
    const calls = ['call', 'params', 'parallel', 'value', 'routes'];
    const foreign = ['container', 'config', 'llm', 'messages', ...calls];

    expect(keys('')).toEqual(manualRootFields().map(({ key }) => key));
    expect(keys('fetch.all')).toEqual(ofSteps.filter((key) => !foreign.includes(key)));
  });

  it.each([
    ['timout_sec', 'No step or key of a DAG is named "timout_sec": did you mean `timeout_sec`?'],
    ['fetc.command', 'No step or key of a DAG is named "fetc": did you mean `fetch`?'],
    ['zzz', 'No step or key of a DAG is named "zzz".'],
    ['fetch.comand', 'No key of the step "fetch.all" is named "comand": did you mean `command`?'],
    ['fetch.retry_policy.limt', 'No key of `retry_policy` is named "limt": did you mean `limit`?'],
    ['fetch.timeout_sec.x', 'No key of `timeout_sec` is named "x".'],
  ])('says of %j: %s', (path, message) => {
    expect(ask(path)).toEqual({ kind: 'unknown', message });
  });

  it('shows the example of a map for its parts, and that of a type for its config', () => {
    const exampleOf = (spec: string, path: string) => {
      const result = explain(spec, { name: 'x' }, path);
      return result.kind === 'one' ? result.explanation.field.examples[0]?.spec : undefined;
    };

    expect(exampleOf(text, 'fetch.retry_policy.limit')).toContain('limit: 3');
    expect(exampleOf('steps: [{name: ask, type: hitl}]', 'ask.config.prompt')).toContain('prompt:');
  });

  it('never throws, whatever it is asked', () => {
    fc.assert(
      fc.property(soundDefinition, fc.oneof(somePath, fc.string()), (definition, path) => {
        expect(explain(definition, { name: 'x' }, path).kind).toMatch(/^(?:one|all|unknown)$/);
      }),
      { numRuns: 300 },
    );
  });

  it('explains nothing of a file with errors, and says which', () => {
    expect(explain('steps: x\n', { name: 'x' }, 'steps')).toMatchObject({
      kind: 'faulty',
      issues: [{ line: 1, column: 8 }],
    });
    expect(explain('', { name: 'x' }, '')).toMatchObject({ kind: 'faulty' });
  });
});
