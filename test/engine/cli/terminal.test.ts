import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import {
  createAskSecret,
  createConfirm,
  createOutput,
  rawWhile,
  wantsColor,
} from '../../../engine/cli/terminal.ts';

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

describe('an output', () => {
  const hostile = 'a\x1b]52;c;eA==\x07b\x1b[31mc\x1b[2J\x1b[mx\ry\x9bz\x7f\u202e\tend\r\n';
  const shown = (red: string, reset: string): string =>
    `a\u241b]52;c;eA==\u2407b${red}c\u241b[2J${reset}x\u240dy<009b>z\u2421<202e>\tend\r\n`;

  function written(text: string, env: Readonly<Record<string, string>> = {}, isRaw = false) {
    let all = '';
    const out = createOutput({ isTTY: true, write: (piece) => (all += piece) }, env);
    rawWhile(() => isRaw, out).write(text);
    return all;
  }

  it('shows control characters as pictures, and lets colors pass on a terminal', () => {
    expect(written(hostile)).toBe(shown('\x1b[31m', '\x1b[m'));
  });

  it('lets no colors pass where none are wanted', () => {
    expect(written(hostile, { NO_COLOR: '1' })).toBe(shown('', ''));
  });

  it('writes all as it is on request', () => {
    expect(written(hostile, {}, true)).toBe(hostile);
  });

  it('ends the colors of a log with their line', () => {
    const stream = { write: () => undefined };
    const onTerminal = createOutput({ ...stream, isTTY: true }, {});

    expect(onTerminal.logLine('\x1b[8mhidden\r')).toBe('\x1b[8mhidden\x1b[0m\r');
    expect(onTerminal.logLine('plain')).toBe('plain');
    expect(createOutput(stream, {}).logLine('\x1b[8mhidden')).toBe('\x1b[8mhidden');
    expect(rawWhile(() => true, onTerminal).logLine('\x1b[8m')).toBe('\x1b[8m');
  });
});

const terminal = () => Object.assign(new PassThrough(), { isTTY: true as const });

describe('a question', () => {
  async function confirm(question: string, answer: string) {
    const [input, output] = [terminal(), terminal()];
    const isYes = createConfirm(input, output)?.(question);
    input.write(`${answer}\n`);
    const outcome = await isYes;
    output.end();
    return { outcome, shown: await text(output) };
  }

  it.each([
    ['y', true],
    ['Yes', true],
    ['', false],
    ['yesterday', false],
  ])('that is answered by %j is a yes: %s', async (answer, outcome) => {
    expect(await confirm('Go on?', answer)).toMatchObject({ outcome });
  });

  it('shows what would steer the terminal', async () => {
    const { shown } = await confirm('Delete \x1b]52;c;eA==\x07?', 'n');

    expect(shown).toContain('Delete \u241b]52;c;eA==\u2407? [y/N] ');
    expect(shown).not.toContain('\x1b]52');
  });

  it('is not asked where a program is at the other end', () => {
    expect(createConfirm(new PassThrough() as never, terminal())).toBeNull();
    expect(createConfirm(terminal(), new PassThrough() as never)).toBeNull();
  });
});

describe('a secret', () => {
  /** What is answered to the keys that are pressed, and what the screen shows. */
  async function ask(keys: string) {
    const [input, output] = [terminal(), terminal()];
    const answer = createAskSecret(input, output)?.('Password: ');
    input.write(keys);
    const outcome = await answer?.catch((error: unknown) => error);
    output.end();
    return { outcome, shown: await text(output) };
  }

  it('is asked for on a terminal, and nothing of it is shown', async () => {
    expect(await ask('hunter2\r')).toEqual({ outcome: 'hunter2', shown: 'Password: \n' });
    expect(await ask('hu\u007fi\r')).toMatchObject({ outcome: 'hi' });
  });

  it.each(['\u0003', '\u0004'])('is not given by %j', async (key) => {
    expect(await ask(key)).toMatchObject({ outcome: { exitCode: 130 }, shown: 'Password: \n' });
  });

  it('is not asked for where a program is at the other end', () => {
    expect(createAskSecret(new PassThrough() as never, terminal())).toBeNull();
    expect(createAskSecret(terminal(), new PassThrough() as never)).toBeNull();
  });
});
