import { once } from 'node:events';
import { expect, it } from 'vitest';
import { ensureBuilt } from '../../../scripts/build/ensure-built.js';
import { fromRoot } from '../../../scripts/build/root.js';
import { utilityProcess } from '../../support/electron/utility-process.ts';
import { temporaryFolder } from '../../support/home.ts';
import { youngSpaceOf } from '../../support/young-space-of.ts';

// Of the sources the space is large before the first line runs: Node makes JavaScript of them.
if (!ensureBuilt(['engine'])) throw new Error('The build failed.');
const entry = fromRoot('out/main/engine-host/entry.js');

it('the engine of the app lets its space for new objects grow to 8 MB under load, and no further', async () => {
  const home = temporaryFolder('home');

  const { after } = await youngSpaceOf(async (env, { collected, underLoad }) => {
    const child = utilityProcess.fork(entry, ['--home', home, '--port', '0'], {
      env: { ...process.env, SVC_SKIP_EXAMPLES: 'true', ...env },
    });
    const ended = once(child, 'exit');
    expect(await once(child, 'message')).toMatchObject([{ kind: 'ready' }]);
    const pid = child.pid ?? expect.fail('It has no process.');
    // What the start took is collected, however small the home is.
    await collected();
    await underLoad((signal) => process.kill(pid, signal));
    child.postMessage({ kind: 'stop' });
    await ended;
  });

  // Both halves.
  expect(after).toBe(16 * 1024 * 1024);
});
