import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newHomeId, newNonce, newRunKey } from '../../../engine/lib/home-id.ts';
import { homeInKey, isNonceOf } from '../../../engine/lib/home-in-name.ts';
import { placesIn, type HomeFolders } from '../../../engine/storage/stored-paths.ts';

const together: HomeFolders = { dataDir: '/h/data', logDir: '/h/logs', dagsDir: '/h/dags' };
const apart: HomeFolders = {
  dataDir: '/home/me/.local/share/dagwright/data',
  logDir: '/home/me/.local/share/dagwright/logs',
  dagsDir: '/home/me/.config/dagwright/dags',
};
const logsElsewhere: HomeFolders = { ...together, logDir: '/mnt/logs' };

describe('a path of a home', () => {
  it.each([
    { folders: together, path: '/h/data/work/k/cwd', stored: 'data/work/k/cwd' },
    { folders: together, path: '/h/dags', stored: 'dags' },
    { folders: together, path: '/h/logs/k/run.log', stored: 'home/logs/k/run.log' },
    { folders: together, path: '/h/other/k', stored: 'home/other/k' },
    { folders: together, path: '/h/database/k', stored: 'home/database/k' },
    { folders: together, path: '/h2/data', stored: '/h2/data' },
    { folders: apart, path: join(apart.logDir, 'k'), stored: 'home/logs/k' },
    { folders: apart, path: join(apart.dagsDir, 'sub'), stored: 'dags/sub' },
    { folders: logsElsewhere, path: '/mnt/logs/k', stored: '/mnt/logs/k' },
    { folders: logsElsewhere, path: '/h/other/k', stored: '/h/other/k' },
    {
      folders: { ...together, dataDir: '/data', logDir: '/logs' },
      path: '/logs/k',
      stored: '/logs/k',
    },
  ])('$path is stored as $stored', ({ folders, path, stored }) => {
    const { toStored, toAbsolute } = placesIn(folders);

    expect(toStored(path)).toBe(stored);
    expect(toAbsolute(stored)).toBe(path);
  });

  it('is the same after it was stored, wherever it lies', () => {
    const part = fc.constantFrom('h', 'data', 'dags', 'logs', 'home', 'x y', 'data2');
    const path = fc.array(part, { maxLength: 5 }).map((parts) => `/${parts.join('/')}`);
    fc.assert(
      fc.property(fc.constantFrom(together, apart, logsElsewhere), path, (folders, given) => {
        const { toStored, toAbsolute } = placesIn(folders);
        expect(toAbsolute(toStored(given))).toBe(given);
        expect(toAbsolute(given)).toBe(given);
      }),
    );
  });

  it('is elsewhere in a home that was moved', () => {
    const stored = placesIn(together).toStored('/h/logs/k/1-a.out');
    const there = placesIn({ dataDir: '/new/data', logDir: '/new/logs', dagsDir: '/new/dags' });

    expect(there.toAbsolute(stored)).toBe('/new/logs/k/1-a.out');
  });
});

describe('the id of a home', () => {
  it('stands in the names of its folders, and in none of an earlier version', () => {
    const id = newHomeId();

    expect(newRunKey(id)).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(homeInKey(newRunKey(id))).toBe(id);
    expect(homeInKey(crypto.randomUUID())).toBeNull();
    expect(homeInKey('notes')).toBeNull();
  });

  it('stands in its nonces, and those of another home are not its own', () => {
    const [one, other] = [newHomeId(), newHomeId()];

    expect(isNonceOf(one, newNonce(one))).toBe(true);
    expect(isNonceOf(one, newNonce(other))).toBe(false);
    expect(isNonceOf(one, '0123456789abcdef')).toBe(true);
  });
});
