import { isOwnVariable } from '../../config/read-environment.ts';
import { isSecretVariable, soundsSecret } from '../../config/secret-variables.ts';
import { COOKIE } from '../../platform/step-cookie.ts';

const allowedNames = new Set(['PATH', 'HOME', 'LANG', 'TZ', 'SHELL']);
const allowedPrefixes = ['SVC_', 'LC_', 'DAG_'];

/**
 * The part of the engine's environment that step processes get. It has removed the settings that are secret by then; a
 * name with `SVC_` that it does not know may be a mistyped one of them, or one of another version.
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
  // An engine that a step of another one has started marks its own steps itself.
  if (name === COOKIE) return false;
  if (allowedNames.has(name)) return true;
  if (isOwnVariable(name)) return !isSecretVariable(name);
  if (name.startsWith('SVC_') && soundsSecret(name)) return false;
  return allowedPrefixes.some((prefix) => name.startsWith(prefix));
}
