import type { Session, WebContents } from 'electron';
import type { Page } from 'playwright-core';
import { requireReady } from './app.ts';
import { browserContext } from './browser.ts';
import { WEB_ORIGIN } from './web-address.ts';

type Check = Parameters<Session['setPermissionCheckHandler']>[0];
type Ask = Parameters<Session['setPermissionRequestHandler']>[0];
type Used = Pick<
  Session,
  'setPermissionCheckHandler' | 'setPermissionRequestHandler' | 'setDevicePermissionHandler'
>;

class SessionStandIn implements Used {
  #check: Check = null;
  #ask: Ask = null;

  setPermissionCheckHandler(handler: Check): void {
    this.#check = handler;
  }

  setPermissionRequestHandler(handler: Ask): void {
    this.#ask = handler;
  }

  // No page of the stand-in finds a device.
  setDevicePermissionHandler(): void {}

  isAllowed(contents: WebContents, name: keyof typeof names): boolean {
    const origin = 'app://dagwright/';
    if (this.#check === null || this.#check(contents, name, origin, { isMainFrame: true }))
      return true;
    let answer = this.#ask === null;
    this.#ask?.(contents, name, (isGranted) => (answer = isGranted), {
      isMainFrame: true,
      requestingUrl: origin,
    });
    return answer;
  }
}

const defaultSession = new SessionStandIn();

export const session = {
  get defaultSession(): Used {
    requireReady('A session');
    return defaultSession;
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
      setting: defaultSession.isAllowed(contents, name) ? 'granted' : 'denied',
      origin: WEB_ORIGIN,
    });
  }
}
