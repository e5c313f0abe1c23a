import { describe, expect, it } from 'vitest';
import { issueText } from '../../../engine/dag/definition.ts';
import { checkParams } from '../../../engine/execution/prepare/check-params.ts';
import { loadDag } from '../../../engine/steps/load-dag.ts';

const headed = (properties: string, values: string, more = ''): string =>
  `params:\n  schema: {type: object, properties: {${properties}}${more}}\n  values: {${values}}\nsteps: [echo]\n`;

const errorsOf = (text: string): readonly string[] =>
  loadDag(text, { name: 'file' })
    .issues.filter(({ severity }) => severity === 'error')
    .map(issueText);

/** The same by the check of a start that gives no values of its own. */
function isRefusedAtStart(text: string): boolean {
  const { partial } = loadDag(text, { name: 'file' });
  if (partial.paramSchema?.kind !== 'inline') throw new Error('The schema was not read.');
  const schema = JSON.parse(partial.paramSchema.json) as Record<string, unknown>;
  const values = partial.params.flatMap(({ name, defaultValue }) =>
    defaultValue === null ? [] : [[name, defaultValue] as const],
  );
  try {
    checkParams(schema, { rawJson: null }, new Map(values));
    return false;
  } catch {
    return true;
  }
}

describe('a value of `params` that its own schema refuses', () => {
  it.each([
    [headed('a: {type: integer, minimum: 1}', 'a: 0'), '[3:15]', 'must be at least 1'],
    [headed('a: {type: integer}', 'a: many'), '[3:15]', 'must be integer'],
    [headed('a: {type: integer}', 'a: 1.5'), '[3:15]', 'must be integer'],
    [headed('a: {enum: [x, y]}', 'a: z'), '[3:15]', 'must be one of "x", "y"'],
    [headed('a: {const: 1}', 'a: 2'), '[3:15]', 'must be 1'],
    [headed('a: {type: string, maxLength: 2}', 'a: abc'), '[3:15]', 'at most 2 characters'],
    [headed('a: {type: string, pattern: "^x+$"}', 'a: yy'), '[3:15]', 'must match ^x+$'],
    [headed('a: {type: string, format: email}', 'a: me'), '[3:15]', 'must have the format email'],
    [headed('a: {type: number, multipleOf: 0.1}', 'a: 0.25'), '[3:15]', 'a multiple of 0.1'],
    [headed('a: {type: array, items: {type: integer}}', 'a: [1, b]'), '[3:15]', '1 must be'],
    [
      headed('a: {type: object, required: [x], properties: {x: {type: integer}}}', 'a: {y: 1}'),
      '[3:15]',
      'must have "x"',
    ],
    [
      headed('a: {$ref: "#/$defs/p"}', 'a: 1', ', $defs: {p: {minimum: 3, type: integer}}'),
      '[3:15]',
      'must be at least 3',
    ],
    [headed('a: {anyOf: [{type: boolean}, {type: integer}]}', 'a: b'), '[3:15]', 'must be boolean'],
    [headed('a: {}', 'b: 1', ', additionalProperties: false'), '[3:15]', 'is not allowed'],
    [headed('a: {type: integer, default: x}', 'b: 1'), '[2:67]', 'must be integer'],
  ])('is a load error there: %s', (text, place, words) => {
    const errors = errorsOf(text);

    expect(errors).toEqual([expect.stringContaining(words)]);
    expect(errors[0]).toContain(place);
    expect(isRefusedAtStart(text) || text.includes('default:')).toBe(true);
  });

  it.each([
    headed('a: {type: integer, minimum: 1}', 'a: "7"'),
    headed('a: {type: string}', 'a: 7'),
    headed('a: {minimum: 8}', 'a: 7'),
    headed('a: {type: boolean}', 'a: true'),
    headed('a: {type: [string, integer], maxLength: 2}', 'a: ab'),
    headed('a: {type: array, items: {type: integer}}', 'a: [1, 2]'),
    headed('a: {type: integer}', 'b: x'),
    headed('a: {type: integer, default: x}', 'a: 1'),
    headed('a: {type: object, required: [x], properties: {x: {default: 1}}}', 'a: {}'),
    headed('a: {$ref: "#/$defs/a"}', 'a: 1', ', $defs: {a: {$ref: "#/$defs/a"}}'),
  ])('is none where the schema takes it: %s', (text) => {
    expect(errorsOf(text)).toEqual([]);
    if (!text.includes('$ref')) expect(isRefusedAtStart(text)).toBe(false);
  });

  it.each([
    ['values: "A=x B=2"', '[3:11]', ['`A`', 'integer']],
    ['values: \'B=2 A="x y"\'', '[3:11]', ['`A`', 'integer']],
    ['values: [B=2, A=x]', '[3:17]', ['`A`', 'integer']],
    ['values: [B=2, {A: x}]', '[3:21]', ['`A`', 'integer']],
  ])('is one wherever `values` are texts: %s', (values, place, words) => {
    const text = `params:\n  schema: {properties: {A: {type: integer}}}\n  ${values}\nsteps: [echo]\n`;

    const errors = errorsOf(text);

    expect(errors).toHaveLength(1);
    for (const part of [place, ...words]) expect(errors[0]).toContain(part);
    expect(isRefusedAtStart(text)).toBe(true);
    expect(
      errorsOf(
        text.replace(/A=x|A="x y"|A: x/, (written) =>
          `${written.slice(0, 2)} 7`.replace('= ', '='),
        ),
      ),
    ).toEqual([]);
  });

  it('is not known before a value is filled in', () => {
    expect(errorsOf(headed('a: {type: integer}', 'a: "${COUNT}"'))).toEqual([]);
    expect(errorsOf(headed('a: {type: integer}', 'a: "`nproc`"'))).toEqual([]);
  });
});
