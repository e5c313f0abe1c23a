import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { compileCacheFolder, ownCacheFolder } from '../../../engine/cli/compile-cache-folder.ts';
import { dropStaleCode } from '../../../engine/cli/drop-stale-code.ts';
import { eventually } from '../../support/eventually.ts';
import { temporaryFolder } from '../../support/home.ts';
import { homeWith, launch } from './dagwright.ts';

const NOW = Date.UTC(2026, 6, 1);
const daysAgo = (days: number): Date => new Date(NOW - days * 24 * 3600 * 1000);

/** A file of compiled code, last read and last written then. */
function aFile(folder: string, read: Date, written: Date): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'code');
  writeFileSync(file, '');
  utimesSync(file, read, written);
  return file;
}

it.each([
  { read: 31, written: 31, stays: false },
  { read: 31, written: 29, stays: true },
  { read: 29, written: 400, stays: true },
])(
  'code that was read $read and written $written days ago stays: $stays',
  async ({ read, written, stays }) => {
    const folder = temporaryFolder('cache');
    const file = aFile(join(folder, 'v24'), daysAgo(read), daysAgo(written));

    await dropStaleCode(folder, NOW);

    expect(existsSync(file)).toBe(stays);
  },
);

it('a server drops the stale code of our folder', async () => {
  const cache = temporaryFolder('cache');
  const ours = aFile(join(cache, 'dagwright', 'compiled', 'v18'), new Date(0), new Date(0));
  const foreign = aFile(join(cache, 'other'), new Date(0), new Date(0));
  const env = { XDG_CACHE_HOME: cache };
  const server = launch(['server', '--port', '0'], { home: homeWith(), env });
  await server.printed(/ready at/);

  await eventually(() => !existsSync(ours), 'the stale code is gone');
  server.signal('SIGTERM');
  await server.ended;
  expect(existsSync(foreign)).toBe(true);
});

it('a folder that the user has named is no folder of ours', () => {
  const surroundings = {
    env: { NODE_COMPILE_CACHE: '/shared', XDG_CACHE_HOME: '/cache' },
    platform: 'linux' as const,
  };

  expect(compileCacheFolder(surroundings)).toBe('/shared');
  expect(ownCacheFolder(surroundings)).toBe('/cache/dagwright/compiled');
  expect(ownCacheFolder({ ...surroundings, platform: 'darwin' })).toBeUndefined();
});
