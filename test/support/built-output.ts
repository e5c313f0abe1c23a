import { commandParts } from '../../scripts/build/command-parts.js';
import { ensureBuilt } from '../../scripts/build/ensure-built.js';
import { parts, testParts } from '../../scripts/build/parts.ts';
import { fromRoot } from '../../scripts/build/root.js';

const built = new Set<string>();

/** A built file of ours, as a path from the root of the project, built first when its sources have changed. */
export function builtOutput(output: string): string {
  const part = [...parts, ...testParts].find((each) => each.output === output);
  if (part === undefined) throw new Error(`No part is built into ${output}.`);
  build([part.name]);
  return fromRoot(output);
}

/** The command line as its users run it, with the programs that it starts: its sources take twice as long to start. */
export function builtCommand(): string {
  build(commandParts);
  return fromRoot('out/cli/index.js');
}

/** Looks at the sources once in each process: they do not change while tests run. */
function build(names: readonly string[]): void {
  if (names.every((name) => built.has(name))) return;
  if (!ensureBuilt(names)) throw new Error('The build failed.');
  for (const name of names) built.add(name);
}
