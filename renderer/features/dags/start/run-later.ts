import type { Command } from '../../../components/CommandMenu.tsx';
import { texts } from '../texts.ts';

/** The command that asks for the time of a start. */
export function laterCommand(ask: () => void, isDisabled: boolean): Command {
  return {
    id: 'later',
    label: texts.commands.askRunLater,
    detail: texts.commands.runLaterDetail,
    icon: 'due',
    isDisabled,
    run: ask,
  };
}
