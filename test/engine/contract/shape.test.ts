import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { operationNames, operations } from '../../../engine/contract/operations.ts';
import { shape } from '../../../engine/contract/shape.ts';

describe('a shape', () => {
  it('is made when it is first asked for, and once', () => {
    let count = 0;
    const text = shape(() => {
      count += 1;
      return z.string();
    });
    expect(count).toBe(0);

    expect(text()).toBe(text());
    expect(count).toBe(1);
  });

  it.each(operationNames)('of %s is made once', (name) => {
    const { input, output } = operations[name];

    expect(input()).toBe(input());
    expect(output()).toBe(output());
  });

  it('is parsed without a function of its own', () => {
    expect(z.config().jitless).toBe(true);
  });
});
