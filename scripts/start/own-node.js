// @ts-check
import { existsSync, readFileSync } from 'node:fs';
import { fromRoot } from '../build/root.js';

/** The Node that comes with the packages of this project; null where they are not installed. */
export function ownNode() {
  const { optionalDependencies } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8'));
  const file = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node';
  // npm installs the one that fits this machine.
  const programs = Object.keys(optionalDependencies).map((name) =>
    fromRoot(`node_modules/${name}/${file}`),
  );
  return programs.find((program) => existsSync(program)) ?? null;
}
