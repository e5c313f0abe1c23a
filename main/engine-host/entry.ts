import { parseArgs } from 'node:util';
import { EngineError } from '#contract/errors.ts';
/* eslint-disable no-restricted-imports -- #engine is the engine alone; these are what `dagwright server` joins it with. */
import { startServer } from '../../engine/cli/serve.ts';
import { loadLiveConfig } from '../../engine/config/live-config.ts';
import { collectStart } from '../../engine/platform/collect-start.ts';
import { containFaults } from '../../engine/platform/contain-faults.ts';
import { StartError } from '../../engine/lib/start-error.ts';
import { createLogger } from '../../engine/platform/logger.ts';
import { limitYoungSpace } from '../../engine/lib/young-space.ts';
/* eslint-enable no-restricted-imports */
import type { FromEngine } from './messages.ts';
import { serveEngine } from './serve-engine.ts';

// What runs in the utility process: the engine and its REST interface, as the headless program starts them.

const { parentPort: port } = process;
const send = (message: FromEngine): void => port.postMessage(message);

const { values } = parseArgs({
  options: {
    'program-folder': { type: 'string' },
    home: { type: 'string' },
    host: { type: 'string' },
    port: { type: 'string' },
  },
});

async function start(): Promise<void> {
  limitYoungSpace();
  const { home, 'program-folder': programFolder, ...flags } = values;
  // The app runs in a session of a person, who can open a keychain; a server has none.
  const defaults = { 'auth.builtin.token.store': 'auto' } as const;
  const live = loadLiveConfig({ env: process.env, home, flags, defaults });
  const { config } = live;
  const log = createLogger({
    format: config.logFormat,
    debug: () => config.debug,
    timezone: () => config.timezone,
  });
  containFaults({ log, exit: process.exit });
  const server = await startServer({
    // Here somebody can look at it, and press a button.
    usualTrust: 'review',
    ...live,
    log,
    ...(programFolder === undefined ? {} : { programFolder }),
  });
  collectStart();
  serveEngine({
    port,
    engine: server.engine,
    leave: async () => {
      await server.stop();
      process.exit(0);
    },
  });
  send({ kind: 'ready', url: server.url });
}

try {
  await start();
} catch (error) {
  // Anything else is a bug: it ends the process with its stack, and the supervisor tries again.
  if (!(error instanceof StartError || error instanceof EngineError)) throw error;
  send({ kind: 'refused', reason: error.message });
}
