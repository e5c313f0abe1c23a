import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromRoot } from './root.js';

interface Place {
  /** Where npm put the package. */
  readonly folder?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/**
 * Electron's program, or null where it is not installed. Its package is not imported for that: it would begin to
 * download the program, and a machine without the open internet would wait for it and fail.
 */
export function electronBinary({
  folder = fromRoot('node_modules/electron'),
  env = process.env,
}: Place = {}): string | null {
  const pathFile = join(folder, 'path.txt');
  if (!existsSync(pathFile)) return null;
  const dist = env['ELECTRON_OVERRIDE_DIST_PATH'] || join(folder, 'dist');
  const program = join(dist, readFileSync(pathFile, 'utf8').trim());
  return existsSync(program) ? program : null;
}
