import type { BrowserWindow, KeyboardInputEvent } from 'electron';
import { APP_ORIGIN } from '../protocol/app-url.ts';

type CommandWindow = Pick<BrowserWindow, 'loadURL'> & {
  readonly webContents: Pick<
    BrowserWindow['webContents'],
    'executeJavaScript' | 'getURL' | 'sendInputEvent'
  >;
};

/** Opens the palette by its own key: the page has one way to do it. */
export function search({ webContents }: CommandWindow, platform: NodeJS.Platform): void {
  const modifiers: KeyboardInputEvent['modifiers'] = [platform === 'darwin' ? 'meta' : 'control'];
  webContents.sendInputEvent({ type: 'keyDown', keyCode: 'K', modifiers });
  webContents.sendInputEvent({ type: 'keyUp', keyCode: 'K', modifiers });
}

/** Shows the list of DAGs, where the key `n` asks for the name of a new one. */
export async function newDag(window: CommandWindow): Promise<void> {
  const { webContents } = window;
  if (!isList(webContents.getURL())) {
    await window.loadURL(`${APP_ORIGIN}/dags`);
    // Loaded is not yet drawn: a key that comes before the list listens to it would be lost.
    await webContents.executeJavaScript('new Promise((drawn) => requestIdleCallback(drawn))');
  }
  webContents.sendInputEvent({ type: 'keyDown', keyCode: 'n' });
  webContents.sendInputEvent({ type: 'char', keyCode: 'n' });
  webContents.sendInputEvent({ type: 'keyUp', keyCode: 'n' });
}

function isList(url: string): boolean {
  return ['/', '/dags'].includes(URL.parse(url)?.pathname ?? '');
}
