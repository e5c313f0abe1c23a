import type { Event, Shell, WebContents } from 'electron';
import { isAppUrl } from '../protocol/app-url.ts';
import { mayOpenExternally } from './open-external.ts';

type Contents = Pick<WebContents, 'on' | 'setWindowOpenHandler'>;

/** Keeps a page where it is: it opens no window, goes nowhere else, and embeds nothing. */
export function guardContents(contents: Contents, shell: Pick<Shell, 'openExternal'>): void {
  const stay = (event: Event<{ url: string }>) => {
    if (!isAppUrl(event.url)) event.preventDefault();
  };
  contents.on('will-navigate', stay);
  contents.on('will-redirect', stay);
  contents.on('will-frame-navigate', stay);
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    // A failure to open the browser is the system's to report.
    if (mayOpenExternally(url)) void shell.openExternal(url).catch(() => undefined);
    return { action: 'deny' };
  });
}
