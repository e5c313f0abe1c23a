import { randomBytes } from 'node:crypto';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Config } from '../../../engine/config/config.ts';
import type * as ReadYaml from '../../../engine/dag/source/read-yaml.ts';
import { openDatabase } from '../../../engine/storage/database.ts';
import { temporaryConfig } from '../../support/home.ts';
import {
  anEngine,
  endOf,
  hasEnded,
  logOf,
  runUntil,
  untilLogHolds,
  type TestEngine,
} from '../../support/engine.ts';
import { eventually } from '../../support/eventually.ts';

/** How long the texts were that were read on the event loop. */
const readHere = vi.hoisted((): number[] => []);
vi.mock('../../../engine/dag/source/read-yaml.ts', async (importOriginal) => {
  const original = await importOriginal<typeof ReadYaml>();
  const readYaml: typeof original.readYaml = (text, report) => {
    readHere.push(text.length);
    return original.readYaml(text, report);
  };
  return { ...original, readYaml };
});

const LIMIT = 8 * 1024;
const filler = `description: ${'x'.repeat(100_000)}\n`;

/** The next engine of the home, to which the texts of all runs are as new as to another process. */
async function nextEngine(engine: TestEngine, config: Config): Promise<TestEngine> {
  await engine.stop();
  const db = openDatabase(join(config.paths.dataDir, 'engine.db'));
  const ids = db.prepare('SELECT id FROM definition').pluck().all();
  const change = db.prepare("UPDATE definition SET hash = ?, text = text || '\n' WHERE id = ?");
  for (const id of ids) change.run(randomBytes(32), id);
  db.close();
  return anEngine({ config });
}

beforeEach(() => void readHere.splice(0));

function expectNothingLarge(): void {
  expect(readHere.filter((length) => length > LIMIT)).toEqual([]);
}

it('what is asked about the run of a large definition, and done with it, reads it aside', async () => {
  const config = temporaryConfig();
  const first = await anEngine({ config });
  const run = { name: 'large', dagRunId: 'one' };
  const spec = `name: large
${filler}steps:
  - {name: ask, call: small, output: SAID}
  - {name: fail, command: exit 1}
---
name: small
steps:
  - {name: say, command: echo said}
`;
  await first.client.call('runs.start', { ...run, spec });
  const ended = await endOf({ engine: first, ...run });
  const [called] = ended.node('ask').subRuns;
  const steps = { ...run, stepName: 'fail' };
  const sub = { ...run, subDAGRunId: called?.dagRunId ?? '' };
  const asked: Readonly<Record<string, (engine: TestEngine) => Promise<unknown>>> = {
    detail: ({ client }) => client.call('runs.get', run),
    outputs: ({ client }) => client.call('runs.outputs', run),
    environment: ({ client }) => client.call('runs.stepEnvironment', steps),
    'detail of a called run': ({ client }) => client.call('subRuns.get', sub),
    'text of a called run': ({ client }) => client.call('subRuns.spec', sub),
    'status by hand': ({ client }) => client.call('runs.setStepStatus', { ...steps, status: 4 }),
    retry: async (engine) => {
      await engine.client.call('runs.retry', { ...steps });
      await endOf({ engine, ...run });
    },
    'a new run': async (engine) => {
      const { dagRunId } = await engine.client.call('runs.reschedule', run);
      await endOf({ engine, name: 'large', dagRunId });
    },
  };
  const answers = new Map<string, unknown>();

  let engine = first;
  for (const [kind, ask] of Object.entries(asked)) {
    engine = await nextEngine(engine, config);
    answers.set(kind, await ask(engine));
    expect(`${kind}: ${readHere.filter((length) => length > LIMIT).join()}`).toBe(`${kind}: `);
  }

  expect(answers.get('detail')).toMatchObject({ dagRun: { statusLabel: 'failed' } });
  expect(answers.get('outputs')).toMatchObject({ outputs: { said: expect.any(String) } });
  expect(answers.get('text of a called run')).toEqual({
    spec: expect.stringMatching(/^name: small\nsteps:/),
  });
});

