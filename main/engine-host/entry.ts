import { parseArgs } from 'node:util';
import { EngineError } from '#contract/errors.ts';
import { hostServer, loadLiveConfig, StartError } from '#server';
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
  const { home, 'program-folder': programFolder, ...flags } = values;
  // The app runs in a session of a person, who can open a keychain; a server has none.
  const defaults = { 'auth.builtin.token.store': 'auto' } as const;
  const live = loadLiveConfig({ env: process.env, home, flags, defaults });
  const server = await hostServer({
    live,
    // Here somebody can look at it, and press a button.
    usualTrust: 'review',
    exit: process.exit,
    ...(programFolder === undefined ? {} : { programFolder }),
  });
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
