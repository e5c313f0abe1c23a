import { CommanderError } from 'commander';
import { EngineError } from '../contract/errors.ts';
import { StartError } from '../lib/start-error.ts';
import { exitCodes } from './cli-error.ts';
import { CliError } from './cli-error.ts';
import type { Output } from './terminal.ts';

/** Tells the user what went wrong, and returns the exit code. */
export function reportError(error: unknown, err: Output, debug: boolean): number {
  // Commander has said it already. Help and version are its exceptions too.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.failed;
  const { message, hint } = describe(error);
  err.write(`${err.colors.red('error:')} ${message}\n`);
  if (hint !== undefined) err.write(`${err.colors.dim(hint)}\n`);
  if (debug) err.write(`${stackOf(error)}\n`);
  return error instanceof CliError ? error.exitCode : exitCodes.failed;
}

function describe(error: unknown): { message: string; hint?: string | undefined } {
  if (error instanceof CliError) return { message: error.message, hint: error.hint };
  if (error instanceof EngineError || error instanceof StartError) {
    return { message: error.message };
  }
  const message = error instanceof Error ? error.message : String(error);
  if (isSystemError(error)) return systemError(error, message);
  return {
    message: `Unexpected error: ${message}`,
    hint: 'Run the command again with --debug for details.',
  };
}

/** What the operating system refused is seldom a bug, and its message names the file: `EACCES: …, open '…'`. */
function systemError({ syscall }: NodeJS.ErrnoException, message: string) {
  return syscall === 'uv_cwd'
    ? { message: 'The current folder was deleted.', hint: 'Change to another one: cd' }
    : { message };
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'code' in error;
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : `\nCaused by: ${stackOf(error.cause)}`;
  return `${error.stack}${cause}`;
}
