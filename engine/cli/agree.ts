import type { Cli } from './cli.ts';
import { CliError } from './cli-error.ts';
import { say } from './say.ts';

interface Agreement {
  /** What cannot be undone: `Delete …`. */
  readonly act: string;
  /** `-y` was given. */
  readonly yes: boolean | undefined;
}

/** Asks a person about what cannot be undone, and says when nothing was done. */
export async function agrees(cli: Cli, { act, yes }: Agreement): Promise<boolean> {
  const { confirm } = cli;
  if (yes === true) return true;
  if (confirm === null) {
    throw new CliError(`Nothing was changed: there is no terminal to confirm this. ${act}?`, {
      hint: 'Use -y to skip the confirmation.',
    });
  }
  const isAgreed = await confirm(`${act}?`);
  if (!isAgreed) say(cli, 'Canceled. Nothing was changed.');
  return isAgreed;
}
