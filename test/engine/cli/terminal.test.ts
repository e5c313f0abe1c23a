import { describe, expect, it } from 'vitest';
import { wantsColor } from '../../../engine/cli/terminal.ts';

describe('wantsColor', () => {
  it.each([
    { isTTY: true, env: {}, wants: true },
    { isTTY: false, env: {}, wants: false },
    { isTTY: true, env: { TERM: 'dumb' }, wants: false },
    { isTTY: true, env: { NO_COLOR: '1' }, wants: false },
    { isTTY: true, env: { NO_COLOR: '' }, wants: true },
    { isTTY: false, env: { FORCE_COLOR: '1' }, wants: true },
    { isTTY: false, env: { FORCE_COLOR: '' }, wants: true },
    { isTTY: true, env: { FORCE_COLOR: '0' }, wants: false },
    { isTTY: true, env: { NO_COLOR: '1', FORCE_COLOR: '1' }, wants: false },
  ])('is $wants with $env where isTTY is $isTTY', ({ isTTY, env, wants }) => {
    expect(wantsColor({ isTTY }, env)).toBe(wants);
  });
});
