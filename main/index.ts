import { app, BrowserWindow, dialog, ipcMain, Menu, powerMonitor } from 'electron';
import { protocol, screen, session, shell, utilityProcess } from 'electron';
import { appFiles } from './app/app-files.ts';
import { engineArguments } from './app/engine-arguments.ts';
import { quitInOrder } from './app/quit.ts';
import { claimSingleInstance } from './app/single-instance.ts';
import { showWindow } from './app/show-window.ts';
import { createEngineHost } from './engine-host/engine-host.ts';
import { serveEvents } from './ipc/serve-events.ts';
import { serveOperations } from './ipc/serve-operations.ts';
import { isTrustedSender } from './ipc/trusted-sender.ts';
import { createWindowCommands } from './ipc/window-commands.ts';
import { applicationMenu } from './menus/application-menu.ts';
import { appScheme, serveAppFiles } from './protocol/serve-app-files.ts';
import { confirmUnload } from './windows/confirm-unload.ts';
import { guardContents } from './windows/guard-contents.ts';
import { guardPermissions } from './windows/guard-permissions.ts';
import { openMainWindow } from './windows/main-window.ts';

const files = appFiles(app);
const { platform } = process;

app.enableSandbox();
protocol.registerSchemesAsPrivileged([appScheme]);
Menu.setApplicationMenu(null);

if (claimSingleInstance(app, () => showWindow(BrowserWindow, openWindow))) {
  void app.whenReady().then(start);
} else {
  app.quit();
}

function start(): void {
  const engine = createEngineHost({
    fork: utilityProcess.fork,
    entry: files.engineEntry,
    args: [`--program-folder=${files.root}`, ...engineArguments(process.argv.slice(1))],
  });
  serveAppFiles(protocol, files.renderer);
  guardPermissions(session.defaultSession);
  app.on('web-contents-created', (_event, contents) => {
    guardContents(contents, shell);
    confirmUnload(contents, dialog);
  });
  serveOperations({ ipcMain, call: engine.call, isTrustedSender });
  const commands = createWindowCommands();
  serveEvents({ ipcMain, engine, commands, isTrustedSender });
  const window = () => showWindow(BrowserWindow, openWindow);
  const { quitWithoutAsking } = quitInOrder({
    app,
    dialog,
    runningSteps: engine.runningSteps,
    stopEngine: engine.stop,
    stay: window,
  });
  powerMonitor.on('shutdown', quitWithoutAsking);
  powerMonitor.on('resume', engine.wake);
  app.on('activate', window);
  app.on('window-all-closed', () => {
    if (platform !== 'darwin') app.quit();
  });
  Menu.setApplicationMenu(
    Menu.buildFromTemplate(
      applicationMenu(platform, {
        newDag: () => commands.send(window().webContents, { kind: 'new-dag' }),
        search: () => commands.send(window().webContents, { kind: 'search' }),
        reloadEngineState: () => {
          engine.start();
          window().webContents.reload();
        },
      }),
    ),
  );
  engine.start();
  openWindow();
}

function openWindow(): BrowserWindow {
  return openMainWindow({
    BrowserWindow,
    screens: screen.getAllDisplays().map(({ workArea }) => workArea),
    preload: files.preload,
    icon: files.icon,
    stateFile: files.windowState,
  });
}
