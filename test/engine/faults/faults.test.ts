import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anEngine, endOf, eventually, runToEnd, startInline } from '../../support/engine.ts';
import { temporaryFolder } from '../../support/home.ts';
import { isAlive } from '../../support/processes.ts';

/** A step that is at fault between two that are not, and a child that stands for sound sub-DAGs. */
function besides(fields: string, more = ''): string {
  return `type: graph
max_active_steps: 3
steps:
  - {name: before, command: echo before}
  - {name: bad, depends: before, ${fields}}
  - {name: aside, depends: before, command: echo aside}
  - {name: sound, call: child}
---
name: child
steps: [{command: "true"}]
${more}`;
}

// Forty letters: an engine that tries every way to match them needs years.
const letters = 'a'.repeat(40);

describe('a step at fault fails with words that name the thing, and the others go on', () => {
  it.each([
    { what: 'a sub-DAG that is missing', bad: 'call: nowhere', words: 'DAG "nowhere" not found' },
    { what: 'a sub-DAG with errors', bad: 'call: broken', words: 'unknown key `stepz`' },
    {
      what: 'a sub-DAG whose logs have no place',
      bad: 'call: unlogged',
      more: '---\nname: unlogged\nlog_dir: /dev/null/logs\nsteps: [{command: "true"}]\n',
      words: 'log_dir',
    },
    {
      what: 'a sub-DAG with a parameter that cannot be found out',
      bad: 'call: unknowable',
      more: '---\nname: unknowable\nparams: [{A: "`exit 3`"}]\nsteps: [{command: "true"}]\n',
      words: '`exit 3`',
    },
    {
      what: 'a sub-DAG in a place that is not defined',
      bad: 'call: placeless',
      more: '---\nname: placeless\nworking_dir: ${NOWHERE}/x\nsteps: [{command: "true"}]\n',
      words: '${NOWHERE}',
    },
    {
      what: 'items that are no JSON',
      bad: `call: child, parallel: '[1, '`,
      words: 'the items of `parallel`',
    },
    {
      what: 'items that are half a JSON object',
      bad: `call: child, parallel: '{"a": 1'`,
      words: 'the items of `parallel`',
    },
    {
      what: 'too many items',
      bad: 'call: child, parallel: "`seq 1001`"',
      words: '1001 items, more than the limit of 1000',
    },
    {
      what: 'a folder in a place that takes none',
      bad: 'working_dir: /proc/none',
      command: true,
      words: '`working_dir`: cannot use the folder /proc/none',
    },
  ])('$what', async ({ bad, more = '', words, command = false }) => {
    const engine = await anEngine();
    const { dagsDir } = engine.config.paths;
    mkdirSync(dagsDir, { recursive: true });
    writeFileSync(join(dagsDir, 'broken.yaml'), 'stepz: []\n');

    const spec = besides(command ? `${bad}, command: "true"` : bad, more);
    const { node, run } = await runToEnd(spec, { engine });

    expect(node('bad').statusLabel).toBe('failed');
    expect(node('bad').error).toContain(words);
    expect(['before', 'aside', 'sound'].map((name) => node(name).statusLabel)).toEqual([
      'succeeded',
      'succeeded',
      'succeeded',
    ]);
    expect(run.statusLabel).toBe('failed');
  });
});

describe('an expression that has many ways to match', () => {
  it.each([
    {
      where: 'a precondition',
      fields: `preconditions: [{condition: ${letters}b, expected: "re:^(a+)+$"}], command: "true"`,
      status: 'skipped',
    },
    {
      where: '`continue_on`',
      fields: `command: echo ${letters}b; exit 1, continue_on: {output: "re:^(a|aa)+$"}`,
      status: 'failed',
    },
    {
      where: 'a repetition',
      fields: `command: "true", repeat_policy: {repeat: until, condition: ${letters}b, expected: "re:^(a*)*$", interval_sec: 0, limit: 2}`,
      status: 'succeeded',
    },
    {
      where: 'a router',
      fields: `type: router, value: ${letters}b, routes: {"re:^(a+)+$": routed}`,
      more: '',
      status: 'succeeded',
    },
  ])('holds up nothing in $where', async ({ fields, status }) => {
    const spec = `type: graph\nsteps:\n  - {name: s, ${fields}}\n  - {name: routed, command: "true"}\n`;

    const { node } = await runToEnd(spec);

    expect(node('s').statusLabel).toBe(status);
  });

  it('is refused at load where it needs more than a bounded matcher has', async () => {
    const engine = await anEngine();
    const spec =
      'steps: [{command: "true", preconditions: [{condition: x, expected: "re:(a)\\\\1"}]}]\n';

    const { errors } = await engine.client.call('dags.validate', { spec });

    expect(errors.join()).toContain('invalid expression "(a)\\1"');
  });
});

it('a secret whose file is missing fails its run before the first step, and no other run', async () => {
  const engine = await anEngine();
  const folder = temporaryFolder();
  const spec = `secrets: [{name: KEY, provider: file, key: ${folder}/gone.pem}]\nsteps: [{command: touch ${folder}/ran}]\n`;

  const [{ run }, other] = await Promise.all([
    runToEnd(spec, { engine, dagRunId: 'bad' }),
    runToEnd('steps: [{command: "true"}]\n', { engine, dagRunId: 'good' }),
  ]);

  expect(run.statusLabel).toBe('failed');
  expect(run.error).toContain('failed to resolve secrets: secret "KEY"');
  expect(run.error).toContain('gone.pem');
  expect(existsSync(join(folder, 'ran'))).toBe(false);
  expect(other.run.statusLabel).toBe('succeeded');
});

it.each([
  'steps: [{command: "true", preconditions: ["COMMAND"]}]',
  'preconditions: ["COMMAND"]\nsteps: [{command: "true"}]',
])('a condition that hangs holds up its own run alone, and ends with it: %s', async (spec) => {
  const pid = join(temporaryFolder(), 'pid');
  const hanging = spec.replace('COMMAND', `echo $$ > ${pid}; while :; do sleep 0.05; done`);
  const engine = await anEngine();
  const started = await startInline(hanging, { engine, dagRunId: 'hangs' });
  await eventually(() => existsSync(pid) && readFileSync(pid, 'utf8') !== '', 'it is asked');

  const other = await runToEnd('steps: [{command: "true"}]\n', { engine, dagRunId: 'other' });
  const { name, dagRunId } = started;
  await engine.client.call('runs.stop', { name, dagRunId });
  const { run } = await endOf(started);

  expect(other.run.statusLabel).toBe('succeeded');
  expect(run.statusLabel).toBe('aborted');
  const asked = Number.parseInt(readFileSync(pid, 'utf8'), 10);
  await eventually(() => !isAlive(asked), 'nothing of it is left');
});
