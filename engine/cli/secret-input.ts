import type { Cli } from './cli.ts';
import { CliError } from './cli-error.ts';

interface SecretQuestion {
  /** What is asked on a terminal. */
  readonly question: string;
  /** Whether it comes from the standard input. */
  readonly fromStdin: boolean | undefined;
  /** How to give it where there is no terminal. */
  readonly hint: string;
}

/** A secret that must not stand on the command line, where other processes see it and the shell remembers it. */
export async function readSecret(
  { askSecret, readStdin }: Cli,
  { question, fromStdin, hint }: SecretQuestion,
): Promise<string> {
  if (fromStdin === true) return (await readStdin()).replace(/\r?\n$/, '');
  if (askSecret === null) throw withoutTerminal(question, hint);
  return askSecret(question);
}

function withoutTerminal(question: string, hint: string): CliError {
  const what = question.charAt(0).toLowerCase() + question.slice(1).replace(/: $/, '');
  return new CliError(`The ${what} is missing, and there is no terminal to ask for it.`, { hint });
}

/** A new password: on a terminal it is asked for twice. */
export async function readNewPassword(cli: Cli, fromStdin: boolean | undefined): Promise<string> {
  const hint = 'Use --password-stdin and pass the password on standard input.';
  const password = await readSecret(cli, { question: 'New password: ', fromStdin, hint });
  if (fromStdin === true || cli.askSecret === null) return password;
  if ((await cli.askSecret('Confirm password: ')) === password) return password;
  throw new CliError('The passwords do not match. Nothing was changed.');
}
