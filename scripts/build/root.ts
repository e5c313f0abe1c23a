import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** A path of the project, whatever folder the script was started in. */
export function fromRoot(path: string): string {
  return join(root, path);
}
