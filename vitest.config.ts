import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { PATIENCE_MS } from './test/support/eventually.ts';

/** What looks at its whole process, or changes it: its memory, its turns, its zone, its keychain, what it has loaded. */
const ofOneProcess = [
  'test/engine/auth/engine-secret.test.ts',
  'test/engine/canary/git-credentials.test.ts',
  'test/engine/cli/keychain.test.ts',
  'test/engine/cli/print/times.test.ts',
  'test/engine/large-texts/*.test.ts',
  'test/engine/lifecycle/**/*.test.ts',
  'test/engine/metrics/**/*.test.ts',
  'test/engine/platform/**/*.test.ts',
  'test/engine/remotes/node-token.test.ts',
  'test/scripts/**/*.test.ts',
];

/** Engines of tests start our other programs as they are built: from their sources each start takes twice the time. */
const builtPrograms = {
  find: /^.*\/own-program\.ts$/,
  replacement: join(import.meta.dirname, 'test/support/built-program.ts'),
};

export default defineConfig({
  resolve: { alias: [builtPrograms] },
  test: {
    environment: 'node',
    // Tests start engines, shells and browsers: what goes wrong in one process is nothing to the others.
    pool: 'forks',
    // One more than a small machine has processors: tests also wait.
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // As long as everything else that a test waits for: a second is little on a busy machine.
    expect: { poll: { timeout: PATIENCE_MS, interval: 25 } },
    // Engines and servers that a file shares are ended with it.
    teardownTimeout: 60_000,
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/contract/fail-by-misfits.ts'],
    unstubEnvs: true,
    restoreMocks: true,
    projects: [
      // To load the engine anew for each file would take a fifth of all processor time.
      {
        extends: true,
        test: {
          name: 'together',
          isolate: false,
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: ofOneProcess,
        },
      },
      { extends: true, test: { name: 'apart', include: ofOneProcess } },
    ],
  },
});
