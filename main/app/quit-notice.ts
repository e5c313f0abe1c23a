import type { MessageBoxOptions } from 'electron';

export const QUIT_BUTTON = 0;

/** What a person is told who quits while steps run: they go on, and nothing of them is lost. */
export function quitNotice(steps: number): MessageBoxOptions {
  return {
    type: 'info',
    title: 'Quit Dagwright',
    message: `${steps === 1 ? '1 step goes' : `${steps} steps go`} on after Dagwright quits`,
    detail:
      'What runs now is not stopped. Dagwright picks it up again at its next start, with its output and its ' +
      'result. The steps that follow, and schedules, wait until then.',
    buttons: ['Quit', 'Stay'],
    defaultId: QUIT_BUTTON,
    cancelId: 1,
    noLink: true,
  };
}
