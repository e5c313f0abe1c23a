import { readFileSync } from 'node:fs';
import type { Session } from 'electron';
import { describe, expect, it } from 'vitest';
import { guardPermissions } from '../../../main/windows/guard-permissions.ts';

type Check = NonNullable<Parameters<Session['setPermissionCheckHandler']>[0]>;
type Ask = NonNullable<Parameters<Session['setPermissionRequestHandler']>[0]>;
type Permission = Parameters<Check>[1];

/** Every name that Electron's own declarations know, so that a new one is covered on the day it comes. */
function everyPermission(): Permission[] {
  const file = new URL('../../../node_modules/electron/electron.d.ts', import.meta.url);
  const line = readFileSync(file, 'utf8')
    .split('\n')
    .find((text) => text.includes('setPermissionCheckHandler(handler: (('));
  const [, union = ''] = /permission: ([^,]+),/.exec(line ?? '') ?? [];
  return [...union.matchAll(/'([^']+)'/g)].map(([, name]) => name as Permission);
}

function guarded() {
  let check: Check = () => true;
  let ask: Ask = (_contents, _permission, answer) => answer(true);
  let device = true;
  guardPermissions({
    setPermissionCheckHandler: (handler) => void (check = handler ?? check),
    setPermissionRequestHandler: (handler) => void (ask = handler ?? ask),
    setDevicePermissionHandler: (handler) => void (device = handler?.({} as never) ?? true),
  });
  return {
    device,
    check: (permission: Permission, origin: string) =>
      check(null, permission, origin, { isMainFrame: true }),
    ask: (permission: Permission, requestingUrl: string) =>
      new Promise<boolean>((resolve) =>
        ask({} as never, permission, resolve, { isMainFrame: true, requestingUrl }),
      ),
  };
}

const ours = 'app://dagwright/';

describe('guardPermissions', () => {
  const all = everyPermission();

  it('knows the names that Electron has', () => {
    expect(all.length).toBeGreaterThan(40);
    expect(all).toContain('clipboard-sanitized-write');
  });

  it.each(all.filter((name) => name !== 'clipboard-sanitized-write'))(
    'denies %s, whether it is checked or asked for',
    async (permission) => {
      const { check, ask } = guarded();

      expect(check(permission, ours)).toBe(false);
      expect(await ask(permission, ours)).toBe(false);
    },
  );

  it('lets our page copy text', async () => {
    const { check, ask } = guarded();

    expect(check('clipboard-sanitized-write', ours)).toBe(true);
    expect(await ask('clipboard-sanitized-write', `${ours}runs`)).toBe(true);
  });

  it.each(['https://example.com/', 'null', '', 'app://elsewhere/'])(
    'lets no page at "%s" copy text',
    async (url) => {
      const { check, ask } = guarded();

      expect(check('clipboard-sanitized-write', url)).toBe(false);
      expect(await ask('clipboard-sanitized-write', url)).toBe(false);
    },
  );

  it('denies every device', () => {
    expect(guarded().device).toBe(false);
  });
});
