import { isDeepStrictEqual } from 'node:util';
import type { Config } from './config.ts';
import { loadConfig } from './load-config.ts';
import type { LoadConfigOptions } from './read-settings.ts';

/** The parts of the settings that are followed while the engine runs. Of `monitoring` that is the retention alone. */
const liveParts = [
  'queues',
  'remoteNodes',
  'permissions',
  'audit',
  'rateLimiting',
  'metrics',
  'allowedHosts',
  'debug',
  'gitSync',
  'monitoring',
] as const satisfies readonly (keyof Config)[];
type LivePart = (typeof liveParts)[number];

/** After a reading: the parts that it has changed, and those that differ from what holds until a restart. */
export interface ConfigChange {
  readonly changed: readonly (keyof Config)[];
  readonly needRestart: readonly (keyof Config)[];
}

/** Settings that stay the same object while the values of some of its fields follow config.yaml. */
export interface LiveConfig {
  /** Read a field where it is needed, not before: a copy does not follow. */
  readonly config: Config;
  /**
   * Reads the sources again.
   *
   * @throws StartError when one of them is wrong; then everything stays as it is.
   */
  readonly reload: () => ConfigChange;
  /** Lets the server be reached by one more host name; the returned function ends that. */
  readonly allowHost: (host: string) => () => void;
}

/** @throws StartError that names everything that is wrong, each with its place. */
export function loadLiveConfig(options: LoadConfigOptions): LiveConfig {
  const sources = withOwnEnvironment(options);
  return liveConfig(loadConfig(sources), () => loadConfig(sources));
}

/** Variables that are taken out of the environment of the program later still count. */
function withOwnEnvironment(options: LoadConfigOptions): LoadConfigOptions {
  return { ...options, env: { ...options.env } };
}

type GivenConfig = Pick<LiveConfig, 'config'> & {
  readonly [K in 'reload' | 'allowHost']?: LiveConfig[K] | undefined;
};

/** Settings that may be live already; those that are not follow the config.yaml that they name. */
export function asLive(given: GivenConfig, env: LoadConfigOptions['env']): LiveConfig {
  const { config, reload, allowHost } = given;
  if (reload !== undefined && allowHost !== undefined) return { config, reload, allowHost };
  return followingConfig(config, { env, config: config.paths.configFile });
}

/** Settings that are given, of which the live parts follow a home's config.yaml from its first change on. */
function followingConfig(given: Config, options: LoadConfigOptions): LiveConfig {
  const sources = withOwnEnvironment(options);
  return liveConfig(given, () => ({ ...given, ...livePartsOf(loadConfig(sources)) }));
}

function livePartsOf(config: Config): Pick<Config, LivePart> {
  // Each of the parts is there.
  return Object.fromEntries(liveParts.map((part) => [part, config[part]])) as never;
}

function liveConfig(first: Config, read: () => Config): LiveConfig {
  const hosts = new Set<string>();
  let current = first;
  let allowedHosts = first.allowedHosts;

  function joinHosts(): void {
    allowedHosts = [...current.allowedHosts, ...hosts];
  }

  function reload(): ConfigChange {
    const next = read();
    const before = current;
    const { intervalMs } = first.monitoring;
    const monitoring = { ...next.monitoring, intervalMs };
    current = { ...first, ...livePartsOf(next), monitoring };
    joinHosts();
    return { changed: differing(current, before), needRestart: differing(next, current) };
  }

  const live = Object.fromEntries(
    liveParts.map((part) => [
      part,
      { enumerable: true, get: () => (part === 'allowedHosts' ? allowedHosts : current[part]) },
    ]),
  );
  return {
    // The getters give the fields that they replace. A copy by `...` would ask for the zone, which takes longer than many
    // a command that has no use for it.
    config: Object.freeze(
      Object.defineProperties({}, { ...Object.getOwnPropertyDescriptors(first), ...live }),
    ) as Config,
    reload,
    allowHost: (host) => {
      hosts.add(host);
      joinHosts();
      return () => {
        hosts.delete(host);
        joinHosts();
      };
    },
  };
}

function differing(one: Config, other: Config): readonly (keyof Config)[] {
  // Both have the fields of their type and no more.
  const names = Object.keys(one) as (keyof Config)[];
  return names.filter((name) => !isDeepStrictEqual(one[name], other[name]));
}
