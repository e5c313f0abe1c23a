import { describe, expect, it } from 'vitest';
import { dagObject } from '../../../engine/contract/dag.ts';
import { readParamSchema } from '../../../engine/dag/param-schema.ts';
import { checkParams } from '../../../engine/execution/prepare/check-params.ts';
import { toDagObject } from '../../../engine/steps/dag-object.ts';
import { loadDag } from '../../../engine/steps/load-dag.ts';

/** What the contract tells of the parameters, by their names. */
function rulesOf(params: string) {
  const { partial, issues } = loadDag(`params: ${params}`, { name: 'file' });
  expect(issues).toEqual([]);
  const object = dagObject().partial().parse(toDagObject(partial));
  const names = object.params ?? [];
  if (object.paramRules === undefined) return undefined;
  expect(object.paramRules).toHaveLength(names.length);
  return Object.fromEntries(names.map((name, index) => [name, object.paramRules?.[index]]));
}

const ruleOf = (property: string) => rulesOf(`{schema: {properties: {A: ${property}}}}`)?.['A'];

const listOf = (length: number): string =>
  JSON.stringify(Array.from({ length }, (_, index) => `v${index}`));

describe('the rules of parameters', () => {
  it('stand in the order of the parameters, those of the schema last', () => {
    const rules = rulesOf(
      '{schema: {properties: {A: {type: integer}, B: {type: boolean}}}, values: {Z: 1, B: true}}',
    );

    expect(Object.entries(rules ?? {}).map(([name, rule]) => [name, rule?.type])).toEqual([
      ['Z', 'any'],
      ['B', 'boolean'],
      ['A', 'integer'],
    ]);
  });

  it.each(['{A: 1}', '[A: 1]', 'x y', '{schema: in/params.json, values: {A: 1}}'])(
    'are left out where the definition holds no schema: %s',
    (params) => {
      expect(rulesOf(params)).toBeUndefined();
    },
  );

  it.each(
    (
      [
        ['{enum: [north, 2, 1.50, false, null]}', ['north', '2', '1.50', 'false', 'null']],
        ['{type: integer, enum: [3, 12345678901234567890]}', ['3', '12345678901234567890']],
        ['{enum: ["", a, a b]}', ['', 'a', 'a b']],
        ['{type: boolean}', ['true', 'false']],
        ['{type: boolean, enum: [true]}', ['true']],
        ['{const: only}', ['only']],
        ['{const: 0}', ['0']],
        ['{oneOf: [{const: a, title: First}, {const: 2}]}', ['a', '2']],
        ['{anyOf: [{const: a}, {const: b}]}', ['a', 'b']],
        [`{enum: ${listOf(100)}}`, JSON.parse(listOf(100)) as string[]],
        [`{enum: [${'x'.repeat(200)}]}`, ['x'.repeat(200)]],
      ] as const
    ).map(([property, choices]) => ({ shown: property.slice(0, 60), property, choices })),
  )('list the values, each of which the engine takes: $shown', ({ property, choices }) => {
    expect(ruleOf(property)?.choices).toEqual(choices);

    const schema = readParamSchema(loadedSchema(`{schema: {properties: {A: ${property}}}}`));
    for (const choice of choices) {
      const start = { rawJson: JSON.stringify({ A: choice }) };
      expect(checkParams(schema ?? {}, start, new Map([['A', choice]])).get('A')).toBe(choice);
    }
  });

  it.each([
    ['{oneOf: [{const: a, title: First}, {const: 2}]}', ['First', '']],
    ['{anyOf: [{const: true, title: Yes}, {const: false, title: No}]}', ['Yes', 'No']],
    ['{oneOf: [{const: 7, title: "7"}, {const: 8, title: Eight}]}', ['', 'Eight']],
    ['{oneOf: [{const: "", title: " None "}, {const: a, title: "  "}]}', ['None', '']],
    [`{oneOf: [{const: a, title: ${'😀'.repeat(201)}}]}`, [`${'😀'.repeat(199)}…`]],
    ['{anyOf: [{const: a, title: A}, {const: a}, {const: b}, {const: b, title: B}]}', ['A', 'B']],
    ['{oneOf: [{const: a, title: a}, {const: b}]}', undefined],
    ['{const: a, title: Of the parameter}', undefined],
    ['{enum: [a], title: Of the parameter}', undefined],
    ['{oneOf: [{const: a, title: First}, {type: string}]}', undefined],
  ] as const)('tell what people call the values: %s', (property, titles) => {
    expect(ruleOf(property)?.choiceTitles).toEqual(titles);
  });

  it.each(
    [
      '{type: string}',
      '{enum: [a, [b]]}',
      '{enum: [a, {b: 1}]}',
      '{anyOf: [{const: a}, {type: string}]}',
      '{anyOf: [{const: a}, true]}',
      '{type: [boolean, "null"]}',
      '{type: boolean, nullable: true}',
      `{enum: ${listOf(101)}}`,
      `{enum: [a, ${'x'.repeat(201)}]}`,
      'true',
    ].map((property) => ({ shown: property.slice(0, 60), property })),
  )('list no values where others fit as well, or a list is no help: $shown', ({ property }) => {
    expect(ruleOf(property)?.choices).toEqual([]);
  });

  it.each([
    ['{type: integer, minimum: 1, maximum: 10}', 'integer', 1, 10],
    ['{type: number, minimum: 0.50}', 'number', 0.5, undefined],
    ['{type: integer, exclusiveMinimum: 0, exclusiveMaximum: 10}', 'integer', 1, 9],
    ['{type: integer, exclusiveMinimum: 0.5, minimum: -3}', 'integer', 1, undefined],
    ['{type: number, exclusiveMinimum: 0}', 'number', undefined, undefined],
    ['{type: number, maximum: 1.0e+999}', 'number', undefined, undefined],
    ['{type: [integer, "null"]}', 'any', undefined, undefined],
    ['{}', 'any', undefined, undefined],
  ])('tell the type and its limits: %s', (property, type, minimum, maximum) => {
    const rule = ruleOf(property);

    expect([rule?.type, rule?.minimum, rule?.maximum]).toEqual([type, minimum, maximum]);
  });

  it('require what has no default, neither in the schema nor among the values', () => {
    const schema =
      '{properties: {A: {default: 1}, B: {}, C: {}, D: {}, E: {default: ""}}, required: [A, B, C, E]}';
    const rules = rulesOf(`{schema: ${schema}, values: {B: b}}`);

    expect(Object.entries(rules ?? {}).map(([name, rule]) => [name, rule?.isRequired])).toEqual([
      ['B', false],
      ['A', false],
      ['C', true],
      ['D', false],
      ['E', false],
    ]);
  });

  it('say what a parameter is for and nothing else; the comment beside it counts first', () => {
    const rules = rulesOf(`
  schema:
    properties:
      A: {description: Of the schema., enum: [a, b]}
      B: {enum: [a, b]}
      C: {description: Of the schema., enum: [a, b]}
      D: {description: Where it runs., enum: [a, b]}
    required: [B]
  values:
    C: a # Of the writer.
    D: b`);

    expect(Object.entries(rules ?? {}).map(([name, rule]) => [name, rule?.description])).toEqual([
      ['C', 'Of the writer.'],
      ['D', 'Where it runs.'],
      ['A', 'Of the schema.'],
      ['B', ''],
    ]);
  });
});

function loadedSchema(params: string): string {
  const { paramSchema } = loadDag(`params: ${params}`, { name: 'file' }).partial;
  return paramSchema?.kind === 'inline' ? paramSchema.json : '';
}
