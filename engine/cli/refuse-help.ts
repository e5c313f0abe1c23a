import type { AddHelpTextContext } from 'commander';
import { didYouMean } from '../lib/suggest.ts';

/**
 * Refuses help for a command that is not there: commander would answer it with the help of what stands above, and a
 * script that asks so whether there is such a command would be told yes.
 */
export function refuseHelpOfNothing({ command }: AddHelpTextContext): void {
  const [first, second] = command.args;
  const asked = first === 'help' ? second : first;
  const isName = asked !== undefined && !asked.startsWith('-') && asked !== 'help';
  if (command.commands.length === 0 || !isName) return;
  const names = command.commands.map((one) => one.name());
  if (names.includes(asked)) return;
  const meant = didYouMean(asked, names);
  command.error(`error: unknown command '${asked}'${meant}`, { code: 'commander.unknownCommand' });
}
