import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { EngineError } from '../../../engine/contract/errors.ts';
import type * as CheckParams from '../../../engine/execution/prepare/check-params.ts';
import { campaign } from '../../support/campaign.ts';
import { anEngine, engineOfFile, type TestEngine } from '../../support/engine.ts';
import { hostileSchemas } from './hostile-schemas.ts';
import { longestTurn } from './loop-watch.ts';

/** Schemas that were asked on the event loop. */
const askedHere = vi.hoisted((): string[] => []);
vi.mock('../../../engine/execution/prepare/check-params.ts', async (importOriginal) => {
  const original = await importOriginal<typeof CheckParams>();
  const checkParams: typeof original.checkParams = (schema, start, values) => {
    askedHere.push(JSON.stringify(schema));
    return original.checkParams(schema, start, values);
  };
  return { ...original, checkParams };
});

const MAX_MS = campaign('DAGWRIGHT_TURN_MS', { short: 600, full: 100 });
const SIZE = campaign('DAGWRIGHT_SCHEMA_SIZE', { short: 60_000, full: 950_000 });

const spec = 'params:\n  schema: hostile.json\nsteps: ["true"]\n';
const engine = engineOfFile();

/** What a start says whose parameter A is held against a schema in a file. */
async function startWith(
  { client, config }: TestEngine,
  { schema, value }: { readonly schema: string; readonly value: string },
): Promise<string> {
  writeFileSync(join(config.paths.dagsDir, 'hostile.json'), schema);
  const params = JSON.stringify({ A: value });
  try {
    await client.call('runs.start', { spec, name: 'hostile', params });
    return 'started';
  } catch (error) {
    if (error instanceof EngineError && error.code === 'bad_request') return error.message;
    throw error;
  }
}

it.each(Object.keys(hostileSchemas))(
  'a schema holds up nobody: %s',
  { timeout: 120_000 },
  async (kind) => {
    await startWith(engine(), { schema: '{}', value: 'x' });
    askedHere.splice(0);
    const hostile = hostileSchemas[kind]?.(SIZE) ?? { schema: '{}', value: '' };
    let answer = '';

    const turn = await longestTurn(async () => {
      answer = await startWith(engine(), hostile);
    });

    expect(askedHere).toEqual([]);
    expect(turn).toBeLessThan(MAX_MS);
    expect(answer.length).toBeGreaterThan(0);
    expect(answer.length).toBeLessThan(20_000);
  },
);

it('a schema without an end is refused after two seconds, in words, and the next start is answered', async () => {
  const endless = hostileSchemas['references that double at each level']?.(0);
  if (endless === undefined) throw new Error('There is no such schema');

  const answer = await startWith(engine(), endless);
  const next = await startWith(engine(), { schema: '{}', value: 'x' });

  expect(answer).toBe(
    'The `schema` of `params` with these values takes more than 2 seconds to check. Make it smaller, or the values.',
  );
  expect(next).toBe('started');
});

it('what is nested too deep is refused in words', async () => {
  const deep = hostileSchemas['a reference to itself']?.(60_000);
  const tower = hostileSchemas['negations of negations']?.(200_000);
  if (deep === undefined || tower === undefined) throw new Error('There is no such schema');

  const ofValues = await startWith(engine(), deep);
  const ofSchema = await startWith(engine(), tower);

  expect(ofValues).toContain('are nested too deep. Make them flatter');
  expect(ofSchema).toContain('is not valid: it is nested too deep');
});

it('a small schema with a plain expression is asked at once, without another thread', async () => {
  askedHere.splice(0);
  const schema = '{"properties": {"A": {"type": "string", "pattern": "^[a-z]+$"}}}';

  const answers = [
    await startWith(engine(), { schema, value: 'abc' }),
    await startWith(engine(), { schema, value: '7' }),
  ];

  expect(answers).toEqual(['started', '`params`: A must match pattern "^[a-z]+$".']);
  expect(askedHere).toHaveLength(2);
});

it('a list that breaks a rule with each item is told with its first ones', async () => {
  const schema = '{"properties": {"A": {"type": "array", "items": {"minimum": 5}}}}';

  const answer = await startWith(await anEngine(), { schema, value: `[${'1,'.repeat(99)}1]` });

  expect(answer).toMatch(/^`params`: A\/0 must be >= 5; .*A\/49 must be >= 5; and 50 more\.$/);
});
