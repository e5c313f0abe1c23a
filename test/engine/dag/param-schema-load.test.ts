import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { issueText } from '../../../engine/dag/definition.ts';
import { EngineError } from '../../../engine/contract/errors.ts';
import { compileSchema } from '../../../engine/execution/prepare/compile-schema.ts';
import { loadDag } from '../../../engine/steps/load-dag.ts';
import { campaign } from '../../support/campaign.ts';

const problemsOf = (schema: string) =>
  loadDag(`params: {schema: ${schema}}`, { name: 'file' }).issues.map(issueText);

/** Whether the library that holds parameters against a schema takes it. */
function isTaken(schema: object): boolean {
  try {
    compileSchema({ ...schema });
    return true;
  } catch (error) {
    if (error instanceof EngineError) return false;
    throw error;
  }
}

describe('a schema of parameters in a definition', () => {
  it.each([
    ['{typ: object}', 'unknown key `typ`: did you mean `type`?'],
    ['{properties: {A: {minimun: 1}}}', 'unknown key `minimun`: did you mean `minimum`?'],
    [
      '{properties: {A: {type: strng}}}',
      '`type` must be one of string, number, integer, boolean, object, array, null, got the text `strng`: did you mean `string`?',
    ],
    ['{type: []}', '`type` must be a list of types, got a list'],
    ['{properties: {A: 5}}', '`properties` must be a schema (a map, true or false), got `5`'],
    ['{required: A}', '`required` must be a list of names, got the text `A`'],
    ['{required: [1]}', '`required` must be text, got `1`'],
    ['{properties: {A: {enum: []}}}', '`enum` must be a list of at least one value, got a list'],
    ['{properties: {A: {minimum: low}}}', '`minimum` must be a number, got the text `low`'],
    ['{properties: {A: {maxLength: -1}}}', '`maxLength` must be a whole number from 0, got `-1`'],
    ['{properties: {A: {multipleOf: 0}}}', '`multipleOf` must be a number above 0, got `0`'],
    ['{properties: {A: {uniqueItems: 1}}}', '`uniqueItems` must be true or false, got `1`'],
    ['{anyOf: {type: object}}', '`anyOf` must be a list of schemas, got a map'],
    ['{dependentRequired: [A]}', '`dependentRequired` must be a map, got a list'],
    ['{properties: {A: {format: zip}}}', '`format` must be one of date, time,'],
    ['{properties: {A: {pattern: "(?=a)"}}}', '`pattern`: invalid expression "(?=a)": look-ahead'],
    ['{patternProperties: {"(": {}}}', '`patternProperties`: invalid expression "("'],
  ])('is refused when it is loaded: %s', (schema, message) => {
    const [first = '', ...more] = problemsOf(schema);

    expect(more).toEqual([]);
    expect(first).toContain(message);
    expect(isTaken(parse(schema) as object)).toBe(false);
  });

  it('is read with everything that the drafts know', () => {
    const schema = `{$schema: "https://json-schema.org/draft/2020-12/schema", $id: a, title: t, description: d, $comment: c,
      type: [object, "null"], properties: {A: {type: string, minLength: 1, maxLength: 10, pattern: "2+", format: date, default: "2026-11-28"},
      B: {type: number, minimum: 0.5, maximum: 9, exclusiveMinimum: 0, exclusiveMaximum: 10, multipleOf: 0.5, examples: [1]},
      C: {type: array, items: {enum: [1, a, null]}, prefixItems: [{const: 1}], minItems: 0, maxItems: 3, uniqueItems: true,
      contains: true, minContains: 1, maxContains: 2, unevaluatedItems: false}, D: true, E: {$ref: "#/$defs/e"}},
      patternProperties: {"^x": {}}, additionalProperties: {type: string}, propertyNames: {maxLength: 9}, required: [A],
      minProperties: 1, maxProperties: 9, dependentRequired: {A: [B]}, dependentSchemas: {A: {}}, $defs: {e: {readOnly: true}},
      allOf: [{}], anyOf: [true], oneOf: [{}], not: {type: boolean}, if: {}, then: {}, else: {}, unevaluatedProperties: true}`;

    expect(problemsOf(schema.replaceAll('\n', ' '))).toEqual([]);
  });

  it('is taken when it is loaded wherever it is taken when a run starts', () => {
    fc.assert(
      fc.property(schemas, (schema) => {
        fc.pre(isTaken(schema));
        expect(problemsOf(JSON.stringify(schema))).toEqual([]);
      }),
      { numRuns: campaign('DAGWRIGHT_SCHEMAS', { short: 20, full: 200 }) },
    );
  });
});

const word = fc.constantFrom('A', 'b', 'string', 'integer', 'null', 'date', 'a+', '(', '#/$defs/d');
const value = fc.oneof(
  word,
  fc.integer({ min: -2, max: 3 }),
  fc.boolean(),
  fc.constantFrom(null, 0.5, [], {}, ['A'], ['string', 'null'], [{}], [1]),
);
// Without those whose parts the library passes over until something refers to them.
const keyword = fc.constantFrom(
  ...['type', 'enum', 'const', 'format', 'pattern', 'required', 'minimum', 'multipleOf'],
  ...['items', 'prefixItems', 'contains', 'minContains', 'uniqueItems', 'not', 'maxLength'],
  ...['allOf', 'anyOf', 'properties', 'patternProperties', 'additionalProperties', 'nullable'],
  ...['dependentRequired', 'dependentSchemas', 'readOnly', 'title', 'default', 'examples'],
  ...['$anchor', 'propertyNames', 'oneOf'],
);
const { schemas } = fc.letrec<{ schemas: object; part: unknown }>((tie) => ({
  schemas: fc.dictionary(keyword, tie('part'), { maxKeys: 3 }),
  part: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    value,
    tie('schemas'),
    fc.array(tie('schemas'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('A', 'b', 'd'), tie('schemas'), { maxKeys: 2 }),
  ),
}));
