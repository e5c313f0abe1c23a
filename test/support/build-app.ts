import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

export const projectRoot = join(import.meta.dirname, '..', '..');

/** The page as a browser loads it. */
export const builtPage = join(projectRoot, 'out', 'renderer');

/** Builds what is stale, so that a test never judges yesterday's app; for whichever file of tests comes first. */
export function buildApp(): void {
  execFileSync(process.execPath, [join(projectRoot, 'scripts/build.ts')], { stdio: 'pipe' });
}
