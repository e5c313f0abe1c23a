import { entryOf, type ConfigKey } from '../../../config/config-keys.ts';

/**
 * What is wrong with the type of a value that came as JSON; null: nothing. Whether it is a good one of its type is for the
 * schema of the key to say, which also takes the texts that the environment gives.
 */
export function typeProblem(key: ConfigKey, value: unknown): string | null {
  switch (typeof entryOf(key).defaultValue) {
    case 'boolean':
      return typeof value === 'boolean' ? null : 'must be true or false';
    case 'number':
      return typeof value === 'number' ? null : 'must be a number';
    default:
      return typeof value === 'string' ? null : 'must be text';
  }
}
