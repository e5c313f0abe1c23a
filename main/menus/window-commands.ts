import type { BrowserWindow, KeyboardInputEvent } from 'electron';
import { APP_ORIGIN } from '../protocol/app-url.ts';

type CommandWindow = Pick<BrowserWindow, 'loadURL'> & {
  readonly webContents: Pick<BrowserWindow['webContents'], 'getURL' | 'sendInputEvent'>;
};

/** Opens the palette by its own key: the page has one way to do it. */
export function search({ webContents }: CommandWindow, platform: NodeJS.Platform): void {
  const modifiers: KeyboardInputEvent['modifiers'] = [platform === 'darwin' ? 'meta' : 'control'];
  webContents.sendInputEvent({ type: 'keyDown', keyCode: 'K', modifiers });
  webContents.sendInputEvent({ type: 'keyUp', keyCode: 'K', modifiers });
}

/** Shows the list of DAGs, where the key `n` asks for the name of a new one. */
export async function newDag(window: CommandWindow): Promise<void> {
  const list = `${APP_ORIGIN}/dags`;
  if (![list, `${APP_ORIGIN}/`].includes(window.webContents.getURL())) await window.loadURL(list);
  window.webContents.sendInputEvent({ type: 'keyDown', keyCode: 'n' });
  window.webContents.sendInputEvent({ type: 'char', keyCode: 'n' });
  window.webContents.sendInputEvent({ type: 'keyUp', keyCode: 'n' });
}
