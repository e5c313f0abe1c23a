import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadDag } from '../../../engine/steps/load-dag.ts';
import { campaign } from '../../support/campaign.ts';
import { anEngine, endOf, startInline, type TestEngine } from '../../support/engine.ts';
import { eventually } from '../../support/eventually.ts';
import { temporaryConfig } from '../../support/home.ts';
import { hostileTexts, type HostileText } from './hostile-texts.ts';
import { longestTurn } from './loop-watch.ts';

const LARGE = 100_000;

/** Valid, and with a warning and a thing to look at in the answer. */
const large = `name: wide
params: [UNUSED=1]
steps:
  - {name: one, command: "echo one # ${'x'.repeat(LARGE)}"}
`;

describe('a large definition is read beside the event loop', () => {
  it('is checked as a small one is', async () => {
    const { client } = await anEngine();
    const broken = `${large}  - {name: one, comand: "true"}\n`;

    const [fine, wrong] = await Promise.all([
      client.call('dags.validate', { spec: large }),
      client.call('dags.validate', { spec: broken }),
    ]);

    expect(fine).toMatchObject({ valid: true, dag: { name: 'wide' } });
    expect(fine.diagnostics).toMatchObject([{ code: 'unused-param', line: 2 }]);
    expect(wrong.valid).toBe(false);
    expect(wrong.errors).toHaveLength(
      loadDag(broken, { name: 'x' }).issues.filter(({ severity }) => severity === 'error').length,
    );
  });

  it('is created, read, changed, renamed, planned and run', async () => {
    const engine = await anEngine();
    const { client } = engine;

    await client.call('dags.create', { name: 'wide', spec: large });
    expect(await client.call('dags.getSpec', { fileName: 'wide' })).toMatchObject({ errors: [] });
    const spec = large.replace('echo one', 'echo two');
    await client.call('dags.updateSpec', { fileName: 'wide', spec });
    await client.call('dags.rename', { fileName: 'wide', newFileName: 'wider' });
    const { dags } = await client.call('dags.list', {});
    const planned = await client.call('dags.dryRun', { fileName: 'wider' });
    const { dagRunId } = await client.call('dags.enqueue', { fileName: 'wider' });
    const { run } = await endOf({ engine, name: 'wide', dagRunId });

    expect(dags.map(({ fileName }) => fileName)).toEqual(['wider']);
    expect(planned.steps[0]?.commands[0]).toMatch(/^echo two/);
    expect(run.statusLabel).toBe('succeeded');
  });

  it('is found in the folder at the start, and when it changes there', async () => {
    const config = temporaryConfig();
    const first = await anEngine({ config });
    await first.client.call('dags.create', { name: 'wide', spec: large });
    await first.stop();
    const file = join(config.paths.dagsDir, 'wide.yaml');
    writeFileSync(file, `tags: before\n${large}`);

    const { client } = await anEngine({ config });
    const tags = async () => (await client.call('dags.tags', {})).tags.join();
    expect(await tags()).toBe('before');
    writeFileSync(file, `tags: after\n${large}`);

    await eventually(async () => (await tags()) === 'after', 'the change is known');
  });

  it('calls the DAGs of its file', async () => {
    const started = await startInline(
      `steps:\n  - {name: ask, call: other}\n---\n${large.replace('wide', 'other')}`,
    );

    const { run } = await endOf(started);

    expect(run.statusLabel).toBe('succeeded');
  });

  it('shows what is too much for the event loop, up to its bound', async () => {
    const { client } = await anEngine();
    const spec = `env: ["A0=${'x'.repeat(1000)}", "A=${'${A0}'.repeat(100)}"]
steps:
${'  - command: echo $A\n'.repeat(40)}`;

    const { steps } = await client.call('runs.dryRun', { spec });

    expect(steps).toHaveLength(40);
    expect(steps[39]?.commands[0]).toHaveLength(100_005);
  });
});

describe('what a definition holds is bounded', () => {
  it.each([
    ['parameters in a line', 'more than 1000 parameters'],
    ['parameters in a map', 'more than 1000 parameters'],
    ['a schema', 'more than 1000 parameters'],
    ['tags', 'more than 100 tags'],
    ['variables', 'more than 5000 variables'],
    ['short steps', 'at most 10000 steps'],
    ['expressions', 'all expressions of this file together are too large'],
    ['classes', 'it is too long'],
  ])('%s: %s', (kind, message) => {
    const { dag, issues } = loadDag(hostile(kind)(200_000), { name: 'x' });

    expect(dag).toBeNull();
    expect(issues[0]?.message).toContain(message);
  });

  it('the parameters of a call: more than 1000 parameters', () => {
    const params = Array.from({ length: 1001 }, (_, index) => `p${index}=1`).join(' ');

    const { dag, issues } = loadDag(`steps:\n  - call: b\n    params: ${params}\n`, { name: 'x' });

    expect(dag).toBeNull();
    expect(issues[0]?.message).toContain('more than 1000 parameters');
  });

  it('two wide groups in a row: at most 250000 dependencies', () => {
    const group = `  - [${'echo, '.repeat(501)}]\n`;

    const { dag, issues } = loadDag(`steps:\n${group}${group}`, { name: 'x' });

    expect(dag).toBeNull();
    expect(issues[0]?.message).toContain('at most 250000 dependencies');
  });

  it('and expressions by what they compile to, not by how long they are', () => {
    const fits = (characters: number) =>
      loadDag(hostile('expressions')(characters), { name: 'x' }).dag !== null;

    expect(fits(150)).toBe(true);
    expect(fits(200)).toBe(false);
  });

  it('and so are the parameters of a start and the conditions of a filter', async () => {
    const { client } = await anEngine();
    await client.call('dags.create', { name: 'small' });
    const many = Array.from({ length: 1001 }, (_, index) => `p${index}=1`);

    for (const params of [many.join(' '), JSON.stringify(many)]) {
      await expect(client.call('dags.start', { fileName: 'small', params })).rejects.toThrow(
        'more than 1000 parameters',
      );
    }
    await expect(client.call('dags.list', { tags: 'a*,'.repeat(101) })).rejects.toThrow(
      'at most 100 conditions',
    );
  });
});

