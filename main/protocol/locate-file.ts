import { resolve, sep } from 'node:path';
import { isPageAddress } from '#contract/page-address.ts';
import { isAppUrl } from './app-url.ts';

/** Which file of the folder a URL asks for; null for everything that is not ours to serve. */
export function locateFile(root: string, url: string): string | null {
  if (!isAppUrl(url)) return null;
  const path = decodePath(new URL(url).pathname);
  if (path === null) return null;
  const file = resolve(root, `.${path}`);
  if (file !== root && !file.startsWith(root + sep)) return null;
  return isPageAddress(path) ? resolve(root, 'index.html') : file;
}

/** Decoded exactly once; a backslash would be a separator on Windows, a NUL would cut the name short. */
function decodePath(pathname: string): string | null {
  try {
    const path = decodeURIComponent(pathname);
    return /[\\\0]/.test(path) ? null : path;
  } catch {
    // Not valid percent-encoding, so not the name of any file.
    return null;
  }
}
