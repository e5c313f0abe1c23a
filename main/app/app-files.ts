import { join } from 'node:path';
import type { App } from 'electron';

/** Where the parts of the built app lie. */
export interface AppFiles {
  readonly root: string;
  readonly renderer: string;
  readonly preload: string;
  readonly engineEntry: string;
  readonly icon: string;
  /** Where the window was; beside Chromium's own files, not among the engine's. */
  readonly windowState: string;
}

/** Absolute paths, of the packaged app or of this checkout. */
export function appFiles(app: Pick<App, 'getAppPath' | 'getPath' | 'isPackaged'>): AppFiles {
  const root = app.getAppPath();
  // Packaged, the resources lie beside the archive of the app, so that the system can read them too.
  const resources = app.isPackaged ? process.resourcesPath : join(root, 'resources');
  return {
    root,
    renderer: join(root, 'out/renderer'),
    preload: join(root, 'out/preload/index.cjs'),
    engineEntry: join(root, 'out/main/engine-host/entry.js'),
    icon: join(resources, 'icons/icon-512.png'),
    windowState: join(app.getPath('userData'), 'window-state.json'),
  };
}
