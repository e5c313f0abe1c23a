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

/** What is said of it. Its length is not told. */
export const SHORT_SECRET =
  'the value has one or two characters, so everything in logs and outputs that looks like it is hidden: use a longer one';
