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

it('the engine of the app does not let its space for new objects grow under load', async () => {
  const home = temporaryFolder('home');

  const { before, after } = await youngSpaceOf(async (env) => {
    const child = utilityProcess.fork(entry, ['--home', home, '--port', '0'], {
      env: { ...process.env, SVC_SKIP_EXAMPLES: 'true', ...env },
    });
    const ended = once(child, 'exit');
    expect(await once(child, 'message')).toMatchObject([{ kind: 'ready' }]);
    child.postMessage({ kind: 'stop' });
    await ended;
  });

  expect(after).toBeLessThanOrEqual(before);
});
