import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EngineError } from '../../../engine/contract/errors.ts';
import { issueText } from '../../../engine/dag/definition.ts';
import { toDagHead, toDagObject } from '../../../engine/steps/dag-object.ts';
import type { KnownToCommand } from '../../../engine/dag/expand.ts';
import { loadBase, loadDag } from '../../../engine/steps/load-dag.ts';
import { formatParam } from '../../../engine/contract/format-param.ts';
import { splitParamText } from '../../../engine/dag/param-text.ts';
import { resolveParams } from '../../../engine/dag/resolve-params.ts';
import { parseStartParams } from '../../../engine/dag/start-params.ts';

/** Variables of a scope whose commands print what they are. */
const scope = {
  lookup: (name: string) => (name === 'HOME' ? '/home/me' : undefined),
  declares: () => false,
  substitute: (command: string, { variables }: KnownToCommand) =>
    Promise.resolve(`<${command}|${[...variables.keys()].join(',')}>\n`),
};

async function resolved(definition: string, start?: string, base = '') {
  const { partial, issues } = loadDag(definition, { name: 'file', base: loadBase(base) });
  expect(issues).toEqual([]);
  return resolveParams(partial.params, parseStartParams(start), scope);
}

function refusal(text: string): EngineError {
  try {
    parseStartParams(text);
  } catch (error) {
    if (error instanceof EngineError) return error;
    throw error;
  }
  throw new Error('was accepted');
}

