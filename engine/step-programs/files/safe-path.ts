/** A path within an archive, as it may be written: below any folder that it is put into. */
export interface SafePath {
  /** With `/` between its parts; empty for the folder itself. */
  readonly path: string;
  /** Whether it was absolute: its root was left out. */
  readonly wasAbsolute: boolean;
}

/**
 * Makes the path of an entry relative. Its parts are never `..`, `.` or empty.
 *
 * @throws Error for a path that climbs out of the folder, or that no system could write.
 */
export function safePath(path: string): SafePath {
  refuseNul(path);
  const relative = path.replace(/^(?:[A-Za-z]:)?\/+/, '');
  const parts = relative.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.includes('..')) throw new Error(`${quoted(path)} climbs out of the destination`);
  return { path: parts.join('/'), wasAbsolute: relative !== path };
}

/**
 * Checks where a link points. It may climb only as far as the folder of the archive, and only at its beginning: behind
 * the name of another link, `..` would climb from wherever that points to.
 *
 * @throws Error for a link that leads out of the destination.
 */
export function checkLink(path: string, target: string): void {
  refuseNul(target);
  const parts = target.split('/').filter((part) => part !== '' && part !== '.');
  const climbs = parts.findIndex((part) => part !== '..');
  const up = climbs === -1 ? parts.length : climbs;
  const isInside =
    !target.startsWith('/') &&
    !/^[A-Za-z]:/.test(target) &&
    !target.includes('\\') &&
    up <= path.split('/').length - 1 &&
    !parts.slice(up).includes('..');
  if (!isInside)
    throw new Error(`${quoted(path)} links to ${quoted(target)}, out of the destination`);
}

function refuseNul(path: string): void {
  if (path.includes('\0')) throw new Error(`${quoted(path)} holds a NUL character`);
}

const quoted = (path: string): string => JSON.stringify(path);
