import type { Dialog, MessageBoxSyncOptions, WebContents } from 'electron';
import { texts } from '../texts.ts';

const DISCARD_BUTTON = 0;

const question: MessageBoxSyncOptions = {
  type: 'question',
  title: texts.unsaved.title,
  message: texts.unsaved.message,
  detail: texts.unsaved.detail,
  buttons: [texts.unsaved.discard, texts.unsaved.cancel],
  defaultId: 1,
  cancelId: 1,
  noLink: true,
};

/**
 * Asks before a page with unsaved changes is left. The page objects by `beforeunload`; a browser asks the person
 * then, while Electron would just stay, without a word.
 */
export function confirmUnload(
  contents: Pick<WebContents, 'on'>,
  dialog: Pick<Dialog, 'showMessageBoxSync'>,
): void {
  contents.on('will-prevent-unload', (event) => {
    // Electron's words: to prevent the event is to ignore the page's objection.
    if (dialog.showMessageBoxSync(question) === DISCARD_BUTTON) event.preventDefault();
  });
}
