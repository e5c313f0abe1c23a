import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { compileCacheFolder, ownCacheFolder } from '../../../engine/cli/compile-cache-folder.ts';
import { dropOldCode } from '../../../engine/cli/drop-old-code.ts';
import { version } from '../../../engine/lib/version.ts';
import { eventually } from '../../support/eventually.ts';
import { temporaryFolder } from '../../support/home.ts';
import { homeWith, launch } from './dagwright.ts';

const NOW = Date.UTC(2026, 6, 1);

/** A folder of compiled code that is so many days old. */
function codeOf(versionFolder: string, days: number): string {
  mkdirSync(versionFolder, { recursive: true });
  writeFileSync(join(versionFolder, 'code'), '');
  const then = new Date(NOW - days * 24 * 3600 * 1000);
  utimesSync(versionFolder, then, then);
  return versionFolder;
}

it('drops the code of other versions when it is a month old', async () => {
  const folder = temporaryFolder('compiled');
  const ours = codeOf(join(folder, '2.0.0'), 400);
  codeOf(join(folder, '1.9.0'), 29);
  codeOf(join(folder, '1.8.0'), 31);

  await dropOldCode(ours, NOW);

  expect(readdirSync(folder).toSorted()).toEqual(['1.9.0', '2.0.0']);
});

it('is what a server does in our folder, and nowhere else', async () => {
  const cache = temporaryFolder('cache');
  const old = codeOf(join(cache, 'dagwright', 'compiled', '0.0.1'), 400);
  const foreign = codeOf(join(cache, 'other', '0.0.1'), 400);
  const env = { XDG_CACHE_HOME: cache };
  const server = launch(['server', '--port', '0'], { home: homeWith(), env });
  await server.printed(/ready at/);

  await eventually(() => !existsSync(old), 'the old code is gone');
  server.signal('SIGTERM');
  await server.ended;
  expect(existsSync(foreign)).toBe(true);
});

it('leaves a folder alone that the user has named', () => {
  const surroundings = {
    env: { NODE_COMPILE_CACHE: '/shared', XDG_CACHE_HOME: '/cache' },
    platform: 'linux' as const,
  };

  expect(compileCacheFolder(surroundings)).toBe('/shared');
  expect(ownCacheFolder(surroundings)).toBe(`/cache/dagwright/compiled/${version}`);
  expect(ownCacheFolder({ ...surroundings, platform: 'darwin' })).toBeUndefined();
});
