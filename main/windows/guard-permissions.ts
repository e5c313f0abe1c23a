import type { Session } from 'electron';
import { isAppUrl } from '../protocol/app-url.ts';

type PermissionSession = Pick<
  Session,
  'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler'
>;

/** Copying text is all that a page may do beyond drawing. */
const allowed: ReadonlySet<string> = new Set(['clipboard-sanitized-write']);

/** Refuses devices, and all that a page asks for except to write text to the clipboard, which only pages of the app may. */
export function guardPermissions(session: PermissionSession): void {
  session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) =>
    answer(allowed.has(permission) && isAppUrl(requestingUrl)),
  );
  session.setPermissionCheckHandler(
    (_contents, permission, requestingOrigin) =>
      allowed.has(permission) && isAppUrl(requestingOrigin),
  );
  session.setDevicePermissionHandler(() => false);
}
