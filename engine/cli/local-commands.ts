import type { Command } from 'commander';
import { CliError } from './cli-error.ts';
import { serviceCommands } from './service-commands.ts';

/** Commands about this machine: its files, its settings, its program. */
export const localCommands: ReadonlySet<string> = new Set([
  ...serviceCommands,
  'validate',
  'explain',
  'config',
  'completion',
  'upgrade',
  'version',
]);

/** Refuses an address that would change nothing. One of the environment is meant for the other commands. */
export function refuseElsewhere(program: Command, command: Command): void {
  const name = nameBelow(program, command);
  if (!localCommands.has(name)) return;
  for (const option of ['url', 'token']) {
    if (program.getOptionValueSource(option) !== 'cli') continue;
    throw new CliError(
      `\`dagwright ${name}\` works on this machine only and does not take --${option}.`,
    );
  }
}

/** `config` for `config show`. */
function nameBelow(program: Command, command: Command): string {
  const { parent } = command;
  return parent === null || parent === program ? command.name() : nameBelow(program, parent);
}
