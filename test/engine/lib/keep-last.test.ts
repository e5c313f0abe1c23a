import { describe, expect, it } from 'vitest';
import { keepLast } from '../../../engine/lib/keep-last.ts';

describe('keepLast', () => {
  it('makes again only what others have taken the place of since', () => {
    const made: string[] = [];
    const lengthOf = keepLast(2, (key) => made.push(key) && key.length);

    const lengths = ['a', 'bb', 'a', 'ccc', 'a', 'bb'].map((key) => lengthOf(key));

    expect(lengths).toEqual([1, 2, 1, 3, 1, 2]);
    expect(made).toEqual(['a', 'bb', 'ccc', 'bb']);
  });
});
