import type { Command } from './CommandMenu.tsx';
import { texts } from './texts.ts';

/** How the command is shown that takes a run out of its queue, wherever one waits. */
export const leaveQueueLook: Pick<Command, 'label' | 'icon'> = {
  label: texts.leaveQueue.command,
  icon: 'trash',
};
