// @ts-check
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * A path of the project, whatever folder the script was started in.
 * @param {string} path
 */
export function fromRoot(path) {
  return resolve(root, path);
}