/** Of a processor, in one turn. On a busy machine the same work may take a few times as long as on an idle one. */
const MAX_MS = campaign('DAGWRIGHT_TURN_MS', { short: 600, full: 100 });
/** The suite tries what is read on the loop, and a few larger ones below. */
const SIZE = campaign('DAGWRIGHT_TEXT_SIZE', { short: 15_000, full: 950_000 });

/** Of what is read aside in the suite as well. */
const STORED_SIZE = campaign('DAGWRIGHT_TEXT_SIZE', { short: 60_000, full: 950_000 });

describe('no text under a megabyte holds the event loop', () => {
  it.each(Object.keys(hostileTexts))('%s', { timeout: 120_000 }, async (kind) => {
    const engine = await anEngine();
    await useAll(engine, 'steps: ["true"]\n', 'first');

    const turn = await useAll(engine, hostile(kind)(SIZE), 'hostile');

    expect(turn).toBeLessThan(MAX_MS);
  });

  it('as base.yaml', { timeout: 600_000 }, async () => {
    const engine = await anEngine();
    const { client, config } = engine;
    await client.call('dags.create', { name: 'small', spec: 'steps: ["true"]\n' });
    await useAll(engine, 'steps: ["true"]\n', 'first');

    for (const kind of Object.keys(hostileTexts)) {
      writeFileSync(config.paths.baseConfig, hostile(kind)(STORED_SIZE));
      const turn = await longestTurn(() =>
        Promise.allSettled([
          client.call('dags.get', { fileName: 'small' }),
          client.call('dags.start', { fileName: 'small' }),
        ]),
      );
      expect(turn, kind).toBeLessThan(MAX_MS);
    }
  });

  it('as what a run of an earlier engine began with', { timeout: 600_000 }, async () => {
    const config = temporaryConfig();
    const first = await anEngine({ config });
    const accepted: string[] = [];
    for (const kind of Object.keys(hostileTexts)) {
      const run = { name: 'hostile', dagRunId: `run${accepted.length}` };
      const spec = `${hostile(kind)(STORED_SIZE)}\n`;
      const started = await first.client.call('runs.start', { spec, ...run }).catch(() => null);
      if (started === null) continue;
      accepted.push(run.dagRunId);
      await first.client.call('runs.stop', run).catch(() => undefined);
      await endOf({ engine: first, ...run });
    }
    await first.stop();
    const engine = await anEngine({ config });
    await useAll(engine, 'steps: ["true"]\n', 'first');

    for (const dagRunId of accepted) {
      const turn = await useRun(engine, { name: 'hostile', dagRunId });
      expect(turn, dagRunId).toBeLessThan(MAX_MS);
    }
    expect(accepted.length).toBeGreaterThan(3);
  });

  it('whatever is mixed', { timeout: 600_000 }, async () => {
    const engine = await anEngine();
    await useAll(engine, 'steps: ["true"]\n', 'first');
    const part = fc.tuple(fc.constantFrom(...Object.keys(hostileTexts)), fc.integer({ min: 1 }));
    let number = 0;

    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 4 }), async (parts) => {
        const texts = parts.map(([kind, weight]) =>
          hostile(kind)((weight % 900_000) / parts.length),
        );
        const spec = texts.join('\n---\n');
        number += 1;
        const turn = await useAll(engine, spec, `mixed${number}`);
        expect(turn).toBeLessThan(MAX_MS);
      }),
      { numRuns: campaign('DAGWRIGHT_TEXTS', { short: 3, full: 300 }) },
    );
  });
});

function hostile(kind: string): HostileText {
  const text = hostileTexts[kind];
  if (text === undefined) throw new Error(`There is no hostile text ${kind}`);
  return text;
}

/** The longest turn of all that takes a definition, asked one after the other, in whatever way it is refused. */
async function useAll({ client }: TestEngine, spec: string, name: string): Promise<number> {
  const asked = [
    () => client.call('dags.validate', { spec }),
    () => client.call('runs.dryRun', { spec, name }),
    () => client.call('dags.create', { name, spec }),
    () => client.call('dags.dryRun', { fileName: name }),
    () => client.call('dags.get', { fileName: name }),
    () => client.call('dags.start', { fileName: name, dagRunId: 'one' }),
    () => client.call('runs.stop', { name, dagRunId: 'one' }),
  ];
  const turns: number[] = [];
  for (const ask of asked) turns.push(await longestTurn(() => Promise.allSettled([ask()])));
  return Math.max(...turns);
}

/** The same of all that looks at a run and goes on with it. */
async function useRun(
  { client }: TestEngine,
  run: { readonly name: string; readonly dagRunId: string },
): Promise<number> {
  const asked = [
    () => client.call('runs.get', run),
    () => client.call('runs.outputs', run),
    () => client.call('runs.spec', run),
    () => client.call('runs.retry', run),
    () => client.call('runs.stop', run),
    () => client.call('runs.reschedule', run),
  ];
  const turns: number[] = [];
  for (const ask of asked) turns.push(await longestTurn(() => Promise.allSettled([ask()])));
  return Math.max(...turns);
}
