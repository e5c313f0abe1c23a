import { suggest } from '../lib/suggest.ts';
import { configKeyNames, configKeys, type ConfigKey } from './config-keys.ts';
import { isHarmless, refusal, refusedKeyForVariable } from './refused-keys.ts';
import { credentialVariables } from './secret-variables.ts';
import type { Setting, SettingSource } from './setting.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The settings of `SVC_*` variables. An empty variable is an unset one. */
export function readEnvironment(env: Environment, base: string): SettingSource {
  return {
    settings: configKeyNames.flatMap((key) => fromVariable(env, key, base)),
    problems: Object.keys(env).flatMap((name) => refusedVariable(env, name)),
  };
}

function fromVariable(env: Environment, key: ConfigKey, base: string): Setting[] {
  const place = configKeys[key].env;
  const value = env[place];
  return value === undefined || value === '' ? [] : [{ key, value, place, base }];
}

// Other variables with the prefix are the user's own.
function refusedVariable(env: Environment, name: string): string[] {
  const value = env[name];
  const refused = refusedKeyForVariable(name);
  if (!value || !refused || knownVariables.has(name) || isHarmless(refused, value)) return [];
  return [`${name}: \`${refused.key}\` ${refusal(refused)}`];
}

/** Variables with the prefix that are no settings, but not a user's either. */
const others = ['SVC_HOME', 'SVC_CONFIG', 'SVC_PARAMS_JSON', 'SVC_URL', ...credentialVariables];
const knownVariables = new Set<string>([
  ...configKeyNames.map((key) => configKeys[key].env),
  ...others,
]);

/** Whether a variable is one of ours: a setting, or what stands beside the settings. */
export function isOwnVariable(name: string): boolean {
  return knownVariables.has(name);
}

/** What the variable would be called if each had the name of its key. */
const derivedNames = new Map(
  configKeyNames.map((key) => [
    `SVC_${key.toUpperCase().replaceAll('.', '_')}`,
    configKeys[key].env,
  ]),
);

/** One sentence for each variable that is the user's own, but looks much like one of ours. */
export function mistakenVariables(env: Environment): string[] {
  return Object.keys(env).flatMap((name) => {
    const isOwn = name.startsWith('SVC_') && Boolean(env[name]) && !knownVariables.has(name);
    if (!isOwn || refusedKeyForVariable(name) !== undefined) return [];
    const meant = derivedNames.get(name) ?? suggest(name, knownVariables, mostSlips(name));
    return meant === undefined ? [] : [`${name} is not a setting; did you mean ${meant}?`];
  });
}

/** Short names differ by little without being meant for each other. */
function mostSlips(name: string): number {
  return name.length < 12 ? 1 : 2;
}
