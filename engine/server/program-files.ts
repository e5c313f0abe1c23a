import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Where the program's own files lie, in its folder; null for what an installation lacks. */
export function programFiles(folder = join(import.meta.dirname, '..', '..')) {
  const assets = join(folder, 'out', 'renderer');
  const samples = join(folder, 'resources', 'samples');
  return {
    assetsDir: existsSync(join(assets, 'index.html')) ? assets : null,
    samplesDir: existsSync(samples) ? samples : null,
  };
}
