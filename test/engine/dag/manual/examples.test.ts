import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lintRules } from '../../../../engine/dag/lint/lint-rules.ts';
import { manualExamples } from '../../../../engine/dag/manual/examples.ts';
import type { ManualExample } from '../../../../engine/dag/manual/manual-example.ts';
import {
  manualConfigFields,
  manualRootFields,
  manualStepFields,
  type ManualField,
} from '../../../../engine/dag/manual/manual-fields.ts';
import { importExample } from '../../../../engine/dag/manual/variables.ts';
import { loadDag } from '../../../../engine/steps/load-dag.ts';
import { stepTypes } from '../../../../engine/steps/registry.ts';
import { temporaryFolder } from '../../../support/home.ts';
import { aServer } from '../../../support/http-server.ts';
import { startManualEngine, type ManualEngine } from '../../../support/manual-engine.ts';

let engine: ManualEngine;
const editor = process.env['EDITOR'];
beforeAll(async () => {
  process.env['API_TOKEN'] = 'swordfish';
  engine = await startManualEngine();
});
afterAll(async () => {
  delete process.env['API_TOKEN'];
  if (editor === undefined) delete process.env['EDITOR'];
  else process.env['EDITOR'] = editor;
  await engine.stop();
});

const fields = [...manualRootFields(), ...manualStepFields(stepTypes)];
const examples = Object.entries(manualExamples).flatMap(([path, shown]) =>
  shown.map((example, index) => ({ path, number: index + 1, example })),
);

describe('the manual', () => {
  it.each(fields)('shows an example in which $path and every key below it stand', (field) => {
    const shown = field.examples.map(({ spec }) => spec).join('\n');

    expect(field.examples.length).toBeGreaterThan(0);
    for (const { key } of [field, ...nestedOf(field)]) {
      expect(shown).toMatch(new RegExp(`(?:^|[\\s{-])${key}:`));
    }
  });

  it('has no examples of fields that do not exist', () => {
    const paths = fields.map(({ path }) => path);
    expect(Object.keys(manualExamples).sort()).toEqual(paths.sort());
  });

  it('says in words what every key is for and what it takes', () => {
    const all = [...fields, ...stepTypes.flatMap(manualConfigFields)];
    for (const field of all.flatMap((one) => [one, ...nestedOf(one)])) {
      expect([field.path, field.about]).toEqual([field.path, expect.stringMatching(/\.$/)]);
      expect([field.path, field.type]).toEqual([field.path, expect.stringMatching(/\w/)]);
    }
  });

  it.each([
    ['type', '`chain` or `graph`'],
    ['hist_retention_days', 'integer from -1 to 1000000'],
    ['dotenv', 'text or list of texts'],
    ['steps', 'list of steps and lists of steps or map of steps'],
    ['steps.continue_on', '`failed`, `failure` or `skipped`, or map'],
    ['steps.signal_on_stop', '`SIGTERM`, `SIGINT`, `SIGKILL` or another of 29'],
  ])('says of %s that it takes: %s', (path, words) => {
    expect(fields.find((field) => field.path === path)?.type).toBe(words);
  });

  it('marks what a map must have, and says what stands for what is left out', () => {
    const retry = fields.find(({ key }) => key === 'retry_policy')?.fields ?? [];
    const timeout = fields.find(({ path }) => path === 'timeout_sec');

    expect(retry.filter(({ required }) => required).map(({ key }) => key)).toEqual([
      'limit',
      'interval_sec',
    ]);
    expect(timeout).toMatchObject({ fallback: '0', required: false });
  });
});

function nestedOf({ fields: below }: ManualField): readonly ManualField[] {
  return below.flatMap((field) => [field, ...nestedOf(field)]);
}

describe('an example of the manual', () => {
  it.each(stepTypes)('shows every key of the config of its type: $name', (type) => {
    for (const { key } of manualConfigFields(type)) expect(type.example).toContain(` ${key}: `);
  });

  it('brings a variable of the environment of the engine', async () => {
    process.env['EDITOR'] = 'ed';
    await expectToEnd({ ...importExample, prints: 'edited with ed' });
  });

  it.each(examples)(
    'loads without an error, and with no warning but its own: $path $number',
    ({ example }) => {
      const lint = { storedDags: new Set<string>() };
      const { issues } = loadDag(example.spec, { name: 'example', lint });
      expect(issues.map(({ code }) => code)).toEqual([example.warns ?? []].flat());
    },
  );

  it.concurrent.each(examples)('ends as the manual says: $path $number', async ({ example }) => {
    await expectToEnd(example);
  });

  it.concurrent.each([
    ['shell', { prints: 'the file has 2 lines' }],
    ['jq', { prints: 'Ada' }],
    ['dag', { prints: '"succeeded":2' }],
    ['router', { prints: 'paid back' }],
    ['hitl', { ends: 'waiting', prints: 'Send the report?' }],
  ] as const)('shows the type of step %s', async (name, ending) => {
    const type = stepTypes.find((one) => one.name === name);
    await expectToEnd({ spec: type?.example ?? '', ...ending });
  });

  it('shows the type of step http', async () => {
    const server = await aServer(({ url }, answer) => answer.end(`{"id": 7, "url": "${url}"}`));
    const spec = stepTypes.find(({ name }) => name === 'http')?.example ?? '';

    await expectToEnd({
      spec: spec.replace('https://api.example.com', server),
      prints: '"url": "/orders/7"',
    });
  });

  it('shows the type of step archive', async () => {
    const folder = temporaryFolder('archive');
    mkdirSync(join(folder, 'today'));
    writeFileSync(join(folder, 'today/sum.csv'), 'a,b');
    const spec = stepTypes.find(({ name }) => name === 'archive')?.example ?? '';

    await expectToEnd({
      spec: spec.replace('/srv/reports', folder),
      prints: '"filesExtracted": 1',
    });
  });

  it.concurrent.each(lintRules)('runs once it is fixed: $code', async ({ right }) => {
    await expectToEnd({ spec: right });
  });
});

async function expectToEnd({ spec, ends = 'succeeded', prints = '', files }: ManualExample) {
  const { status, printed } = await engine.run(spec, files);

  expect(printed).toContain(prints);
  expect(status).toBe(ends);
}
