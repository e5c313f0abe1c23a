import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anEngine } from '../../support/engine.ts';

const withSchema = (schema: string, values = ''): string =>
  `params:\n  schema: ${schema}\n${values === '' ? '' : `  values: ${values}\n`}steps: [echo]\n`;

describe('values of `params` that their whole schema refuses', () => {
  it.each([
    [
      'by `if` and `then`',
      '{properties: {A: {type: string}, B: {type: integer}}, if: {properties: {A: {const: big}}}, then: {properties: {B: {minimum: 5}}}}',
      '{A: big, B: 1}',
      '[3:23] the value of `B` must be >= 5, by its schema',
    ],
    [
      'by `else`',
      '{properties: {A: {}, B: {}}, if: {properties: {A: {const: big}}}, else: {properties: {B: {const: none}}}}',
      '{A: small, B: some}',
      '[3:25] the value of `B` must be "none", by its schema',
    ],
    ['by `not`', '{properties: {A: {not: {const: x}}}}', '{A: x}', '[3:15]'],
    ['by `not` of a default', '{properties: {A: {not: {const: x}, default: x}}}', '', '[2:55]'],
    [
      'by `not` of all together',
      '{properties: {A: {}, B: {}}, not: {required: [A, B]}}',
      '{A: x, B: y}',
      'the values of `params` must NOT be valid, by their schema',
    ],
    [
      'by more than one of `oneOf`',
      '{properties: {A: {oneOf: [{}, {const: x}]}}}',
      '{A: x}',
      '[3:15]',
    ],
    ['by names', '{propertyNames: {pattern: "^[A-Z]$"}}', '{A: x, b: y}', '`b`'],
    ['in a line', '{properties: {A: {not: {const: x}}}}', '"B=1 A=x"', '[3:11]'],
  ])('are errors of the definition: %s', async (_, schema, values, words) => {
    const { client } = await anEngine();
    const spec = withSchema(schema, values);

    const checked = await client.call('dags.validate', { spec });

    expect(checked.errors).toEqual([expect.stringContaining(words)]);
    expect(checked.valid).toBe(false);
    await expect(client.call('dags.create', { name: 'it', spec })).rejects.toMatchObject({
      code: 'bad_request',
    });
  });

  it.each([
    ['{properties: {A: {not: {const: x}}}}', '{A: y}'],
    ['{properties: {A: {not: {const: x}}}}', '{A: "${HOME}"}'],
    // Only the start says what `A` is.
    [
      '{properties: {A: {}, B: {}}, if: {properties: {A: {const: 1}}}, then: {properties: {B: {const: 2}}}}',
      '{B: 3}',
    ],
    ['{properties: {A: {}, B: {}}, anyOf: [{required: [A]}, {required: [C]}]}', '{B: 3}'],
    ['{properties: {A: {}}, required: [A], not: {required: [Z]}}', '{B: 3}'],
  ])('are none where a start may be right: %s with %s', async (schema, values) => {
    const { client } = await anEngine();

    const { errors } = await client.call('dags.validate', { spec: withSchema(schema, values) });

    expect(errors).toEqual([]);
  });
});

describe('values of `params` that a schema in a file refuses', () => {
  const spec = withSchema('it.json', '{A: x, B: "${HOME}"}');
  const integers = '{"properties": {"A": {"type": "integer"}, "B": {"type": "integer"}}}';

  it('are errors where the definition is checked, saved and shown', async () => {
    const { client, config } = await anEngine();
    const { dagsDir } = config.paths;
    await client.call('dags.create', { name: 'it', spec });
    writeFileSync(join(dagsDir, 'it.json'), integers);
    const error = expect.stringContaining('[3:15] the value of `A` must be integer, by its schema');

    expect((await client.call('dags.validate', { spec })).errors).toEqual([error]);
    expect((await client.call('dags.get', { fileName: 'it' })).errors).toEqual([error]);
    expect((await client.call('dags.getSpec', { fileName: 'it' })).errors).toEqual([error]);
    expect((await client.call('dags.updateSpec', { fileName: 'it', spec })).errors).toEqual([
      error,
    ]);
    await expect(client.call('dags.create', { name: 'other', spec })).rejects.toMatchObject({
      extras: { details: { errors: [error] } },
    });
  });

  it('are errors no more once the file takes them, and the file beside the definition is the one', async () => {
    const { client, config } = await anEngine();
    const { dagsDir } = config.paths;
    mkdirSync(join(dagsDir, 'team'));
    writeFileSync(join(dagsDir, 'it.json'), integers);
    writeFileSync(join(dagsDir, 'team', 'it.json'), '{}');
    writeFileSync(join(dagsDir, 'team', 'nested.yaml'), spec);

    await expect
      .poll(() => client.call('dags.get', { fileName: 'nested' }))
      .toMatchObject({ errors: [] });
    writeFileSync(join(dagsDir, 'team', 'it.json'), integers);
    expect((await client.call('dags.get', { fileName: 'nested' })).errors).toHaveLength(1);
  });

  it('are told to those who can start it, since the file may be another one', async () => {
    const { client, call, config } = await anEngine();
    await client.call('dags.create', { name: 'it', spec });
    writeFileSync(join(config.paths.dagsDir, 'it.json'), integers);

    const told = async (role: 'viewer' | 'operator') => {
      const caller = { name: 'v', role, kind: 'user', userId: 'v', origin: '' } as const;
      const { errors } = await call('dags.validate', { spec }, caller);
      const shown = await call('dags.get', { fileName: 'it' }, caller);
      return [errors.length, shown.errors.length];
    };

    expect(await told('viewer')).toEqual([0, 0]);
    expect(await told('operator')).toEqual([1, 1]);
  });
});
