import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonExcess } from '../../../engine/lib/json-bounds.ts';

const excess = (text: string, bounds = { values: 10, depth: 3 }) =>
  jsonExcess(Buffer.from(text), bounds);

/** Values and levels, as a parser finds them. */
function sizeOf(value: unknown): { readonly values: number; readonly depth: number } {
  if (typeof value !== 'object' || value === null) return { values: 1, depth: 0 };
  const inner = Object.values(value).map(sizeOf);
  return {
    values: 1 + inner.reduce((sum, { values }) => sum + values, 0),
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
  };
}

describe('the bounds of a JSON text', () => {
  it('are those of its values and levels', () => {
    expect(excess('[1,2,3,4,5,6,7,8,9]')).toBeNull();
    expect(excess('[1,2,3,4,5,6,7,8,9,10]')).toBe('has more than 10 values');
    expect(excess('{"a":{"b":{}}}')).toBeNull();
    expect(excess('{"a":{"b":{"c":[]}}}')).toBe('is nested more than 3 levels deep');
  });

  it('do not count what stands in a text', () => {
    const text = JSON.stringify('[[[[{{{{,,,,,,,,,,,"\\');

    expect(excess(`[${text},${text}]`)).toBeNull();
    expect(excess(`"${'\\\\'.repeat(50)}",,,,,,,,,,,`)).toBe('has more than 10 values');
  });

  it('count what a parser finds, and an empty list or object as one with a value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const bytes = Buffer.from(JSON.stringify(value));
        const { values, depth } = sizeOf(value);

        expect(jsonExcess(bytes, { values: values * 2, depth })).toBeNull();
        expect(jsonExcess(bytes, { values: values - 1, depth })).not.toBeNull();
        if (depth > 0) expect(jsonExcess(bytes, { values, depth: depth - 1 })).not.toBeNull();
      }),
    );
  });

  it('hold for any bytes, and end', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const bounds = { values: 1000, depth: 1000 };
        expect(jsonExcess(bytes, bounds)).toBeNull();
      }),
    );
  });
});
