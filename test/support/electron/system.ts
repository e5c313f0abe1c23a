import { EventEmitter } from 'node:events';
import type { Dialog, Screen, Shell } from 'electron';
import { requireReady } from './app.ts';

/** Answers every question with its first button. Tests put functions of their own in their place. */
export const dialog = {
  showMessageBox: (): ReturnType<Dialog['showMessageBox']> =>
    Promise.resolve({ response: 0, checkboxChecked: false }),
  showMessageBoxSync: (): ReturnType<Dialog['showMessageBoxSync']> => 0,
};

/** Opens nothing: what would leave the app is looked at by a test that puts a function in its place. */
export const shell: Pick<Shell, 'openExternal'> = { openExternal: () => Promise.resolve() };

/** Never says anything by itself; a test may. */
export const powerMonitor = new EventEmitter();

const workArea = { x: 0, y: 0, width: 1920, height: 1080 };
export const screen = {
  getAllDisplays: () => {
    requireReady('The screen');
    // Of a display, main uses the area that windows may have.
    return [{ workArea }] as ReturnType<Screen['getAllDisplays']>;
  },
};
