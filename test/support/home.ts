import { mkdtempSync, realpathSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../engine/config/config.ts';

/**
 * A new empty folder. Nobody has to remove it: the global setup of the tests points `os.tmpdir()` at a folder of the
 * run, which it removes at the end.
 */
export function temporaryFolder(label = 'folder'): string {
  // macOS hands out a path below a symbolic link; programs answer with the real one.
  return realpathSync(mkdtempSync(join(tmpdir(), `${label}-`)));
}

/** The configuration of an engine with a new home of its own: no samples, `sh`, UTC, a free port. */
export function temporaryConfig(overrides: Partial<Config> = {}): Config {
  const home = temporaryFolder('home');
  return {
    paths: {
      configFile: join(home, 'config.yaml'),
      dagsDir: join(home, 'dags'),
      baseConfig: join(home, 'base.yaml'),
      dataDir: join(home, 'data'),
      logDir: join(home, 'logs'),
    },
    host: '127.0.0.1',
    port: 0,
    defaultShell: ['/bin/sh'],
    timezone: 'UTC',
    isMachineZone: false,
    timezoneDoubt: null,
    skipExamples: true,
    logFormat: 'text',
    debug: false,
    queues: { enabled: true, config: [] },
    cache: 'normal',
    metrics: 'private',
    monitoring: { intervalMs: 5000, retentionMs: 86_400_000 },
    auth: openAuth,
    permissions: { writeDags: true, runDags: true, inlineRuns: 'manager' },
    rateLimiting: { enabled: 'auto', loginAttempts: 5, windowMs: 300_000, blockMs: 900_000 },
    audit: { enabled: true, retentionDays: 7 },
    tls: null,
    allowedHosts: [],
    ownerSocket: false,
    remoteNodes: [],
    gitSync: noGitSync,
    basePath: '',
    headless: false,
    accessLog: 'none',
    latestStatusToday: false,
    tunnel: null,
    ui: { navbarTitle: null, navbarColor: null },
    ...overrides,
  };
}

/** What holds where nothing is set. */
export const noGitSync: Config['gitSync'] = {
  enabled: false,
  repository: '',
  branch: 'main',
  path: '',
  pushEnabled: true,
  trust: null,
  auth: {
    type: 'token',
    token: null,
    sshKeyPath: null,
    sshPassphrase: null,
    sshKnownHosts: null,
  },
  autoSync: { enabled: false, onStartup: true, intervalMs: 300_000 },
  author: { name: 'Dagwright', email: 'dagwright@localhost' },
};

const openAuth: Config['auth'] = {
  mode: 'none',
  basic: null,
  token: { secret: null, store: 'file', ttlMs: 86_400_000 },
  admin: null,
  oidc: null,
};

/** Settings of builtin mode with an administrator `root` and the password `root-password`. */
export const builtinAuth: Config['auth'] = {
  ...openAuth,
  mode: 'builtin',
  admin: { username: 'root', password: 'root-password' },
};

/** A port that was free a moment ago, for programs that cannot pick one themselves. Prefer port 0. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return address.port;
}
