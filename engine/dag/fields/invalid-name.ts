import { quoted } from '../source/source-node.ts';
import { QUOTE_HINT } from './unknown-key.ts';

/** What is wrong with a name that cannot be one. `- X={"a": 1}` is a map to YAML, whose key is `X={"a"`. */
export function invalidName(name: string, what: 'variable' | 'parameter', label: string): string {
  const message = `${quoted(name)} in ${label} is not a valid ${what} name`;
  return name.includes('=') ? `${message}: ${QUOTE_HINT}` : message;
}
