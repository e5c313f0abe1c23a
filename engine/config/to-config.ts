import type { Config, Paths, RateLimiting } from './config.ts';
import { configKeys, type ConfigValues } from './config-keys.ts';
import { settingZone, systemZone, type SystemZone } from './system-zone.ts';
import { authOf, gitSyncOf, tlsOf, type ReadValue } from './settings-together.ts';

/** The settings as the engine uses them. */
export function toConfig(
  values: ConfigValues,
  folders: Paths,
  env: Readonly<Record<string, string | undefined>>,
): Config {
  const read: ReadValue = (key) =>
    (key in values ? values[key] : configKeys[key].defaultValue) as never;
  const tz = env['TZ'];
  const zone = once(() => zoneOf(read('tz'), tz));
  return Object.freeze({
    paths: pathsOf(values, folders),
    isMachineZone: tz === undefined && read('tz') === null,
    get timezone() {
      return zone().name;
    },
    get timezoneDoubt() {
      return zone().doubt;
    },
    ...engineOf(read),
    ...serverOf(read),
    auth: authOf(read),
    permissions: Object.freeze({
      writeDags: read('permissions.write_dags'),
      runDags: read('permissions.run_dags'),
      inlineRuns: read('permissions.inline_runs'),
    }),
    gitSync: gitSyncOf(read),
    rateLimiting: rateLimitingOf(read),
    audit: Object.freeze({
      enabled: read('audit.enabled'),
      retentionDays: read('audit.retention_days'),
    }),
  });
}

function pathsOf(values: ConfigValues, folders: Paths): Paths {
  return Object.freeze({
    configFile: folders.configFile,
    dagsDir: values['paths.dags_dir'] ?? folders.dagsDir,
    baseConfig: values['paths.base_config'] ?? folders.baseConfig,
    dataDir: values['paths.data_dir'] ?? folders.dataDir,
    logDir: values['paths.log_dir'] ?? folders.logDir,
  });
}

function zoneOf(setting: string | null, tz: string | undefined): SystemZone {
  return setting === null ? systemZone(tz) : { name: settingZone(setting), doubt: null };
}

/** The first look at zones takes Node longer than many a command, and few commands need theirs. */
function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

function engineOf(read: ReadValue) {
  return {
    defaultShell: read('default_shell'),
    skipExamples: read('skip_examples'),
    latestStatusToday: read('latest_status_today'),
    logFormat: read('log_format'),
    debug: read('debug'),
    cache: read('cache'),
    monitoring: Object.freeze({
      intervalMs: read('monitoring.interval'),
      retentionMs: read('monitoring.retention'),
    }),
    queues: Object.freeze({ enabled: read('queues.enabled'), config: read('queues.config') }),
  };
}

function serverOf(read: ReadValue) {
  return {
    host: read('host'),
    port: read('port'),
    basePath: read('base_path'),
    headless: read('headless'),
    accessLog: read('access_log_mode'),
    metrics: read('metrics'),
    tls: tlsOf(read),
    allowedHosts: read('allowed_hosts'),
    ownerSocket: read('owner_socket'),
    tunnel: read('tunnel.enabled') ? Object.freeze({ provider: read('tunnel.provider') }) : null,
    remoteNodes: read('remote_nodes'),
    ui: Object.freeze({
      navbarTitle: read('ui.navbar_title'),
      navbarColor: read('ui.navbar_color'),
    }),
  };
}

function rateLimitingOf(read: ReadValue): RateLimiting {
  return Object.freeze({
    enabled: read('rate_limiting.enabled'),
    loginAttempts: read('rate_limiting.login_attempts'),
    windowMs: read('rate_limiting.window') * 1000,
    blockMs: read('rate_limiting.block_duration') * 1000,
  });
}
