import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outputKey } from '../../../engine/contract/output-key.ts';
import { resolveReference } from '../../../engine/dag/references.ts';

const json =
  '{"host":{"name":"db 1","ports":[5432,5433]},"none":null,"n":1.50,"big":12345678901234567890,"yes":true,"1":"one","a-b":"dash","list":[[1,{"x":"y"}]]}';
const facts = {
  variables: new Map([
    ['INFO', json],
    ['LIST', '["a",{"b":2}]'],
    ['TEXT', 'hello world'],
    ['EMPTY', ''],
    ['NUMBER', '12'],
    ['measure', '{"exit_code":"of the variable","rows":3}'],
    ['EMOJI', '👍🏽é!'],
    ['BROKEN', '{"a":'],
    ['DEEP', `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
  ]),
  steps: new Map([
    ['measure', { exitCode: 6, stdout: '/logs/m.out', stderr: '/logs/m.err' }],
    ['killed', { exitCode: null, stdout: '/logs/k.out', stderr: '' }],
    ['my-step', { exitCode: 0, stdout: 's', stderr: 'e' }],
  ]),
};

describe('resolveReference', () => {
  it.each([
    ['measure.exit_code', '6'],
    ['measure.exitCode', '6'],
    ['measure.stdout', '/logs/m.out'],
    ['measure.stderr', '/logs/m.err'],
    ['measure.stdout:0:5', '/logs'],
    ['measure.stdout:6', 'm.out'],
    ['measure.rows', '3'],
    ['killed.exit_code', ''],
    ['my-step.exit_code', '0'],
    ['TEXT', 'hello world'],
    ['TEXT:0:5', 'hello'],
    ['TEXT:6', 'world'],
    ['TEXT:99', ''],
    ['EMOJI:0:1', '👍'],
    ['INFO.host.name', 'db 1'],
    ['INFO.host.name:3', '1'],
    ['INFO.host.ports[1]', '5433'],
    ['INFO.host.ports.0', '5432'],
    ['INFO.host.ports', '[5432,5433]'],
    ['INFO.host', '{"name":"db 1","ports":[5432,5433]}'],
    ['INFO.list[0][1].x', 'y'],
    ['LIST[1].b', '2'],
    ['LIST.0', 'a'],
    ['INFO.1', 'one'],
    ['INFO.a-b', 'dash'],
    ['INFO.yes', 'true'],
    ['INFO.n', '1.50'],
    ['INFO.big', '12345678901234567890'],
    ['INFO.none', ''],
    ['INFO.none.x', ''],
    ['INFO.absent', ''],
    ['INFO.host.ports[9]', ''],
    ['INFO.host.ports.name', ''],
    ['INFO.host[0]', ''],
    ['INFO.n.x', ''],
    ['INFO.n.rawJSON', ''],
    ['INFO.host.ports.length', ''],
    ['INFO.constructor', ''],
    ['INFO.__proto__', ''],
    ['INFO.host.name.length', ''],
    ['NUMBER.x', ''],
    ['EMPTY', ''],
  ])('finds %s', (expression, value) => {
    expect(resolveReference(expression, facts)).toBe(value);
  });

  it.each([
    ...['NO', 'NO.a', 'TEXT.a', 'EMPTY.a', 'BROKEN.a', 'killed.rows', 'killed', ''],
    ...[
      'INFO.',
      'INFO..a',
      'INFO[',
      'INFO[a]',
      'INFO[-1]',
      'a b',
      'TEXT:',
      'TEXT:-1',
      'TEXT:0:',
      '.a',
      '{X}',
    ],
  ])('does not know %j', (expression) => {
    expect(resolveReference(expression, facts)).toBeUndefined();
  });

  it('survives JSON nested deeper than its stack', () => {
    expect(['', undefined]).toContain(resolveReference('DEEP[0]', facts));
  });

  it('finds what JSON.parse finds, at any path', () => {
    const key = fc.stringMatching(/^[a-z]{1,3}$/);
    const value = fc.letrec<{ node: unknown; leaf: string }>((tie) => ({
      leaf: fc.string(),
      node: fc.oneof(
        tie('leaf'),
        fc.dictionary(key, tie('node'), { maxKeys: 3 }),
        fc.array(tie('node'), { maxLength: 3 }),
      ),
    })).node;
    const path = fc.array(fc.oneof(key, fc.nat(3)), { minLength: 1, maxLength: 4 });

    fc.assert(
      fc.property(value, path, (root, parts) => {
        const expected = parts.reduce<unknown>(
          (at, part) =>
            typeof at === 'object' &&
            at !== null &&
            Object.hasOwn(at, part) &&
            Array.isArray(at) === (typeof part === 'number')
              ? Reflect.get(at, part)
              : undefined,
          root,
        );
        const expression = `X${parts.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`)).join('')}`;
        const variables = new Map([['X', JSON.stringify(root)]]);

        const text =
          expected === undefined
            ? ''
            : typeof expected === 'string'
              ? expected
              : JSON.stringify(expected);
        expect(resolveReference(expression, { variables, steps: new Map() })).toBe(text);
      }),
    );
  });
});

describe('outputKey', () => {
  it.each([
    ['ROW_COUNT', 'rowCount'],
    ['GREETING', 'greeting'],
    ['MY_VAR_2', 'myVar2'],
    ['myVar', 'myVar'],
    ['MyVar', 'myVar'],
    ['row_count', 'rowCount'],
    ['_PRIVATE__X_', 'privateX'],
    ['__', '__'],
  ])('turns %s into %s', (name, key) => {
    expect(outputKey(name)).toBe(key);
  });
});
