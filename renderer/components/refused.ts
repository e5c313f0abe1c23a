import type { Command } from './CommandMenu.tsx';

/** A command with the reason why it cannot be done, if there is one. */
export function refused(command: Command, refusal: string | undefined): Command {
  return refusal === undefined ? command : { ...command, isDisabled: true, detail: refusal };
}
