/** What `import … from 'electron'` gives main where the stand-in takes its place. */
import { app } from './app.ts';
import { BrowserWindow } from './browser-window.ts';
import { ipcMain } from './ipc-main.ts';
import { Menu } from './menu.ts';
import { protocol } from './protocol.ts';
import { session } from './session.ts';
import { dialog, powerMonitor, screen, shell } from './system.ts';
import { utilityProcess } from './utility-process.ts';

app.closeWindows = () => BrowserWindow.getAllWindows().every((window) => window.closeForQuit());

export {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  powerMonitor,
  protocol,
  screen,
  session,
  shell,
  utilityProcess,
};
