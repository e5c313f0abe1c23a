import type { Dialog, MessageBoxSyncOptions, WebContents } from 'electron';

const DISCARD_BUTTON = 0;

const question: MessageBoxSyncOptions = {
  type: 'question',
  title: 'Unsaved changes',
  message: 'This page has changes that are not saved',
  detail: 'They are lost if you go on.',
  buttons: ['Discard changes', 'Keep editing'],
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
