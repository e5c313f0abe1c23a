import { didYouMean } from '../lib/suggest.ts';
import { configKeyNames, entryOf, isConfigKey, type ConfigKey } from './config-keys.ts';
import type { Setting, SettingSource } from './setting.ts';

/** Values of command-line options, by key. */
export type ConfigFlags = Readonly<Partial<Record<ConfigKey, string | undefined>>>;

/** The settings of options that have a key of their own, then those of `--set KEY=VALUE`. */
export function settingsOfFlags(
  flags: ConfigFlags,
  sets: readonly string[],
  base: string,
): SettingSource {
  const own = configKeyNames.flatMap((key): Setting[] => {
    const value = flags[key];
    return value === undefined ? [] : [{ key, value, place: entryOf(key).flag ?? key, base }];
  });
  const problems: string[] = [];
  const others = sets.flatMap((text): Setting[] => {
    const at = text.indexOf('=');
    const key = text.slice(0, Math.max(0, at));
    if (isConfigKey(key)) return [{ key, value: text.slice(at + 1), place: `--set ${key}`, base }];
    problems.push(
      at < 1 ? notAPair : `--set: unknown key \`${key}\`${didYouMean(key, configKeyNames)}`,
    );
    return [];
  });
  return { settings: [...own, ...others], problems };
}

// The text is not repeated: it may be a secret whose key was forgotten.
const notAPair = '--set: must be KEY=VALUE, such as queues.enabled=false';
