import type { Config } from '../config/config.ts';
import { loadConfig } from '../config/load-config.ts';
import type { Clock } from '../lib/clock.ts';
import type { Output } from './terminal.ts';

/** Options that every command takes. */
export interface GlobalOptions {
  readonly home?: string;
  readonly debug?: boolean;
}

export type Signal = 'SIGINT' | 'SIGTERM';

/** What a command has around it: where it writes, what it was given, how it ends. */
export interface Cli {
  readonly out: Output;
  readonly err: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  /** Asks a question that is answered with yes or no; null where nobody can be asked. */
  readonly confirm: ((question: string) => Promise<boolean>) | null;
  /** Calls the listener for each request to end, in place of ending; the returned function undoes that. */
  readonly onSignal: (listener: (signal: Signal) => void) => () => void;
  readonly setExitCode: (code: number) => void;
  /** Ends the process at once, whatever still holds it. */
  readonly exit: (code: number) => never;
}

export const exitCodes = { failed: 1, usage: 2, interrupted: 130, terminated: 143 } as const;

/** Something that the user can mend. Shown as it is, with a hint below it. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly hint: string | undefined;
  readonly exitCode: number;

  constructor(
    message: string,
    options: { readonly hint?: string; readonly exitCode?: number } = {},
  ) {
    super(message);
    this.hint = options.hint;
    this.exitCode = options.exitCode ?? exitCodes.failed;
  }
}

type ConfigFlags = NonNullable<Parameters<typeof loadConfig>[0]['flags']>;

export function configOf(cli: Cli, options: GlobalOptions, flags: ConfigFlags = {}): Config {
  const debug = options.debug ? 'true' : undefined;
  return loadConfig({ env: cli.env, home: options.home, flags: { ...flags, debug } });
}
