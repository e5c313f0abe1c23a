import type { Session } from 'electron';
import { browserContext } from './browser.ts';
import { WEB_ORIGIN } from './web-address.ts';

type Check = Parameters<Session['setPermissionCheckHandler']>[0];
type Ask = Parameters<Session['setPermissionRequestHandler']>[0];
type Used = Pick<
  Session,
  'setPermissionCheckHandler' | 'setPermissionRequestHandler' | 'setDevicePermissionHandler'
>;

let check: Check = null;
let ask: Ask = null;

export const session: { readonly defaultSession: Used } = {
  defaultSession: {
    setPermissionCheckHandler: (handler) => void (check = handler),
    setPermissionRequestHandler: (handler) => void (ask = handler),
    setDevicePermissionHandler: () => undefined,
  },
};

/** Electron's name of a permission and Playwright's, where both know it. */
const names = {
  'clipboard-read': 'clipboard-read',
  'clipboard-sanitized-write': 'clipboard-write',
  geolocation: 'geolocation',
  'local-fonts': 'local-fonts',
  midi: 'midi',
  notifications: 'notifications',
  'storage-access': 'storage-access',
} as const;

/** Lets pages do what the handlers allow. Granting some permissions of an origin denies it all the others. */
export async function applyPermissions(contents: Electron.WebContents): Promise<void> {
  const known = Object.keys(names) as (keyof typeof names)[];
  const granted = known.filter((name) => isAllowed(contents, name)).map((name) => names[name]);
  await browserContext().grantPermissions(granted, { origin: WEB_ORIGIN });
}

function isAllowed(contents: Electron.WebContents, name: keyof typeof names): boolean {
  const origin = 'app://dagwright/';
  if (check === null || check(contents, name, origin, { isMainFrame: true })) return true;
  let answer = ask === null;
  ask?.(contents, name, (isGranted) => (answer = isGranted), {
    isMainFrame: true,
    requestingUrl: origin,
  });
  return answer;
}
