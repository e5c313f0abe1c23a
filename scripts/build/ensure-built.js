// @ts-check
import { spawnSync } from 'node:child_process';
import { isUntouched } from './glance.js';
import { fromRoot } from './root.js';

/**
 * Builds those of the named parts that are stale, and says so in one line on stderr. False where it cannot.
 * @param {readonly string[]} names
 */
export function ensureBuilt(names) {
  if (names.every(isUntouched)) return true;
  // In a process of its own: what it takes to build should not stay in memory beside the engine.
  const words = [fromRoot('scripts/build.ts'), '--brief', ...names];
  const { status } = spawnSync(process.execPath, words, { stdio: ['ignore', 2, 2] });
  if (status === 0) return true;
  console.error(`error: Dagwright cannot be built; the reason stands above.`);
  console.error(`If packages are missing, run "npm ci" in ${fromRoot('.')}`);
  return false;
}
