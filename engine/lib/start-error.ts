/** Why an engine cannot start, in words for a person. Ends the process with `exitCode`. */
export class StartError extends Error {
  override readonly name = 'StartError';
  readonly exitCode: number;

  constructor(
    message: string,
    options: { readonly exitCode?: number; readonly cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.exitCode = options.exitCode ?? 1;
  }
}

/** `engine.db` cannot be used as it is: damaged, unreadable, or written by a newer version. */
export const EXIT_DATABASE = 3;
