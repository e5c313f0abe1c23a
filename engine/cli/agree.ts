import { CliError, type Cli } from './cli.ts';

interface Agreement {
  /** What cannot be undone: `Delete …`. */
  readonly act: string;
  /** `-y` was given. */
  readonly yes: boolean | undefined;
}

/** Asks a person about what cannot be undone, and says when nothing was done. */
export async function agrees({ confirm, out }: Cli, { act, yes }: Agreement): Promise<boolean> {
  if (yes === true) return true;
  if (confirm === null) {
    throw new CliError(`Nothing was done: there is nobody to ask. ${act}?`, {
      hint: 'Give -y to do it without a question.',
    });
  }
  const isAgreed = await confirm(`${act}?`);
  if (!isAgreed) out.write('Nothing was done.\n');
  return isAgreed;
}
