import type { Command } from 'commander';
import { CliError } from './cli-error.ts';

/**
 * Refuses an empty name. It comes of a variable of the caller's shell that is not set, and as a filter it would match
 * everything: `stop "$DAG"` must not stop the run of another DAG. Values, such as parameters, can be empty.
 */
export function refuseEmpty(program: Command, command: Command): void {
  for (const [index, argument] of command.registeredArguments.entries()) {
    const isName = argument.required || !argument.variadic;
    if (isName && command.args[index] === '') throw emptyError(`argument '${argument.name()}'`);
  }
  for (const option of ['home', 'config']) {
    if (program.getOptionValue(option) === '') throw emptyError(`option '--${option}'`);
  }
}

function emptyError(what: string): CliError {
  return new CliError(`The ${what} is empty.`, {
    hint: 'If it comes from a variable, the variable is not set.',
  });
}
