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

  it('keeps in a server the size that it has before anything is loaded', async () => {
    const { first, after } = await youngSpaceOf((env) =>
      dagwright(['server', '--help'], { home: homeWith(), env }),
    );

    // It is divided in two at the first collection.
    expect(after).toBeLessThanOrEqual(first * 2);
  });

  it('grows to 8 MB under the load of a server, and no further', async () => {
    const { after } = await youngSpaceOf(async (env, underLoad) => {
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
