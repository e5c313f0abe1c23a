import { ensureBuilt } from '../../scripts/build/ensure-built.js';
import { parts, testParts } from '../../scripts/build/parts.ts';
import { fromRoot } from '../../scripts/build/root.js';

const known = new Map<string, string>();

/** A built file of ours, as a path from the root of the project, built first when its sources have changed. */
export function builtOutput(output: string): string {
  const path = known.get(output) ?? build(output);
  known.set(output, path);
  return path;
}

function build(output: string): string {
  const part = [...parts, ...testParts].find((each) => each.output === output);
  if (part === undefined) throw new Error(`No part is built into ${output}.`);
  if (!ensureBuilt([part.name])) throw new Error('The build failed.');
  return fromRoot(output);
}
