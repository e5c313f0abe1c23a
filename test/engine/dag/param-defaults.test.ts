import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { issueText } from '../../../engine/dag/definition.ts';
import { plainTextRefusal } from '../../../engine/dag/plain-schema.ts';
import { checkParams } from '../../../engine/execution/prepare/check-params.ts';
import { loadDag } from '../../../engine/steps/load-dag.ts';

const problemsOf = (params: string) =>
  loadDag(`params: ${params}\nsteps: [ls]\n`, { name: 'file' }).issues.map(issueText);

const of = (property: string, value: string): string =>
  `{schema: {properties: {A: ${property}}}, values: {A: ${value}}}`;

describe('a default that its own schema refuses', () => {
  it.each([
    ['{type: integer}', 'abc', 'must be of type integer'],
    ['{type: integer}', '1.5', 'must be of type integer'],
    ['{type: [integer, boolean]}', 'abc', 'must be of type integer or boolean'],
    ['{type: array}', '{a: 1}', 'must be of type array'],
    ['{enum: [red, blue]}', 'green', 'must be one of red, blue'],
    ['{type: integer, enum: [1, 2]}', '3', 'must be one of 1, 2'],
    ['{const: x}', 'y', 'must be x'],
    ['{type: integer, minimum: 5}', '4', 'must be at least 5'],
    ['{type: number, maximum: 1.50}', '2', 'must be at most 1.5'],
    ['{type: number, exclusiveMinimum: 5}', '5', 'must be more than 5'],
    ['{type: number, exclusiveMaximum: 5}', '5', 'must be less than 5'],
    ['{type: string, minLength: 3}', 'ab', 'must have at least 3 characters'],
    ['{type: string, maxLength: 1}', 'ab', 'must have at most 1 characters'],
    ['{type: array, minItems: 2}', '[1]', 'must have at least 2 items'],
    ['{type: string, pattern: "^a"}', 'ba', 'must match ^a'],
  ])('is an error at the value: %s %s', (property, value, words) => {
    const params = of(property, value);
    const column = 'params: '.length + params.lastIndexOf(`A: ${value}`) + 'A: '.length + 1;

    expect(problemsOf(params)).toEqual([
      `[1:${column}] the schema refuses the default of \`A\`: it ${words}`,
    ]);
  });

  it.each([
    ['{schema: {properties: {A: {type: integer, default: x}}}}', '[1:60] ', 'of type integer'],
    ['{schema: {properties: {A: {type: integer}}}, values: {A: }}', '[1:66] ', 'of type integer'],
    ['{schema: {properties: {A: {type: integer, default: "1"}}}}', '[1:60] ', 'of type integer'],
    ['{schema: {properties: {A: {type: integer}}}, values: [A: x]}', '[1:66] ', 'of type integer'],
    ['{schema: {properties: {A: {type: integer}}}, values: "A=x"}', '[1:62] ', 'of type integer'],
    [
      '{schema: {additionalProperties: false, properties: {A: {}}}, values: {B: x}}',
      '[1:82] ',
      'is not a parameter of the schema',
    ],
  ])('is an error in each form: %s', (params, place, words) => {
    const [first = '', ...others] = problemsOf(params);

    expect(others).toEqual([]);
    expect(first).toContain('the schema refuses the default of');
    expect(first).toContain(words);
    expect(first.slice(0, place.length)).toBe(place);
  });

  it.each([
    of('{type: integer}', '5'),
    of('{type: integer}', '"5"'),
    of('{type: [integer, string]}', 'abc'),
    of('{type: integer}', '"${B}"'),
    of('{type: integer}', '"`echo 5`"'),
    of('{enum: [1, 2]}', '2'),
    of('{type: object}', '{a: 1}'),
    of('{$ref: "#/$defs/a", type: integer}', 'abc'),
    of('{type: number, default: 1.50}', '1.50'),
    '{schema: {properties: {A: {type: integer}}}, values: {B: x}}',
    '{schema: {additionalProperties: false, patternProperties: {"^B": {}}}, values: {B: x}}',
    '{schema: schema.json, values: {A: x}}',
  ])('is none where it may fit, or that is known at the start: %s', (params) => {
    expect(problemsOf(params)).toEqual([]);
  });

  it('is refused by a start as well', () => {
    const scalar = fc.oneof(
      fc.integer({ min: -3, max: 3 }),
      fc.constantFrom('a', 'bb', '1'),
      fc.boolean(),
    );
    const types = ['string', 'integer', 'number', 'boolean', 'array', 'object', 'null'];
    const bound = fc.integer({ min: 0, max: 3 });
    const property = fc.record(
      {
        type: fc.oneof(
          fc.constantFrom(...types),
          fc.uniqueArray(fc.constantFrom(...types), { minLength: 1, maxLength: 3 }),
        ),
        enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 3 }),
        const: scalar,
        minimum: bound,
        maximum: bound,
        minLength: bound,
        maxLength: bound,
        minItems: bound,
        maxItems: bound,
        pattern: fc.constantFrom('^a', 'b$', '1'),
      },
      { requiredKeys: [] },
    );
    const text = fc.constantFrom(
      '',
      'a',
      'bb',
      '1',
      '-2',
      '1.5',
      'true',
      'null',
      '[1]',
      '{"a":1}',
      '"a"',
    );
    fc.assert(
      fc.property(property, text, (schema, value) => {
        const refuses = (): unknown =>
          checkParams({ properties: { A: schema } }, { rawJson: null }, new Map([['A', value]]));

        if (plainTextRefusal(schema, value) === null) expect(refuses).not.toThrow();
        else expect(refuses).toThrow();
      }),
      { numRuns: 300 },
    );
  });
});
