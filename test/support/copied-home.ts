import { cpSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '../../engine/config/config.ts';
import { temporaryFolder } from './home.ts';

/** The same settings for a home in another folder. */
function configAt(config: Config, home: string): Config {
  const { paths } = config;
  const old = dirname(paths.dataDir);
  const there = (path: string): string =>
    path.startsWith(`${old}/`) ? join(home, path.slice(old.length)) : path;
  const moved = Object.entries(paths).map(([name, path]) => [name, there(path)] as const);
  // The same names as before.
  return { ...config, paths: Object.fromEntries(moved) as unknown as Config['paths'] };
}

/** A copy of all files of a home, as a backup tool makes it. */
export function copyHome(config: Config): Config {
  const home = join(temporaryFolder('copy'), 'home');
  cpSync(dirname(config.paths.dataDir), home, { recursive: true, verbatimSymlinks: true });
  return configAt(config, home);
}

/** Moves a home to another folder. */
export function moveHome(config: Config): Config {
  const home = join(temporaryFolder('moved'), 'home');
  renameSync(dirname(config.paths.dataDir), home);
  return configAt(config, home);
}
