import { entryOf, type ConfigKey } from './config-keys.ts';

/** All that can be said about a key, as texts. */
export interface KeyDescription {
  readonly key: ConfigKey;
  readonly env: string;
  /** Option of `dagwright server`; empty: only `--set`. */
  readonly flag: string;
  /** What can be written. */
  readonly takes: string;
  /** As one would write it; empty for none. */
  readonly default: string;
  readonly description: string;
  /** Whether it holds without a restart. */
  readonly isLive: boolean;
}

/** What documents and `dagwright config` say about a setting. `flag` is empty where it has none. */
export function describeKey(key: ConfigKey): KeyDescription {
  const { env, flag = '', schema, description, isLive = false } = entryOf(key);
  const takes = schema().description ?? '';
  return { key, env, flag, takes, default: defaultText(key), description, isLive };
}

function defaultText(key: ConfigKey): string {
  const { defaultText: text, defaultValue } = entryOf(key);
  if (text !== undefined) return text;
  if (defaultValue === null || defaultValue === '') return '';
  if (Array.isArray(defaultValue)) return defaultValue.join(', ');
  return typeof defaultValue === 'object' ? '' : String(defaultValue);
}