it('runs of large definitions are taken over, callers before those that they called, and can be stopped at once', async () => {
  const config = temporaryConfig();
  const first = await anEngine({ config });
  const spec = `name: caller
${filler}steps:
  - {name: ask, call: called}
---
name: called
steps:
  - {name: wait, command: "echo up; sleep 600"}
`;
  const ids = ['stopped', 'left'];
  for (const dagRunId of ids) {
    await first.client.call('runs.start', { spec, name: 'caller', dagRunId });
  }
  const calledBy = async ({ client }: TestEngine, dagRunId: string): Promise<string> => {
    const { subRuns } = await client.call('subRuns.list', { name: 'caller', dagRunId });
    return subRuns[0]?.dagRunId ?? '';
  };
  for (const dagRunId of ids) {
    await eventually(async () => (await calledBy(first, dagRunId)) !== '', 'the call has its run');
    const called = await calledBy(first, dagRunId);
    await untilLogHolds({ engine: first, name: 'called', dagRunId: called }, 'wait', 'up');
  }

  const engine = await nextEngine(first, config);
  const { client } = engine;
  await client.call('runs.stop', { name: 'caller', dagRunId: 'stopped' });
  const { run } = await endOf({ engine, name: 'caller', dagRunId: 'stopped' });
  const called = await calledBy(engine, 'stopped');
  const { dagRun } = await client.call('runs.get', { name: 'called', dagRunId: called });
  const left = await client.call('runs.get', { name: 'caller', dagRunId: 'left' });
  await client.call('runs.stop', { name: 'caller', dagRunId: 'left' });
  await endOf({ engine, name: 'caller', dagRunId: 'left' });

  expect([run.statusLabel, dagRun.statusLabel]).toEqual(['aborted', 'aborted']);
  expect(left.dagRun.statusLabel).toBe('running');
  expect(engine.complaints).toEqual([]);
  expectNothingLarge();
});

it('a queued run of a large definition begins in another engine, and those behind it after it', async () => {
  const config = temporaryConfig({
    queues: { enabled: true, config: [{ name: 'narrow', maxConcurrency: 1 }] },
  });
  const first = await anEngine({ config });
  const spec = (name: string, command: string) =>
    `name: ${name}\nqueue: narrow\n${filler}steps:\n  - {name: go, command: "${command}"}\n`;
  const busy = { name: 'busy', dagRunId: 'busy' };
  await first.client.call('runs.enqueue', { spec: spec('busy', 'echo up; sleep 600'), ...busy });
  await untilLogHolds({ engine: first, ...busy }, 'go', 'up');
  for (const name of ['second', 'third']) {
    await first.client.call('runs.enqueue', { spec: spec(name, 'true'), name, dagRunId: name });
  }

  const engine = await nextEngine(first, config);
  await engine.client.call('runs.stop', busy);
  const ends = [];
  for (const name of ['second', 'third']) {
    ends.push((await endOf({ engine, name, dagRunId: name })).run);
  }

  expect(ends.map(({ statusLabel }) => statusLabel)).toEqual(['succeeded', 'succeeded']);
  expectNothingLarge();
});

it('a retry of a caller goes on with the run of a large definition that it called', async () => {
  const config = temporaryConfig();
  const first = await anEngine({ config });
  const { client } = first;
  await client.call('dags.create', {
    name: 'large',
    spec: `${filler}steps:\n  - {name: once, command: "test -e \${DAG_RUN_LOG_FILE}.again"}\n`,
  });
  const run = { name: 'caller', dagRunId: 'one' };
  const step = '{name: ask, call: large}';
  await client.call('runs.start', { spec: `steps:\n  - ${step}\n`, ...run });
  const failed = await endOf({ engine: first, ...run });
  const [before] = failed.node('ask').subRuns;

  const engine = await nextEngine(first, config);
  await engine.client.call('runs.retry', run);
  const again = await runUntil({ engine, ...run }, (now) => now.attempt === 2 && hasEnded(now));
  const called = { name: 'large', dagRunId: before?.dagRunId ?? '' };
  const { dagRun } = await engine.client.call('runs.get', called);

  expect(again.nodes[0]?.subRuns.map(({ dagRunId }) => dagRunId)).toEqual([before?.dagRunId]);
  expect(dagRun).toMatchObject({ attempt: 2, statusLabel: 'failed' });
  expectNothingLarge();
});

