import type { ValueOf } from '../contract/shape.ts';
import { accessKeys } from './keys/access-keys.ts';
import { engineKeys } from './keys/engine-keys.ts';
import type { ConfigKeyEntry } from './keys/entry.ts';
import { gitSyncKeys } from './keys/git-sync-keys.ts';
import { serverKeys } from './keys/server-keys.ts';

/** The keys in the groups in which people read about them. A new key needs its entry there and its field in `Config`. */
export const configKeyGroups = [
  { title: 'Engine', keys: engineKeys },
  { title: 'Server', keys: serverKeys },
  { title: 'Access', keys: accessKeys },
  { title: 'Git Sync', keys: gitSyncKeys },
] as const;

/** Every key of config.yaml; a dot stands for nesting. */
export const configKeys = {
  ...engineKeys,
  ...serverKeys,
  ...accessKeys,
  ...gitSyncKeys,
} as const;

export type ConfigKey = keyof typeof configKeys;

/** What the sources set: the values of the keys that appear in one of them. */
export type ConfigValues = {
  readonly [K in ConfigKey]?: ValueOf<(typeof configKeys)[K]['schema']>;
};

// Object.keys forgets its keys' type; this object is closed.
export const configKeyNames = Object.keys(configKeys) as ConfigKey[];

/** Whether a text is a setting, by its full name with dots. */
export function isConfigKey(key: string): key is ConfigKey {
  return Object.hasOwn(configKeys, key);
}

/** The entry of a key, with the fields that only some have. */
export function entryOf(key: ConfigKey): ConfigKeyEntry {
  return configKeys[key];
}
