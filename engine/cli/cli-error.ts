/** Whatever goes wrong is 1. The others are those of a process that a signal has ended. */
export const exitCodes = { failed: 1, interrupted: 130, terminated: 143 } as const;

/** Something that the user can fix. Shown as it is, with a hint below it. */
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
