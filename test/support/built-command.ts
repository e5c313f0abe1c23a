import { ensureBuilt } from '../../scripts/build/ensure-built.js';
import { fromRoot } from '../../scripts/build/root.js';

let command: string | null = null;

/** The command line as its users run it, built when its sources have changed: those take twice as long to start. */
export function builtCommand(): string {
  if (command !== null) return command;
  if (
    !ensureBuilt([
      'command line',
      'mask filter',
      'step program',
      'side program',
      'keychain program',
      'git program',
    ])
  )
    throw new Error('The build failed.');
  command = fromRoot('out/cli/index.js');
  return command;
}
