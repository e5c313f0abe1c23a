import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const KEPT_MS = 7 * 24 * 3600 * 1000;
const LIST = 'built.json';

/** Keeps the parts of earlier builds for a week: a server that still runs loads those of its own when it needs them. */
export const leaveForRunning: Plugin = {
  name: 'leave-for-running',
  writeBundle({ dir }, bundle) {
    if (dir !== undefined) removeReplaced(dir, Object.keys(bundle), Date.now());
  },
};

/** Removes what was replaced a week ago. The time of a file that is replaced becomes that of the build that does it. */
export function removeReplaced(folder: string, built: readonly string[], now: number): void {
  const list = join(folder, LIST);
  const before: readonly string[] = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (name === LIST || built.includes(name)) continue;
    // No program loads them.
    if (name.endsWith('.map')) rmSync(file);
    else if (before.includes(name)) utimesSync(file, now / 1000, now / 1000);
    else if (now - statSync(file).mtimeMs > KEPT_MS) rmSync(file);
  }
  writeFileSync(list, JSON.stringify(built));
}
