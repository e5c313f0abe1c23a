import type { MessageBoxOptions } from 'electron';
import { texts } from '../texts.ts';

export const QUIT_BUTTON = 0;

/** What a person is told who quits while steps run: they go on, and nothing of them is lost. */
export function quitNotice(steps: number): MessageBoxOptions {
  return {
    type: 'info',
    title: texts.quit.title,
    message: texts.quit.message(steps),
    detail: texts.quit.detail,
    buttons: [texts.quit.confirm, texts.quit.cancel],
    defaultId: QUIT_BUTTON,
    cancelId: 1,
    noLink: true,
  };
}
