import { homedir } from 'node:os';
import { appFolders, foldersBelow, resolveFolder, type HostEnvironment } from './app-folders.ts';
import type { Paths } from './config.ts';
import { entryOf, type ConfigKey, type ConfigValues } from './config-keys.ts';
import { readConfigFile } from './read-config-file.ts';
import { readEnvironment } from './read-environment.ts';
import { checkSetting, type Setting } from './setting.ts';
import { settingsOfFlags, type ConfigFlags } from './settings-of-flags.ts';
import { checkTogether } from './settings-together.ts';

export interface LoadConfigOptions {
  readonly env: HostEnvironment['env'];
  /** Values of command-line flags, by key. */
  readonly flags?: ConfigFlags;
  /** `KEY=VALUE` of `--set`, for keys without a flag of their own. */
  readonly sets?: readonly string[] | undefined;
  /** One folder for everything; beats `SVC_HOME`. */
  readonly home?: string | undefined;
  /** A file in place of the home's config.yaml; beats `SVC_CONFIG`. */
  readonly config?: string | undefined;
  /** Values that the program which starts the engine prefers to the defaults of the table. */
  readonly defaults?: Partial<ConfigValues>;
  /** For tests: another system than the one they run on. */
  readonly on?: Partial<Omit<HostEnvironment, 'env'>>;
}

/** Everything that the sources say. */
export interface ReadSettings {
  /** The folders when nothing else is said. */
  readonly folders: Paths;
  /** Checked, with absolute paths. */
  readonly values: ConfigValues;
  /** Where each of the values comes from: the setting that beat the others. */
  readonly origins: ReadonlyMap<ConfigKey, Setting>;
  /** What is wrong, each a sentence with its place; then `values` is not complete. */
  readonly problems: readonly string[];
}

/** Reads and checks every source: flag, else environment, else config.yaml. */
export function readSettings(options: LoadConfigOptions) {
  const { env, flags = {}, sets = [], defaults = {}, on } = options;
  const host: HostEnvironment = {
    platform: process.platform,
    homedir: homedir(),
    cwd: process.cwd(),
    ...on,
    env,
  };
  const named = namedConfigFile(options, host);
  const usual = defaultFolders(options.home || env['SVC_HOME'], host);
  const folders = named === null ? usual : { ...usual, configFile: named };
  // Later ones beat earlier ones.
  const sources = [
    readConfigFile(folders.configFile, { mustExist: named !== null }),
    readEnvironment(env, host.cwd),
    settingsOfFlags(flags, sets, host.cwd),
  ];
  const problems = sources.flatMap((source) => source.problems);
  const settings = sources.flatMap((source) => source.settings);
  const checked = checkAll(settings, host, problems);
  const { origins } = checked;
  const values = { ...defaults, ...checked.values };
  if (problems.length === 0) {
    problems.push(...checkTogether(values, (key) => origins.get(key)?.place ?? null));
  }
  return { folders, values, origins, problems } satisfies ReadSettings;
}

/** A home that the command line names has settings of its own, whatever the environment says of another one. */
function namedConfigFile(
  { env, home, config }: LoadConfigOptions,
  host: HostEnvironment,
): string | null {
  const named = config || (home ? undefined : env['SVC_CONFIG']);
  return named ? resolveFolder(named, host.cwd, host) : null;
}

function defaultFolders(home: string | undefined, host: HostEnvironment): Paths {
  if (!home) return appFolders(host);
  return foldersBelow(resolveFolder(home, host.cwd, host), host);
}

/** Even what is beaten must be right: a wrong value is a mistake waiting to be used. */
function checkAll(settings: readonly Setting[], host: HostEnvironment, problems: string[]) {
  const values: Partial<Record<ConfigKey, unknown>> = {};
  const origins = new Map<ConfigKey, Setting>();
  for (const setting of settings) {
    const checked = checkSetting(setting);
    if (checked.ok) {
      values[setting.key] = withAbsolutePaths(setting, checked.value, host);
      origins.set(setting.key, setting);
    } else problems.push(...checked.problems);
  }
  // Each value has come through the schema of its key.
  return { values: values as ConfigValues, origins };
}

function withAbsolutePaths({ key, base }: Setting, value: unknown, host: HostEnvironment): unknown {
  const absolute = (text: string): string => resolveFolder(text, base, host);
  const { isPath, withPaths } = entryOf(key);
  if (isPath && typeof value === 'string') return absolute(value);
  // The value has come through the schema of the entry that holds the function.
  return withPaths === undefined ? value : withPaths(value as never, absolute);
}
