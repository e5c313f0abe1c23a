import { configKeyNames, entryOf, type ConfigKey } from './config-keys.ts';
import type { Paths } from './config.ts';
import type { ReadSettings } from './read-settings.ts';

/** A setting as a person may see it. */
export interface ShownSetting {
  readonly key: ConfigKey;
  /** As it was written, paths whole, numbers and yes or no as such; of secrets only that they are set. Null: empty. */
  readonly value: unknown;
  /** Where it comes from: `--port`, `SVC_PORT`, `/home/ada/config.yaml:3:1`, `default`. */
  readonly source: string;
}

const SET = '[set]';

/** Every key with its value and where that comes from. */
export function explainSettings({ values, origins, folders }: ReadSettings): ShownSetting[] {
  return configKeyNames.map((key) => {
    const origin = origins.get(key);
    if (origin === undefined) return { key, value: defaultOf(key, folders), source: 'default' };
    const shown = isAsWritten(key, values[key], origin.value) ? origin.value : values[key];
    return { key, value: withoutSecrets(key, shown), source: origin.place };
  });
}

/** Rather than as it was read: a duration is read as milliseconds, and the environment gives all as text. */
function isAsWritten(key: ConfigKey, value: unknown, written: unknown): boolean {
  if (entryOf(key).isPath || typeof value === 'boolean') return false;
  return typeof value !== 'number' || String(value) !== written;
}

/** The default as one would write it. */
function defaultOf(key: ConfigKey, folders: Paths): unknown {
  const { defaultValue, defaultText } = entryOf(key);
  const ofHome: Partial<Record<ConfigKey, string>> = {
    'paths.dags_dir': folders.dagsDir,
    'paths.base_config': folders.baseConfig,
    'paths.log_dir': folders.logDir,
    'paths.data_dir': folders.dataDir,
  };
  // Where there is no value, the text says in words what is usual.
  return ofHome[key] ?? (defaultValue === null ? null : (defaultText ?? defaultValue));
}

function withoutSecrets(key: ConfigKey, value: unknown): unknown {
  const { secret } = entryOf(key);
  if (secret === undefined) return value;
  // The environment gives a list as one text, which may not even be cut in the right places.
  return secret === 'whole' || typeof value === 'string' ? SET : maskParts(value);
}

function maskParts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskParts);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      /password|token$/.test(name) ? SET : maskParts(part),
    ]),
  );
}
