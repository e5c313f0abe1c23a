import type { MenuItemConstructorOptions } from 'electron';
import { texts } from '../texts.ts';

/** What the menu asks of the app beyond the roles that the system knows. */
export interface MenuCommands {
  readonly newDag: () => void;
  readonly search: () => void;
  readonly reloadEngineState: () => void;
}

/** The menu bar. Each command has the name that it has in the palette and on its button. */
export function applicationMenu(
  platform: NodeJS.Platform,
  commands: MenuCommands,
): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin';
  return [
    ...(isMac ? [{ role: 'appMenu' } as const] : []),
    { label: texts.menu.file, submenu: fileMenu(isMac, commands) },
    { role: 'editMenu' },
    { label: texts.menu.view, submenu: viewMenu(commands) },
    { role: 'windowMenu' },
    { role: 'help', submenu: helpMenu(isMac) },
  ];
}

function fileMenu(isMac: boolean, { newDag }: MenuCommands): MenuItemConstructorOptions[] {
  return [
    { label: texts.menu.newDag, accelerator: 'CmdOrCtrl+N', click: newDag },
    { type: 'separator' },
    isMac ? { role: 'close' } : { role: 'quit' },
  ];
}

function viewMenu(commands: MenuCommands): MenuItemConstructorOptions[] {
  return [
    // The page itself listens to this key; the menu shows it and must not take it away.
    {
      label: texts.menu.search,
      accelerator: 'CmdOrCtrl+K',
      registerAccelerator: false,
      click: commands.search,
    },
    {
      label: texts.menu.reloadEngineState,
      accelerator: 'CmdOrCtrl+R',
      click: commands.reloadEngineState,
    },
    { type: 'separator' },
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { type: 'separator' },
    { role: 'togglefullscreen' },
  ];
}

function helpMenu(isMac: boolean): MenuItemConstructorOptions[] {
  // On a Mac it stands in the menu of the app.
  return [...(isMac ? [] : [{ role: 'about' } as const]), { role: 'toggleDevTools' }];
}
