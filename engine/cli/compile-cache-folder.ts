import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Where compiled code is kept; undefined is Node's choice, the temporary folder. On Linux all users share that one, and
 * whoever comes first could leave code there for the others to run.
 */
export function compileCacheFolder({ env, platform }: NodeJS.Process): string | undefined {
  if (env['NODE_COMPILE_CACHE']) return env['NODE_COMPILE_CACHE'];
  if (platform === 'darwin' || platform === 'win32') return undefined;
  return join(env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'dagwright', 'compiled');
}
