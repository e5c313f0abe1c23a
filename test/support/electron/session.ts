import type { Session, WebContents } from 'electron';
import type { Page } from 'playwright-core';
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

/** Electron's name of a permission and Chromium's, of those that a page can ask about. */
const names = {
  'clipboard-read': 'clipboard-read',
  'clipboard-sanitized-write': 'clipboard-write',
  geolocation: 'geolocation',
  media: 'camera',
  midi: 'midi',
  notifications: 'notifications',
} as const;

/** Lets a page do what the handlers allow, and nothing that they deny. */
export async function applyPermissions(page: Page, contents: WebContents): Promise<void> {
  // Not detached: Chromium forgets what a session has set when it ends.
  const chromium = await browserContext().newCDPSession(page);
  const known = Object.keys(names) as (keyof typeof names)[];
  for (const name of known) {
    await chromium.send('Browser.setPermission', {
      permission: { name: names[name] },
      setting: isAllowed(contents, name) ? 'granted' : 'denied',
      origin: WEB_ORIGIN,
    });
  }
}

function isAllowed(contents: WebContents, name: keyof typeof names): boolean {
  const origin = 'app://dagwright/';
  if (check === null || check(contents, name, origin, { isMainFrame: true })) return true;
  let answer = ask === null;
  ask?.(contents, name, (isGranted) => (answer = isGranted), {
    isMainFrame: true,
    requestingUrl: origin,
  });
  return answer;
}
