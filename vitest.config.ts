import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    environment: 'node',
    // Tests start engines, shells and browsers: processes of their own keep one file's trouble out of the next.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/contract/fail-by-misfits.ts'],
    unstubEnvs: true,
    restoreMocks: true,
  },
});
