import { expect, test } from 'vitest';
import { escapeNonAscii } from '../../../scripts/build/ascii-only.ts';

test('what is not ASCII is written as escapes that mean the same', () => {
  const code = '["…", `→ ${1} 😀`, /^[–😀]$/u.test("😀"), { é: 1 }.é]';
  const escaped = escapeNonAscii(code);
  expect(escaped).toMatch(/^[\x00-\x7f]*$/);
  const run = (text: string): unknown => new Function(`return ${text}`)();
  expect(run(escaped)).toEqual(run(code));
});

test.each(['"\\…"', 'String.raw`a…b`'])('%s would mean something else, and is refused', (code) => {
  expect(() => escapeNonAscii(code)).toThrow('cannot be written in ASCII');
});
