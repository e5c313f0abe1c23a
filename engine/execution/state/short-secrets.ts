import type { SecretDefinition } from '../../dag/definition.ts';
import { knownSecrets, type SecretSources } from './resolve-secrets.ts';

/** A value with fewer characters stands everywhere in a log. */
const SHORTEST = 3;

/** The names of secrets whose values are so short that hiding them makes logs unreadable. */
export function shortSecrets(values: ReadonlyMap<string, string>): readonly string[] {
  const isShort = (value: string): boolean => {
    const length = [...value.trim()].length;
    return length > 0 && length < SHORTEST;
  };
  return [...values].filter(([, value]) => isShort(value)).map(([name]) => name);
}

/** The same of what a DAG names, as far as it can be found. */
export async function shortSecretsOf(
  definitions: readonly SecretDefinition[],
  sources: SecretSources,
): Promise<readonly string[]> {
  return shortSecrets(await knownSecrets(definitions, sources));
}

/** What the log of a run says of it. Its length is not told. */
export const SHORT_SECRET =
  'the value has one or two characters, so everything in logs and outputs that looks like it is hidden: use a longer one';

/** The warnings of a run once its secrets are known: those of an earlier attempt may be out of date. */
export function withShortSecrets(
  warnings: readonly string[],
  names: readonly string[],
): readonly string[] {
  const others = warnings.filter((warning) => !warning.endsWith(WARNING_END));
  return [...others, ...names.map((name) => `Secret ${JSON.stringify(name)}${WARNING_END}`)];
}

const WARNING_END =
  ' has one or two characters, so everything in logs and outputs that looks like it is hidden. Use a longer value.';
