import { describe, expect, it } from 'vitest';
import { createLogger } from '../../../engine/platform/logger.ts';

function aLog(options: Partial<Parameters<typeof createLogger>[0]> = {}) {
  const lines: string[] = [];
  const destination = { write: (line: string) => lines.push(line) };
  const log = createLogger({ format: 'text', debug: false, destination, ...options });
  return { log, lines };
}
const time = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}`;

describe('createLogger', () => {
  it('writes short lines for people', () => {
    const { log, lines } = aLog();

    log.with({ run: 'r1' }).warn('Step is slow', { step: 'two words', ms: 5, list: [1] });

    expect(lines).toEqual([
      expect.stringMatching(
        new RegExp(`^${time} warn  Step is slow  run=r1 step="two words" ms=5 list=\\[1\\]\n$`),
      ),
    ]);
  });

  it('writes JSON for programs', () => {
    const { log, lines } = aLog({ format: 'json' });

    log.info('Engine is ready', { url: 'http://x' });

    expect(JSON.parse(lines[0] ?? '')).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      url: 'http://x',
      msg: 'Engine is ready',
    });
  });

  it('shows an error with its stack', () => {
    const { log, lines } = aLog();

    log.error('Call failed', { error: new TypeError('it broke') });

    expect(lines[0]).toMatch(/error Call failed {2}error="it broke"\nTypeError: it broke\n +at /);
  });

  it('keeps a value from starting a line of its own', () => {
    const { log, lines } = aLog();

    log.info('Message', { name: 'a\nb="c' });

    expect(lines[0]).toMatch(/ name="a\\nb=\\"c"\n$/);
  });

  it('shows control characters as pictures', () => {
    const { log, lines } = aLog();

    log.info('Message', { name: '\x1b]52;c;eA\x07', error: new Error('a\u202eb\x1b[2J') });

    expect(lines.join('')).toContain(' name=\u241b]52;c;eA\u2407 error=a<202e>b\u241b[2J\n');
    expect(lines.join('')).not.toMatch(/[\x00-\x08\x0b-\x1f\u202e]/);
  });

  it.each([
    { options: {}, levels: ['info', 'warn', 'error'] },
    { options: { debug: true }, levels: ['debug', 'info', 'warn', 'error'] },
    { options: { quiet: true }, levels: ['warn', 'error'] },
    { options: { quiet: true, debug: true }, levels: ['debug', 'info', 'warn', 'error'] },
  ])('with $options writes $levels', ({ options, levels }) => {
    const { log, lines } = aLog({ format: 'json', ...options });

    for (const level of ['debug', 'info', 'warn', 'error'] as const) log[level]('x');

    const written = lines.join('').trimEnd().split('\n');
    expect(written.map((line) => (JSON.parse(line) as { level: string }).level)).toEqual(levels);
  });

  it('lets a warning wait for nothing, and puts what waited before it', () => {
    const { log, lines } = aLog();

    for (const level of ['info', 'info', 'warn'] as const) log[level](level);

    expect(lines.map((piece) => piece.match(/\w+(?=\n)/g))).toEqual([['info'], ['info', 'warn']]);
  });
});
