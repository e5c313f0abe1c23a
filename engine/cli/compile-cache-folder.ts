import { homedir } from 'node:os';
import { join } from 'node:path';
import { version } from '../lib/version.ts';

export type HostEnvironment = Pick<NodeJS.Process, 'env' | 'platform'>;

/** Where compiled code is kept; undefined is Node's choice, the temporary folder. */
export function compileCacheFolder(host: HostEnvironment): string | undefined {
  return host.env['NODE_COMPILE_CACHE'] || ownCacheFolder(host);
}

/**
 * The folder with the code of this version and no other; undefined where Node chooses one. On Linux all users share that one, and whoever comes
 * first could leave code there for the others to run.
 */
export function ownCacheFolder({ env, platform }: HostEnvironment): string | undefined {
  if (platform === 'darwin' || platform === 'win32') return undefined;
  const caches = env['XDG_CACHE_HOME'] || join(homedir(), '.cache');
  return join(caches, 'dagwright', 'compiled', version);
}
