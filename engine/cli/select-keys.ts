import { configKeyNames, type ConfigKey } from '../config/config-keys.ts';
import { didYouMean } from '../lib/suggest.ts';
import { CliError } from './cli-error.ts';

/**
 * The keys that a person means by one of them or by a group; all when nothing is said.
 *
 * @throws CliError for a word that is neither.
 */
export function selectKeys(word: string | undefined): readonly ConfigKey[] {
  if (word === undefined) return configKeyNames;
  const keys = configKeyNames.filter((key) => key === word || key.startsWith(`${word}.`));
  if (keys.length > 0) return keys;
  const groups = configKeyNames.flatMap(groupsOf);
  const meant = didYouMean(word, [...configKeyNames, ...groups]);
  if (meant !== '') throw new CliError(`Setting ${word} not found${meant}`);
  throw new CliError(`Setting ${word} not found.`, { hint: 'See: dagwright config keys' });
}

/** `auth` and `auth.builtin` of `auth.builtin.token`. */
function groupsOf(key: ConfigKey): string[] {
  const parts = key.split('.').slice(0, -1);
  return parts.map((_, at) => parts.slice(0, at + 1).join('.'));
}
