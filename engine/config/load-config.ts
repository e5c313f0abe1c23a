import { homedir } from 'node:os';
import { StartError } from '../lib/start-error.ts';
import { appFolders, foldersBelow, pathOf, resolveFolder } from './app-folders.ts';
import type { Surroundings } from './app-folders.ts';
import type { Config, Paths, QueueSettings } from './config.ts';
import { configKeyNames, configKeys, type ConfigKey, type ConfigValues } from './config-keys.ts';
import { readConfigFile } from './read-config-file.ts';
import { readEnvironment } from './read-environment.ts';
import { checkSetting, type Setting } from './setting.ts';

interface LoadConfigOptions {
  readonly env: Surroundings['env'];
  /** Values of command-line flags, by key. */
  readonly flags?: Readonly<Partial<Record<ConfigKey, string | undefined>>>;
  /** One folder for everything; beats `SVC_HOME`. */
  readonly home?: string | undefined;
  /** For tests: another system than the one they run on. */
  readonly on?: Partial<Omit<Surroundings, 'env'>>;
}

/**
 * Resolves every setting once: flag, else environment, else config.yaml, else default.
 *
 * @throws StartError that names everything that is wrong, each with its place.
 */
export function loadConfig({ env, flags = {}, home, on }: LoadConfigOptions): Config {
  const surroundings: Surroundings = {
    platform: process.platform,
    homedir: homedir(),
    cwd: process.cwd(),
    ...on,
    env,
  };
  const folders = defaultFolders(home || env['SVC_HOME'], surroundings);
  const file = readConfigFile(folders.configFile);
  const environment = readEnvironment(env);
  const problems = [...file.problems, ...environment.problems];
  const absolute = (settings: readonly Setting[], base: string) =>
    settings.map((setting) => withAbsoluteFolder(setting, base, surroundings));
  const settings = [
    ...absolute(file.settings, pathOf(surroundings.platform).dirname(folders.configFile)),
    ...absolute([...environment.settings, ...flagSettings(flags)], surroundings.cwd),
  ];

  const values = checkAll(settings, problems);
  if (problems.length > 0) throw new StartError(allOf(problems));
  return toConfig(values, folders);
}

function defaultFolders(home: string | undefined, surroundings: Surroundings): Paths {
  if (!home) return appFolders(surroundings);
  return foldersBelow(resolveFolder(home, surroundings.cwd, surroundings), surroundings);
}

function flagSettings(flags: NonNullable<LoadConfigOptions['flags']>): Setting[] {
  return configKeyNames.flatMap((key) => {
    const value = flags[key];
    return value === undefined ? [] : [{ key, value, place: `--${key.replaceAll('_', '-')}` }];
  });
}

function withAbsoluteFolder(setting: Setting, base: string, surroundings: Surroundings): Setting {
  const { key, value } = setting;
  if (!key.startsWith('paths.') || typeof value !== 'string' || value === '') return setting;
  return { ...setting, value: resolveFolder(value, base, surroundings) };
}

/** Later settings beat earlier ones, but each must be right: a wrong value is a mistake waiting to be used. */
function checkAll(settings: readonly Setting[], problems: string[]): ConfigValues {
  const values: Partial<Record<ConfigKey, unknown>> = {};
  for (const setting of settings) {
    const checked = checkSetting(setting);
    if (checked.ok) values[setting.key] = checked.value;
    else problems.push(checked.problem);
  }
  // Each value has come through the schema of its key.
  return values as ConfigValues;
}

function allOf(problems: readonly string[]): string {
  if (problems.length === 1) return `A setting is wrong: ${problems[0]}`;
  return [`${problems.length} settings are wrong:`, ...problems].join('\n  ');
}

function queuesOf(values: ConfigValues): QueueSettings {
  return Object.freeze({
    enabled: values['queues.enabled'] ?? configKeys['queues.enabled'].defaultValue,
    config: values['queues.config'] ?? configKeys['queues.config'].defaultValue,
  });
}

/**
 * The settings of queues as they are now, for whoever follows them while the engine runs.
 *
 * @throws StartError when the file, or one of these settings, is wrong.
 */
export function loadQueueSettings(configFile: string, env: Surroundings['env']): QueueSettings {
  const sources = [readConfigFile(configFile), readEnvironment(env)];
  const problems = sources.flatMap((source) => source.problems);
  const settings = sources.flatMap((source) => source.settings);
  const own = settings.filter(({ key }) => key.startsWith('queues.'));
  const values = checkAll(own, problems);
  if (problems.length > 0) throw new StartError(allOf(problems));
  return queuesOf(values);
}

function toConfig(values: ConfigValues, folders: Paths): Config {
  const read = <K extends Exclude<ConfigKey, `paths.${string}`>>(key: K) =>
    (key in values ? values[key] : configKeys[key].defaultValue) as Exclude<
      ConfigValues[K],
      undefined
    >;
  return Object.freeze({
    paths: Object.freeze({
      configFile: folders.configFile,
      dagsDir: values['paths.dags_dir'] ?? folders.dagsDir,
      baseConfig: values['paths.base_config'] ?? folders.baseConfig,
      dataDir: values['paths.data_dir'] ?? folders.dataDir,
      logDir: values['paths.log_dir'] ?? folders.logDir,
    }),
    host: read('host'),
    port: read('port'),
    defaultShell: read('default_shell'),
    timezone: read('tz'),
    skipExamples: read('skip_examples'),
    logFormat: read('log_format'),
    debug: read('debug'),
    cache: read('cache'),
    metrics: read('metrics'),
    monitoring: Object.freeze({
      intervalMs: read('monitoring.interval'),
      retentionMs: read('monitoring.retention'),
    }),
    queues: queuesOf(values),
  });
}
