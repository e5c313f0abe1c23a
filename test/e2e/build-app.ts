import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

export const projectRoot = join(import.meta.dirname, '..', '..');

/** Builds what is stale, so that a test never judges yesterday's app. */
export function buildApp(): void {
  execFileSync(process.execPath, [join(projectRoot, 'scripts/build.ts')], { stdio: 'pipe' });
}
