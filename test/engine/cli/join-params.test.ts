import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinParams } from '../../../engine/cli/actions/join-params.ts';
import { parseStartParams } from '../../../engine/dag/start-params.ts';

describe('joinParams', () => {
  it.each([
    { texts: [], values: [], is: undefined },
    { texts: [' '], values: [], is: undefined },
    { texts: ['A=1'], values: ['B=2'], is: 'A=1 B=2' },
    { texts: ['{"A": 1}'], values: [], is: '{"A": 1}' },
    { texts: ['A=1', 'B=2'], values: [], is: 'A=1 B=2' },
    { texts: [], values: ['{"A": 1}'], is: '{"A": 1}' },
    { texts: [' '], values: ['["q", "r"]'], is: '["q", "r"]' },
    { texts: [], values: ['{A: 1}'], is: '"{A: 1}"' },
    { texts: [], values: ['[x]', 'y'], is: '"[x]" y' },
    { texts: [], values: ['{}', '[]'], is: '"{}" "[]"' },
    { texts: ['A=1'], values: ['{"B": 1}'], is: 'A=1 "{\\"B\\": 1}"' },
    { texts: [], values: ['5'], is: '5' },
  ])('makes $is of $texts and $values', ({ texts, values, is }) => {
    expect(joinParams(texts, values)).toBe(is);
  });

  it('lets the engine read each argument as one value, whatever it holds', () => {
    const name = fc.option(fc.constantFrom('A', 'some_name', 'with-dash'), { nil: null });
    const param = fc.record({ name, value: fc.string({ unit: 'grapheme' }) });

    fc.assert(
      fc.property(fc.array(param, { minLength: 1, maxLength: 4 }), (params) => {
        // What looks like `NAME=value` is one; other values with such a look cannot be told apart.
        fc.pre(params.every((one) => one.name !== null || !/^[\w-]+=/.test(one.value)));
        fc.pre(params.every(({ value }) => !value.includes('\0')));
        // A single one that is JSON is all of them.
        fc.pre(params.length > 1 || !/^\s*[[{]/.test(params[0]?.value ?? ''));
        const values = params.map((one) => (one.name === null ? '' : `${one.name}=`) + one.value);

        expect(parseStartParams(joinParams([], values)).values).toEqual(params);
      }),
    );
  });
});
