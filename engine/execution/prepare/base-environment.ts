import { isOwnVariable } from '../../config/read-environment.ts';
import { isSecretVariable } from '../../config/secret-variables.ts';

const allowedNames = new Set(['PATH', 'HOME', 'LANG', 'TZ', 'SHELL']);
const allowedPrefixes = ['LC_', 'DAG_'];

/**
 * The part of the engine's environment that step processes get. Of `SVC_*`, steps get the variables that the engine knows;
 * it has removed the secret ones from its environment by then. A name that it does not know may be a mistyped secret, or
 * one of another version.
 */
export function baseEnvironment(own: NodeJS.ProcessEnv): Record<string, string> {
  const base: Record<string, string> = {};
  // To read a variable of the process costs more than all the rest here: of the many that are not allowed, none is.
  for (const name of Object.keys(own).filter(isAllowed)) {
    const value = own[name];
    if (value !== undefined) base[name] = value;
  }
  return base;
}

function isAllowed(name: string): boolean {
  if (allowedNames.has(name)) return true;
  if (isOwnVariable(name)) return !isSecretVariable(name);
  return allowedPrefixes.some((prefix) => name.startsWith(prefix));
}
