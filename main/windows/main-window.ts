import type { BrowserWindow, BrowserWindowConstructorOptions, Rectangle } from 'electron';
import { APP_ORIGIN } from '../protocol/app-url.ts';
import { webPreferences } from './web-preferences.ts';
import { readPlacement, rememberPlacement } from './window-state.ts';
import { texts } from '../texts.ts';

export interface MainWindowOptions {
  readonly BrowserWindow: new (options: BrowserWindowConstructorOptions) => BrowserWindow;
  readonly screens: readonly Rectangle[];
  readonly preload: string;
  readonly icon: string;
  readonly stateFile: string;
}

/** Opens the window on the app's own page. It is shown with its first paint, so that it never flashes white. */
export function openMainWindow(options: MainWindowOptions): BrowserWindow {
  const { bounds, isMaximized } = readPlacement(options.stateFile, options.screens);
  const window = new options.BrowserWindow({
    ...bounds,
    minWidth: 640,
    minHeight: 480,
    title: texts.appName,
    icon: options.icon,
    show: false,
    webPreferences: webPreferences(options.preload),
  });
  if (isMaximized) window.maximize();
  rememberPlacement(window, options.stateFile);
  window.once('ready-to-show', () => window.show());
  // A load that fails leaves the window empty; Reload in its menu tries again. One that was closed meanwhile is left alone.
  void window.loadURL(`${APP_ORIGIN}/`).catch(() => {
    if (!window.isDestroyed()) window.show();
  });
  return window;
}
