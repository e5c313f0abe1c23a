import { join } from 'node:path';
import type { Contender } from './server.ts';
import { startProcess } from './start-process.ts';

const cli = join(import.meta.dirname, '../../../out/cli/index.js');

/** The engine of this checkout as it is built: what `npm start` and the app run. */
export const ours: Contender = {
  name: 'ours',
  hasOurStore: true,
  start: (fillHome) =>
    startProcess({
      fillHome,
      hasOurStore: true,
      command: (home, port) => ({
        line: [process.execPath, cli, 'server', '--port', String(port)],
        env: { SVC_HOME: home, SVC_SKIP_EXAMPLES: 'true' },
      }),
      prefix: '/api/v1',
      key: (name) => name,
    }),
};
