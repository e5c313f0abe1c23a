import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { builtCommand } from '../../support/built-output.ts';
import { youngSpaceOf } from '../../support/young-space-of.ts';
import { dagwright, homeWith, serve } from '../cli/dagwright.ts';

// Outside of the test, whose time it would take.
builtCommand();

const MEGABYTE = 1024 * 1024;

describe('the space for new objects', () => {
  it('grows under load by itself', async () => {
    const { before, after } = await youngSpaceOf((env) =>
      execa(process.execPath, ['--eval', ''], { env }),
    );

    expect(after).toBeGreaterThan(before);
  });

  it('is small again in a server that has nothing to do after its start', async () => {
    const { before } = await youngSpaceOf(async (env, { atMost }) => {
      await using server = await serve(homeWith(), env);
      // V8 waits for eight quiet seconds.
      await atMost(2 * MEGABYTE);
      server.signal('SIGUSR2');
    });

    expect(before).toBeLessThanOrEqual(2 * MEGABYTE);
  });

  it('grows to 8 MB under the load of a server, and no further', async () => {
    const { after } = await youngSpaceOf(async (env, { underLoad }) => {
      await using server = await serve(homeWith(), env);
      await underLoad(server.signal);
    });

    // Both halves.
    expect(after).toBe(16 * MEGABYTE);
  });

  it('may grow in a command, which is over before that matters', async () => {
    const { first, after } = await youngSpaceOf((env) =>
      dagwright(['version'], { home: homeWith(), env }),
    );

    expect(after).toBeGreaterThan(first * 2);
  });
});
