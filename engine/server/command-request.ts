import type { WireError } from '../contract/errors.ts';
import type { OperationName } from '../contract/operations.ts';

/** A run, as commands name it. */
export interface NamedRun {
  readonly name: string;
  readonly dagRunId: string;
}

/** Where the engine of a command takes what other processes of its owner ask, beside the interface that every engine has. */
export const COMMAND_PATH = '/command';

/** `hand over`: another engine wants the home for good. */
export type CommandRequest =
  | {
      readonly ask: 'call';
      readonly name: OperationName;
      readonly input: object;
      /** That of the command that asks: what it starts reads it, as by an engine of its own. */
      readonly environment: NodeJS.ProcessEnv;
    }
  | { readonly ask: 'resume'; readonly run: NamedRun }
  | { readonly ask: 'hand over' };

export type CommandAnswer = { readonly output?: unknown } | { readonly error: WireError };

/** The status by which an engine says that it takes nothing any more: what was asked has not been begun. */
export const ENDING_STATUS = 410;

/** That of an engine which stays, and has the socket by now. */
export const SERVICE_STATUS = 404;