it('files that an import would replace, and those that the index does not know yet, are read aside', async () => {
  const config = temporaryConfig();
  const { client } = await anEngine({ config });
  const spec = `${filler}steps: ["true"]\n`;
  await client.call('dags.create', { name: 'known', spec });
  const folder = config.paths.dagsDir;
  // As another program writes it, a moment before somebody asks.
  writeFileSync(join(folder, 'new.yaml'), spec);
  const { dag } = await client.call('dags.get', { fileName: 'new' });
  appendFileSync(join(folder, 'known.yaml'), '# changed\n');
  const older = [
    { name: 'known.yaml', text: spec.replace('steps', 'histRetentionDays: 7\nsteps') },
  ];
  const { dags } = await client.call('imports.plan', { kind: 'dagu', files: older });

  expect(dag.name).toBe('new');
  expect(dags).toMatchObject([{ fileName: 'known', problems: [], existing: { same: false } }]);
  expect(dags[0]?.spec).toContain('hist_retention_days: 7');
  expectNothingLarge();
});

it('an import of many small texts is read aside, whatever they are', async () => {
  const { client } = await anEngine();
  const many = <T>(count: number, make: (index: number) => T): T[] =>
    Array.from({ length: count }, (_, index) => make(index));
  const crontabs = many(20, (index) => ({
    name: `${index}.crontab`,
    text: '* * * * * job\n'.repeat(100),
  }));
  const older = many(40, (index) => ({
    name: `d${index}.yaml`,
    text: `histRetentionDays: 7\ndescription: ${'x'.repeat(500)}\nsteps: ["true"]\n`,
  }));
  readHere.splice(0);

  const lines = await client.call('imports.plan', { kind: 'crontab', files: crontabs });
  const readOfCrontabs = readHere.splice(0);
  const definitions = await client.call('imports.plan', { kind: 'dagu', files: older });

  expect(lines.dags.filter(({ spec }) => spec !== '')).toHaveLength(1000);
  // The others have no room, and each file says so once.
  expect(lines.dags.filter(({ spec }) => spec === '')).toHaveLength(10);
  expect(lines.dags[999]?.fileName).toBe('job-1000');
  expect(definitions.dags.map(({ problems }) => problems.length)).toEqual(many(40, () => 0));
  const sum = (lengths: readonly number[]) => lengths.reduce((all, length) => all + length, 0);
  expect(sum(readOfCrontabs)).toBe(0);
  // Each is read some times before its request has had its share.
  expect(sum(readHere)).toBeLessThan(5 * LIMIT);
});

it('a large base.yaml is read aside, at the start, at its change and for each definition', async () => {
  const config = temporaryConfig();
  const { dagsDir, baseConfig } = config.paths;
  mkdirSync(dagsDir, { recursive: true });
  const base = (value: string) => `env: [FROM_BASE=${value}]\n${filler}`;
  writeFileSync(join(dagsDir, 'small.yaml'), 'steps:\n  - {name: say, command: echo $FROM_BASE}\n');
  writeFileSync(baseConfig, base('before'));
  const engine = await anEngine({ config });
  const said = async () => {
    const { dagRun } = await engine.client.call('dags.startSync', {
      fileName: 'small',
      timeout: 50,
    });
    return logOf({ engine, name: 'small', dagRunId: dagRun.dagRunId }, 'say');
  };

  const before = await said();
  writeFileSync(baseConfig, base('after'));
  const after = await said();
  writeFileSync(baseConfig, `${base('after')}${'wrong: 1\n'.repeat(10_000)}`);
  const refused = engine.client.call('dags.start', { fileName: 'small' });

  await expect(refused).rejects.toThrow(/base.yaml .* there are \d+ more errors from here on/);
  expect([before, after]).toEqual(['before', 'after']);
  expectNothingLarge();
});

it('a base.yaml of over 1 MiB is refused in words', async () => {
  const config = temporaryConfig();
  writeFileSync(config.paths.baseConfig, `description: ${'x'.repeat(1024 * 1024)}\n`);
  const { client } = await anEngine({ config });

  await expect(client.call('runs.start', { spec: 'steps: ["true"]\n', name: 'a' })).rejects.toThrow(
    'Cannot read base.yaml: it is larger than 1 MiB. Make it smaller.',
  );
});
