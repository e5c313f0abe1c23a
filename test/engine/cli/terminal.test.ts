import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { createAskSecret, wantsColor } from '../../../engine/cli/terminal.ts';

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

describe('a secret', () => {
  const terminal = () => Object.assign(new PassThrough(), { isTTY: true as const });

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
