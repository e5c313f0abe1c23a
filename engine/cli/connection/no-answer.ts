import type { Holder } from '../../server/patience.ts';
import { CliError } from '../cli-error.ts';

/** What a command says of a process that has the home and does not answer: the advice to stop it helps no one who wants to ask it. */
export function noAnswer({ pid, isByCommand, waitedMs }: Holder): CliError {
  const who = isByCommand ? 'The command that is using this home' : 'The engine';
  return new CliError(`${who} (process ${pid}) did not answer within ${waitedMs / 1000} s.`, {
    hint: 'It may be stopped, or the computer may be busy. Try again, or end that process and start the engine again: its steps keep running.',
  });
}
