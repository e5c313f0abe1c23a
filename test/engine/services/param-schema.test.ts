import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anEngine, runToEnd, type TestEngine } from '../../support/engine.ts';

const withSchema = (schema: string): string => `params:
  schema: ${schema}
  values:
    REGION: north
steps:
  - name: show
    command: echo "$REGION $COUNT"
    output: SEEN
`;
const inline = '{properties: {COUNT: {type: integer, minimum: 1, default: 3}}}';
const inFile = '{"properties": {"COUNT": {"type": "integer", "minimum": 1, "default": 3}}}';

function putFile({ config }: TestEngine, name: string, text: string): void {
  mkdirSync(config.paths.dagsDir, { recursive: true });
  writeFileSync(join(config.paths.dagsDir, name), text);
}

async function seen(engine: TestEngine, params?: string): Promise<unknown> {
  const given = params === undefined ? {} : { params };
  const { dagRun } = await engine.client.call('dags.startSync', {
    fileName: 'a',
    timeout: 20,
    ...given,
  });
  const place = { name: 'a', dagRunId: dagRun.dagRunId };
  const { outputs } = await engine.client.call('runs.outputs', place);
  return [dagRun.params, outputs['seen']];
}

describe('a DAG whose parameters have a schema', () => {
  it.each([
    ['in the file', inline],
    ['beside it', 'count.json'],
  ])('runs with its defaults, and is not started with what it refuses: %s', async (_, schema) => {
    const engine = await anEngine();
    putFile(engine, 'count.json', inFile);
    await engine.client.call('dags.create', { name: 'a', spec: withSchema(schema) });
    const start = (params: string) => engine.client.call('dags.start', { fileName: 'a', params });

    expect(await seen(engine)).toEqual(['{"REGION":"north","COUNT":"3"}', 'north 3']);
    expect(await seen(engine, 'COUNT=5')).toEqual(['{"REGION":"north","COUNT":"5"}', 'north 5']);
    expect(await seen(engine, '{"COUNT": 5.0}')).toEqual(['{"COUNT": 5.0}', 'north 5.0']);
    for (const params of ['COUNT=0', '{"COUNT":0}', 'south 0']) {
      await expect(start(params)).rejects.toMatchObject({
        code: 'bad_request',
        message: '`params`: COUNT must be >= 1.',
        extras: { details: { params: { COUNT: 'must be >= 1' } } },
      });
    }
    const { dagRuns } = await engine.client.call('dags.runs', { fileName: 'a' });
    expect(dagRuns).toHaveLength(3);
  });

  it('runs with the parameters of base.yaml too, which its schema does not know', async () => {
    const engine = await anEngine();
    writeFileSync(engine.config.paths.baseConfig, 'params: [{TEAM: night}]\n');
    const closed = '{properties: {REGION: {}, COUNT: {default: 3}}, additionalProperties: false}';
    await engine.client.call('dags.create', { name: 'a', spec: withSchema(closed) });
    const start = (params: string) => engine.client.call('dags.start', { fileName: 'a', params });

    const params = '{"TEAM":"night","REGION":"north","COUNT":"3"}';
    expect(await seen(engine)).toEqual([params, 'north 3']);
    await expect(start('CITY=Oslo')).rejects.toMatchObject({
      message: '`params`: CITY is not a parameter of the schema.',
    });
  });

  it('is refused in words, also by a dry run, while its file is not there or no JSON', async () => {
    const engine = await anEngine();
    const { client, config } = engine;
    await client.call('dags.create', { name: 'a', spec: withSchema('count.json') });

    await expect(client.call('dags.start', { fileName: 'a' })).rejects.toMatchObject({
      code: 'bad_request',
      message: `Cannot read the \`schema\` of \`params\`: the file "count.json" does not exist in ${config.paths.dagsDir}.`,
    });
    putFile(engine, 'count.json', '[]');
    await expect(client.call('dags.dryRun', { fileName: 'a' })).rejects.toMatchObject({
      message: expect.stringContaining('"count.json" is not a JSON object'),
    });
    const many = Array.from({ length: 1001 }, (_, index) => [`P${index}`, {}] as const);
    putFile(engine, 'count.json', JSON.stringify({ properties: Object.fromEntries(many) }));
    await expect(client.call('dags.dryRun', { fileName: 'a' })).rejects.toMatchObject({
      message: expect.stringContaining('"count.json", there are more than 1000 parameters'),
    });
    rmSync(join(config.paths.dagsDir, 'count.json'));
    putFile(engine, 'count.json', '{"type": "strng"}');
    await expect(client.call('dags.dryRun', { fileName: 'a' })).rejects.toMatchObject({
      message: expect.stringContaining('is not valid: schema is invalid'),
    });
  });

  it('fails a call with parameters that it refuses, wherever its caller runs', async () => {
    const engine = await anEngine();
    putFile(engine, 'count.json', inFile);
    await engine.client.call('dags.create', { name: 'a', spec: withSchema('count.json') });

    const { run } = await runToEnd(
      'type: graph\nsteps:\n  - {call: a, params: COUNT=2}\n  - {call: a, params: COUNT=x}\n',
      { engine },
    );

    expect(run.nodes.map(({ statusLabel }) => statusLabel)).toEqual(['succeeded', 'failed']);
    expect(run.nodes[1]?.error).toContain('`params`: COUNT must be integer.');
  });
});

