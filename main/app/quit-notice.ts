import type { MessageBoxOptions } from 'electron';
import { texts } from '../texts.ts';

export const QUIT_BUTTON = 0;

/** Tells a person who quits while steps run that they go on, and that nothing of them is lost. */
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