describe('parseStartParams', () => {
  it.each([
    [
      'COUNT=12 TITLE="late report"',
      [
        ['COUNT', '12'],
        ['TITLE', 'late report'],
      ],
    ],
    [
      `a 'b c' K='d "e"'`,
      [
        [null, 'a'],
        [null, 'b c'],
        ['K', 'd "e"'],
      ],
    ],
    [
      'K= L=""',
      [
        ['K', ''],
        ['L', ''],
      ],
    ],
    [
      'K=a=b --flag=1 http://x?y=1',
      [
        ['K', 'a=b'],
        [null, '--flag=1'],
        [null, 'http://x?y=1'],
      ],
    ],
    [
      `it's CFG={"x":1}`,
      [
        [null, `it's`],
        ['CFG', '{"x":1}'],
      ],
    ],
    ['K="a\\"b\\\\c\\d"', [['K', 'a"b\\c\\d']]],
    [
      'K=`date +%F` `x',
      [
        ['K', '`date +%F`'],
        [null, '`x'],
      ],
    ],
    ['K=$HOME', [['K', '$HOME']]],
    [
      '["red wine", 2, null, {"a": [1.50]}, true]',
      [
        [null, 'red wine'],
        [null, '2'],
        [null, ''],
        [null, '{"a":[1.50]}'],
        [null, 'true'],
      ],
    ],
    [
      '{"A":"x y","N":12345678901234567890,"O":{"k":[1]},"Z":null}',
      [
        ['A', 'x y'],
        ['N', '12345678901234567890'],
        ['O', '{"k":[1]}'],
        ['Z', ''],
      ],
    ],
    ['{"__proto__":"x"}', [['__proto__', 'x']]],
    ['  ', []],
    [undefined, []],
  ])('reads %j', (text, values) => {
    expect(parseStartParams(text).values.map(({ name, value }) => [name, value])).toEqual(values);
  });

  it('keeps JSON to the byte', () => {
    expect(parseStartParams(' {"A" : 1.0}').rawJson).toBe(' {"A" : 1.0}');
    expect(parseStartParams('A=1').rawJson).toBeNull();
  });

  it.each([
    '{"A":',
    '[1',
    '{a: 1}',
    'K="x',
    "'x",
    '"a"b',
    '{"":1}',
    '{"a=b":1}',
    '{"a":"\\u0000"}',
    'a\0b',
  ])('refuses %j and names the field', (text) => {
    const error = refusal(text);

    expect(error.code).toBe('bad_request');
    expect(error.message).toContain('`params`');
    expect(error.extras.details).toHaveProperty('params');
  });

  it('reads back what was written, to the byte', () => {
    const name = fc.option(fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_-]{0,8}$/));
    const value = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.string({
        unit: fc.constantFrom('"', "'", '\\', '`', ' ', '\n', '=', '$', '{', '[', 'a'),
        maxLength: 8,
      }),
    );

    fc.assert(
      fc.property(fc.array(fc.record({ name, value }), { maxLength: 5 }), (params) => {
        const text = params.map(formatParam).join(' ');

        expect(splitParamText(text)).toEqual(params);
        if (params.length > 0 && !text.includes('\0'))
          expect(parseStartParams(text).values).toEqual(params);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('resolveParams', () => {
  const three = 'params:\n  - REGION: north\n  - COUNT: three\n  - TITLE: none';

  it.each([
    ['defaults', three, undefined, '{"REGION":"north","COUNT":"three","TITLE":"none"}'],
    [
      'overrides by name',
      three,
      'COUNT=12 TITLE="late report"',
      '{"REGION":"north","COUNT":"12","TITLE":"late report"}',
    ],
    ['values by position', three, 'south 5', '{"REGION":"south","COUNT":"5","TITLE":"none"}'],
    [
      'values by position around one by name',
      three,
      'REGION=x 5',
      '{"REGION":"x","COUNT":"5","TITLE":"none"}',
    ],
    ['empty values', three, 'COUNT= TITLE=""', '{"REGION":"north","COUNT":"","TITLE":""}'],
    [
      'undefined names last',
      three,
      'EXTRA=1 COUNT=2',
      '{"REGION":"north","COUNT":"2","TITLE":"none","EXTRA":"1"}',
    ],
    ['more values than parameters', 'params: [A: 1]', 'x y z', '{"A":"x","2":"y","3":"z"}'],
    ['a value beside a name', 'params: [A: 1]', 'A=2 y', '{"A":"2","2":"y"}'],
    [
      'positional definitions',
      'params: water cheese salt',
      '"red wine"',
      '{"1":"red wine","2":"cheese","3":"salt"}',
    ],
    ['no parameters', 'steps:', undefined, '{}'],
    ['the last of two', 'params: [A: 1]', 'A=2 A=3', '{"A":"3"}'],
  ])('joins %s', async (_, definition, start, json) => {
    const params = await resolved(definition, start);

    expect(params.json).toBe(json);
    expect(new Map(Object.entries(JSON.parse(json)))).toEqual(params.values);
  });

  it('gives positional values to the DAG first, and then to what all DAGs have in common', async () => {
    const base = 'params: [{REGION: north}]';
    const params = await resolved('params: [{A: "${REGION}"}]', 'x south', base);

    expect(params.json).toBe('{"REGION":"south","A":"x"}');
    expect(params.positional).toEqual(['x', 'south']);
  });

  it('takes the defaults of a schema as they are, and leaves out what has none', async () => {
    const schema =
      '{properties: {A: {default: "$HOME `id`"}, B: {type: string}, C: {default: [1.50, ~]}}}';
    const params = await resolved(`params: {schema: ${schema}, values: {D: "\${HOME}", E: [x]}}`);

    expect([...params.values]).toEqual([
      ['D', '/home/me'],
      ['E', '["x"]'],
      ['A', '$HOME `id`'],
      ['C', '[1.50,null]'],
    ]);
  });

  it('keeps JSON given at start as it is, and reads its values', async () => {
    const params = await resolved(three, '{"COUNT": 7.0, "O": {"a": 1}}');

    expect(params.json).toBe('{"COUNT": 7.0, "O": {"a": 1}}');
    expect([...params.values]).toEqual([
      ['REGION', 'north'],
      ['COUNT', '7.0'],
      ['TITLE', 'none'],
      ['O', '{"a":1}'],
    ]);
  });

  it('expands defaults in order, and lets them see what was given', async () => {
    const definition =
      'params:\n  - A: one\n  - B: ${A}-two\n  - C: "$B `echo $A` $HOME \\\\$A ${LATER}"\n  - LATER: x\n  - J: "${O.k}"\n';

    const params = await resolved(`${definition}`, 'A=zzz O=1');

    expect(params.values.get('B')).toBe('zzz-two');
    expect(params.values.get('C')).toBe('zzz-two <echo $A|A,B> /home/me $A ');
  });

  it('takes paths into parameters before it', async () => {
    const { values } = await resolved('params:\n  - O: \'{"k": [1, 2]}\'\n  - V: ${O.k[1]}');

    expect(values.get('V')).toBe('2');
  });

  it('never expands what was given', async () => {
    const value = '$HOME ${A} `id` $(id) \\$A';
    const { values } = await resolved('params: [A: x, B: "${A}"]', JSON.stringify({ A: value }));

    expect(values.get('A')).toBe(value);
    expect(values.get('B')).toBe(value);
  });

  it.each([
    ['params: water cheese', undefined, ['water', 'cheese']],
    ['params: water cheese', '["red wine", "bread", "fig"]', ['red wine', 'bread', 'fig']],
    ['params: [A: 1, B: 2]', undefined, []],
    ['params: [A: 1, B: 2]', 'A=5', []],
    ['params: [A: 1, B: 2]', 'x', ['x']],
    ['params: [A: 1]', 'x y', ['x', 'y']],
    ['params: A=1 pos', undefined, ['1', 'pos']],
    ['steps:', '{"2": "b", "999999999": "x"}', ['b', 'b']],
    ['steps:', undefined, []],
  ])(
    'tells a shell what %j started with %j has as $1, $2 …',
    async (definition, start, positional) => {
      expect((await resolved(definition, start)).positional).toEqual(positional);
    },
  );
});

describe('params with a schema', () => {
  const read = (text: string) => loadDag(text, { name: 'file' });

  it.each([
    ['{schema: {properties: {A: {}}}}', { kind: 'inline', json: '{"properties":{"A":{}}}' }],
    ['{schema: in/params.json}', { kind: 'file', path: 'in/params.json' }],
    ['{schema: in/params, values: {A: 1}}', { kind: 'file', path: 'in/params' }],
    ['{schema: public, values: 5}', null],
    ['{schema: a.json, table: t}', null],
  ])('are told from parameters of these names: %s', (params, schema) => {
    const { partial, issues } = read(`params: ${params}`);

    expect(issues).toEqual([]);
    expect(partial.paramSchema).toEqual(schema);
    if (schema === null) expect(partial.params[0]?.name).toBe('schema');
  });

  it.each([
    ['{schema: https://a.b/c.json}', '[1:18] `schema` must be a map or a file, not a URL'],
    ['{schema: [a]}', '[1:18] `schema` must be a map or a file, got a list'],
    ['{schema: {}, vals: {A: 1}}', '[1:22] unknown key `vals`'],
    ['{schema: {properties: [A]}}', '[1:31] `properties` must be a map, got a list'],
    [
      '{schema: {properties: {a b: {}}}}',
      '[1:32] `a b` in `properties` is not a valid parameter name',
    ],
    ['{schema: {}, values: {1x: 1}}', '[1:31] `1x` in `values` is not a valid parameter name'],
  ])('are refused where they make no sense: %s', (params, message) => {
    expect(read(`params: ${params}`).issues.map(issueText)).toEqual([message]);
  });

  it('say what each is for, what it may be, and whether it must be given', () => {
    const { partial } = read(`
params:
  schema:
    properties:
      REGION: {description: Where it runs., enum: [north, 2, null]}
      LIMIT: {type: integer, default: 5}
      NOTE: {type: string}
      Z: {description: Of the schema.}
    required: [REGION, LIMIT, NOTE]
  values: {Z: z}
steps: []
`);

    const { params, paramHelp } = toDagObject(partial);
    expect(Object.fromEntries(params.map((name, index) => [name, paramHelp?.[index]]))).toEqual({
      REGION: 'Where it runs. One of: north, 2, null. Required.',
      LIMIT: '',
      NOTE: 'Required.',
      Z: 'Of the schema.',
    });
  });

  it.each([
    ['a map', '  # The day that\n  # is loaded.\n  DATE: 1\n  REGION: all # Where it runs.\n'],
    ['a list', '  # The day that is loaded.\n  - DATE: 1\n  # Where it runs.\n  - REGION=all\n'],
    [
      'notes',
      '  # Old.\n\n  # The day that is loaded.\n  DATE: 1\n  # no\n  REGION: all # Where it runs.\n',
    ],
    [
      'what is off',
      '  # ZONE: a\n  # The day that is loaded.\n  DATE: 1\n  # Where it runs.\n  REGION: all\n',
    ],
  ])('say what each is for by the comment beside or above it, in %s', (_, params) => {
    const { partial } = read(`params:\n${params}steps: []\n`);

    expect(toDagObject(partial).paramHelp).toEqual(['The day that is loaded.', 'Where it runs.']);
  });

  it.each(['  - DATE: 1\n', '  - DATE=1\n', '  DATE: 1\n'])(
    'are not described by what stands above all of them: %j',
    (params) => {
      for (const above of ['# Set these at the start.\n', '# schedule: "0 8 1 * *"\n\n']) {
        const { partial } = read(`type: chain\n${above}params:\n${params}steps: []\n`);
        const noneAbove = read(`${above}params:\n${params}steps: []\n`).partial;

        expect(toDagObject(partial).paramHelp ?? ['']).toEqual(['']);
        expect(toDagObject(noneAbove).paramHelp ?? ['']).toEqual(['']);
      }
    },
  );

  it('are shown with those that the schema adds', () => {
    const schema = '{properties: {A: {default: 1}, B: {type: string}}}';
    const { partial } = read(`params: {schema: ${schema}, values: {Z: z}}`);

    expect(toDagHead(partial)).toMatchObject({
      params: ['Z=z', 'A=1', 'B='],
      defaultParams: 'Z=z A=1',
    });
  });
});

describe('defaultParams', () => {
  it('is text that starts the DAG with its defaults', () => {
    const { partial } = loadDag(`params:\n  - A: x y\n  - B: ""\n  - 'p "q'\n  - C: plain`, {
      name: 'file',
    });
    const head = toDagHead(partial);

    expect(head.params).toEqual(['A=x y', 'B=', 'p "q', 'C=plain']);
    expect(head.defaultParams).toBe('A="x y" B="" "p \\"q" C=plain');
    expect(parseStartParams(head.defaultParams).values.map(({ value }) => value)).toEqual([
      'x y',
      '',
      'p "q',
      'plain',
    ]);
  });
});