describe('the answer of a DAG whose schema is in a file of its own', () => {
  const described = JSON.stringify({
    properties: {
      REGION: { oneOf: [{ const: 'north', title: 'Nordic' }, { const: 'south' }] },
      COUNT: { type: 'integer', minimum: 1, default: 3, description: 'How many.' },
    },
    required: ['REGION', 'COUNT'],
  });

  async function anEngineWithFile(text: string | null): Promise<TestEngine> {
    const engine = await anEngine();
    if (text !== null) putFile(engine, 'count.json', text);
    await engine.client.call('dags.create', { name: 'a', spec: withSchema('count.json') });
    return engine;
  }

  it('tells what the file says, as if it stood in the definition', async () => {
    const engine = await anEngineWithFile(described);
    await engine.client.call('dags.create', { name: 'inline', spec: withSchema(described) });

    const { dag } = await engine.client.call('dags.get', { fileName: 'a' });
    const inlined = await engine.client.call('dags.get', { fileName: 'inline' });

    expect(dag).toEqual({ ...inlined.dag, name: 'a' });
    expect(dag).toMatchObject({
      params: ['REGION', 'COUNT'],
      paramDefaults: ['REGION=north', 'COUNT=3'],
      paramHelp: ['Required.', 'How many.'],
      paramRules: [
        { choices: ['north', 'south'], choiceTitles: ['Nordic', ''] },
        { type: 'integer', minimum: 1, isRequired: false },
      ],
    });
  });

  it('reads the file anew each time', async () => {
    const engine = await anEngineWithFile(described);
    const defaults = async (): Promise<unknown> =>
      (await engine.client.call('dags.get', { fileName: 'a' })).dag.paramDefaults;
    expect(await defaults()).toEqual(['REGION=north', 'COUNT=3']);

    putFile(engine, 'count.json', '{"properties": {"OTHER": {"default": "x"}}}');

    expect(await defaults()).toEqual(['REGION=north', 'OTHER=x']);
  });

  it.each([
    ['is not there', null],
    ['is empty', ''],
    ['is no JSON', '{"properties": '],
    ['is no object', '[1]'],
    ['names what is no parameter', '{"properties": {"A B": {}}}'],
    ['is too large', ' '.repeat(1024 * 1024 + 1)],
  ])('has what the definition says while the file %s', async (_how, text) => {
    const engine = await anEngineWithFile(text);

    const { dag, errors } = await engine.client.call('dags.get', { fileName: 'a' });

    expect(errors).toEqual([]);
    expect(dag.paramDefaults).toEqual(['REGION=north']);
    expect(dag.paramRules).toBeUndefined();
    await expect(engine.client.call('dags.start', { fileName: 'a' })).rejects.toMatchObject({
      message: expect.stringContaining('Cannot read the `schema` of `params`'),
    });
  });

  it('tells of a large file the parameters alone, for rules would hold up others', async () => {
    const large = JSON.stringify({
      ...(JSON.parse(described) as object),
      $comment: 'x'.repeat(20_000),
    });
    const engine = await anEngineWithFile(large);

    const { dag } = await engine.client.call('dags.get', { fileName: 'a' });

    expect(dag.paramDefaults).toEqual(['REGION=north', 'COUNT=3']);
    expect(dag.paramRules).toBeUndefined();
  });

  it('tells nothing of the file to who may not start the DAG, and lists do not read it', async () => {
    const engine = await anEngineWithFile(described);
    const namesFor = async (role: 'viewer' | 'operator'): Promise<unknown> => {
      const caller = { name: role, role, kind: 'user', userId: role, origin: '192.0.2.7' } as const;
      return (await engine.call('dags.get', { fileName: 'a' }, caller)).dag.params;
    };

    const { dags } = await engine.client.call('dags.list', {});

    expect(await namesFor('viewer')).toEqual(['REGION']);
    expect(await namesFor('operator')).toEqual(['REGION', 'COUNT']);
    expect(dags.map(({ dag }) => dag.params)).toEqual([['REGION=north']]);
  });
});
