import { describe, expect, it } from 'vitest';
import { EngineError } from '../../../engine/contract/errors.ts';
import { checkParams } from '../../../engine/execution/prepare/check-params.ts';

const schema = {
  properties: {
    COUNT: { type: 'integer', minimum: 1 },
    REGION: { enum: ['north', 'south'] },
    LEVEL: { enum: [1, 2] },
    DAY: { type: 'string', format: 'date' },
    CODE: { type: 'string', pattern: '^[a-z]+$' },
    WORD: { type: 'string', pattern: '^[A-Z]+$' },
    EXACT: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
    LIST: { type: 'array', items: { type: 'integer' } },
    MAP: { type: 'object', properties: { a: { type: 'integer', default: 7 } } },
  },
  required: ['REGION'],
  additionalProperties: false,
};

function check(values: Readonly<Record<string, string>>, rawJson: string | null = null) {
  const all = new Map(Object.entries({ REGION: 'north', ...values }));
  return checkParams(schema, { rawJson }, all);
}

function refusal(work: () => unknown): EngineError {
  try {
    work();
  } catch (error) {
    if (error instanceof EngineError) return error;
    throw error;
  }
  throw new Error('was accepted');
}

describe('parameters with a schema', () => {
  it.each([
    { COUNT: '5', LEVEL: '2', EXACT: 'null', LIST: '[1, 2]' },
    { DAY: '2026-02-28', CODE: 'abc', WORD: 'ABC' },
  ])('stay the texts that they are: %j', (values) => {
    expect(Object.fromEntries(check(values))).toEqual({ REGION: 'north', ...values });
  });

  it('may have the payload of a webhook beside them, unless the schema says what it must be', () => {
    const payload = { WEBHOOK_PAYLOAD: '{"a":1}' };
    const given = new Map(Object.entries(payload));
    const shortNames = { propertyNames: { maxLength: 5 } };
    const ofIts = { properties: { WEBHOOK_PAYLOAD: { type: 'array' } } };

    expect(Object.fromEntries(check(payload))).toEqual({ REGION: 'north', ...payload });
    expect(checkParams(shortNames, { rawJson: null }, given)).toEqual(given);
    expect(checkParams({ unevaluatedProperties: false }, { rawJson: null }, given)).toEqual(given);
    expect(refusal(() => checkParams(ofIts, { rawJson: null }, given)).extras).toEqual({
      details: { params: { WEBHOOK_PAYLOAD: 'must be array' } },
    });
    expect(refusal(() => check({ ...payload, X: '1' })).extras).toEqual({
      details: { params: { X: 'is not a parameter of the schema' } },
    });
  });

  it('may have those of base.yaml beside them, unless the schema says what they must be', () => {
    const start = { rawJson: null, shared: ['TEAM', 'COUNT'] };
    const given = new Map(Object.entries({ REGION: 'north', TEAM: 'night', COUNT: '5' }));
    const wrong = new Map([...given, ['COUNT', 'many'], ['CITY', 'Oslo']]);

    expect(checkParams(schema, start, given)).toEqual(given);
    expect(refusal(() => checkParams(schema, start, wrong)).extras).toEqual({
      details: { params: { COUNT: 'must be integer', CITY: 'is not a parameter of the schema' } },
    });
  });

  it('get the defaults that stand within lists and maps', () => {
    expect(check({ MAP: '{"b":1}' }).get('MAP')).toBe('{"b":1,"a":7}');
    expect(check({ MAP: '{"a":1.50}' }, '{"MAP":{}}').get('MAP')).toBe('{"a":7}');
  });

  it.each([
    [{ COUNT: '0' }, { COUNT: 'must be >= 1' }],
    [
      { COUNT: 'many', LIST: '[1,"x"]' },
      { COUNT: 'must be integer', 'LIST/1': 'must be integer' },
    ],
    [{ REGION: 'west' }, { REGION: 'must be one of "north","south"' }],
    [{ LEVEL: '3' }, { LEVEL: 'must be one of 1,2' }],
    [{ DAY: '2026-02-30' }, { DAY: 'must match format "date"' }],
    [{ WORD: 'abc' }, { WORD: 'must match pattern "^[A-Z]+$"' }],
    [{ CODE: '7' }, { CODE: 'must match pattern "^[a-z]+$"' }],
    [{ OTHER: '1' }, { OTHER: 'is not a parameter of the schema' }],
  ])('are refused by name and rule: %j', (values, params) => {
    const error = refusal(() => check(values));

    expect(error.code).toBe('bad_request');
    expect(error.extras.details).toEqual({ params });
    for (const [name, rule] of Object.entries(params)) {
      expect(error.message).toContain(`${name} ${rule}`);
    }
  });

  it('are of the types in which they were given as JSON', () => {
    expect(() => check({ COUNT: '' }, '{"COUNT":null}')).toThrow('COUNT must be integer');
    expect(() => check({ CODE: '5' }, '{"CODE":5}')).toThrow('CODE must be string');
    expect(() => check({ COUNT: '5' }, '{"COUNT":"5"}')).not.toThrow();
  });

  it('must all be there that are required', () => {
    expect(() => checkParams(schema, { rawJson: null }, new Map())).toThrow(
      '`params`: REGION is required.',
    );
  });

  it.each([
    [{ properties: { A: { minimun: 1 } } }, 'unknown keyword: "minimun"'],
    [{ properties: { A: { format: 'zip' } } }, 'unknown format "zip"'],
    [{ properties: { A: { $ref: 'https://a.b/c.json' } } }, "can't resolve reference"],
    [{ properties: { A: { type: 'string', pattern: '(?=a)' } } }, 'look-ahead'],
    [{ type: 'strng' }, 'schema is invalid: data/type'],
    [{ $schema: 'http://json-schema.org/draft-04/schema#' }, '2020-12 and 07 are supported'],
  ])('are refused while the schema is broken: %j', (broken, reason) => {
    const error = refusal(() => checkParams(broken, { rawJson: null }, new Map()));

    expect(error.message).toContain('The `schema` of `params` is not valid: ');
    expect(error.message).toContain(reason);
  });

  it.each([
    'https://json-schema.org/draft/2020-12/schema',
    'http://json-schema.org/draft-07/schema#',
  ])('may keep to the draft %s', (draft) => {
    const checked = checkParams(
      { $schema: draft, properties: { A: { type: 'string', format: 'uuid' } } },
      { rawJson: null },
      new Map([['A', '0190a5e0-7d3b-7c44-9f1e-1c2d3e4f5a6b']]),
    );

    expect(checked.size).toBe(1);
  });
});
