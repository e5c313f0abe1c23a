import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { builtCommand } from '../../support/built-output.ts';
import { youngSpaceOf } from '../../support/young-space-of.ts';
import { dagwright, homeWith } from '../cli/dagwright.ts';

const youngSpace = fileURLToPath(new URL('../../../engine/lib/young-space.ts', import.meta.url));

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

  it('grows to 8 MB under the load of a server that is ready, and no further', async () => {
    const program = `
      import { keepYoungSpaceSmall, letYoungSpaceGrow } from ${JSON.stringify(youngSpace)};
      keepYoungSpaceSmall();
      letYoungSpaceGrow();
      const kept = [];
      for (let count = 0; count < 2_000_000; count += 1) {
        kept[count % 20_000] = { text: 'x' + count };
        if (count % 1000 === 0) await new Promise(setImmediate);
      }
    `;

    const { before, after } = await youngSpaceOf((env) =>
      execa(process.execPath, ['--input-type=module', '--eval', program], { env }),
    );

    // Both halves.
    expect([before, after]).toEqual([16 * MEGABYTE, 16 * MEGABYTE]);
  });

  it('may grow in a command, which is over before that matters', async () => {
    const { first, after } = await youngSpaceOf((env) =>
      dagwright(['version'], { home: homeWith(), env }),
    );

    expect(after).toBeGreaterThan(first * 2);
  });
});
