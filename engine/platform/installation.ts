import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** How the program came to this machine. */
export type Installation =
  | 'git checkout'
  | 'source archive'
  | 'npm package'
  | 'AppImage'
  | 'deb package'
  | 'macOS app'
  | 'Windows installer';

interface ProgramPlace {
  /** Folder of the program's own files. */
  readonly folder: string;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Told by where the program lies. */
export function installationOf({ folder, platform, env }: ProgramPlace): Installation {
  const parts = folder.split(/[\\/]/);
  if (parts.some((part) => part.endsWith('.asar'))) {
    if (platform === 'darwin') return 'macOS app';
    if (platform === 'win32') return 'Windows installer';
    return isMounted(folder, env['APPDIR']) ? 'AppImage' : 'deb package';
  }
  if (parts.includes('node_modules')) return 'npm package';
  return existsSync(join(folder, '.git')) ? 'git checkout' : 'source archive';
}

/** Other AppImages hand their variables on to what they start, so that one says nothing unless we lie in it. */
function isMounted(folder: string, mount: string | undefined): boolean {
  return Boolean(mount) && folder.startsWith(`${mount}/`);
}

/** Where the program's own files lie. */
export const programFolder = join(import.meta.dirname, '..', '..');
