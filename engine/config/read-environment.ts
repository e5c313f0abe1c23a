import { configKeyNames, configKeys, type ConfigKey } from './config-keys.ts';
import { laterKeyForVariable } from './later-keys.ts';
import { notAvailable, type Setting, type SettingSource } from './setting.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The settings of `SVC_*` variables. An empty variable is an unset one. */
export function readEnvironment(env: Environment): SettingSource {
  return {
    settings: configKeyNames.flatMap((key) => fromVariable(env, key)),
    problems: Object.keys(env).flatMap((name) => laterVariable(env, name)),
  };
}

function fromVariable(env: Environment, key: ConfigKey): Setting[] {
  const place = configKeys[key].env;
  const value = env[place];
  return value === undefined || value === '' ? [] : [{ key, value, place }];
}

// Other variables with the prefix are the user's own: they are handed on to the steps.
function laterVariable(env: Environment, name: string): string[] {
  const value = env[name];
  const later = laterKeyForVariable(name);
  if (!value || !later || value === later.harmless) return [];
  return [notAvailable(name, later.key)];
}
