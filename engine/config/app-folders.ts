import path from 'node:path';
import type { Paths } from './config.ts';

/** What the operating system knows of the user. An argument, so that tests can be on any system. */
export interface HostEnvironment {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly homedir: string;
  readonly cwd: string;
}

/** Everything below one folder: `SVC_HOME` and `--home`. */
export function foldersBelow(home: string, { platform }: Pick<HostEnvironment, 'platform'>): Paths {
  const { join } = pathOf(platform);
  return {
    configFile: join(home, 'config.yaml'),
    dagsDir: join(home, 'dags'),
    baseConfig: join(home, 'base.yaml'),
    dataDir: join(home, 'data'),
    logDir: join(home, 'logs'),
  };
}

/** The usual application folders of the operating system. */
export function appFolders(host: HostEnvironment): Paths {
  const { join } = pathOf(host.platform);
  const { settings, state } = usualFolders(host);
  return {
    configFile: join(settings, 'config.yaml'),
    dagsDir: join(settings, 'dags'),
    baseConfig: join(settings, 'base.yaml'),
    dataDir: join(state, 'data'),
    logDir: join(state, 'logs'),
  };
}

/** An absolute folder from text that a person wrote; `~` is the user's home. */
export function resolveFolder(text: string, base: string, host: HostEnvironment): string {
  const { resolve } = pathOf(host.platform);
  const tilde = /^~(?=$|[\\/])/;
  return resolve(base, text.replace(tilde, host.homedir));
}

/** The flavour of `node:path` for a system, which in tests is not the one they run on. */
function pathOf(platform: NodeJS.Platform): path.PlatformPath {
  return platform === 'win32' ? path.win32 : path.posix;
}

function usualFolders(host: HostEnvironment): { settings: string; state: string } {
  const { env, platform, homedir } = host;
  const { join } = pathOf(platform);
  if (platform === 'darwin') {
    const folder = join(homedir, 'Library', 'Application Support', 'Dagwright');
    return { settings: folder, state: folder };
  }
  if (platform === 'win32') {
    return {
      settings: join(env['APPDATA'] || join(homedir, 'AppData', 'Roaming'), 'Dagwright'),
      state: join(env['LOCALAPPDATA'] || join(homedir, 'AppData', 'Local'), 'Dagwright'),
    };
  }
  return {
    settings: join(xdg(env['XDG_CONFIG_HOME']) ?? join(homedir, '.config'), 'dagwright'),
    state: join(xdg(env['XDG_DATA_HOME']) ?? join(homedir, '.local', 'share'), 'dagwright'),
  };
}

/** The XDG rules tell programs to ignore a relative folder. */
function xdg(folder: string | undefined): string | undefined {
  return folder?.startsWith('/') ? folder : undefined;
}
