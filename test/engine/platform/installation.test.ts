import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { installationOf } from '../../../engine/platform/installation.ts';
import { temporaryFolder } from '../../support/home.ts';

const app = '/opt/Dagwright/resources/app.asar';

it.each([
  { folder: app, platform: 'linux', env: {}, is: 'deb package' },
  { folder: app, platform: 'linux', env: { APPDIR: '/opt/Dagwright' }, is: 'AppImage' },
  { folder: app, platform: 'linux', env: { APPDIR: '/tmp/.mount_Other' }, is: 'deb package' },
  { folder: '/Applications/D.app/R/app.asar', platform: 'darwin', env: {}, is: 'macOS app' },
  { folder: 'C:\\P\\D\\app.asar', platform: 'win32', env: {}, is: 'Windows installer' },
  { folder: '/usr/lib/node_modules/dagwright', platform: 'linux', env: {}, is: 'npm package' },
  { folder: '/srv/dagwright', platform: 'linux', env: {}, is: 'source archive' },
] as const)('$folder on $platform with $env is the program of a $is', ({ is, ...place }) => {
  expect(installationOf(place)).toBe(is);
});

it('a folder with .git is a checkout', () => {
  const folder = temporaryFolder('checkout');
  mkdirSync(join(folder, '.git'));

  expect(installationOf({ folder, platform: 'linux', env: {} })).toBe('git checkout');
});
