import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const file = new URL('../../../electron-builder.yml', import.meta.url);
const builder = parse(readFileSync(file, 'utf8'));

test('the fuses of a packaged app leave it what it needs, and no other way in', () => {
  expect(builder.electronFuses).toEqual({
    runAsNode: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableCookieEncryption: true,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    grantFileProtocolExtraPrivileges: false,
    loadBrowserProcessSpecificV8Snapshot: false,
  });
});

test('a packaged app is one archive, outside of which lie native modules alone', () => {
  expect(builder.asar).toBe(true);
  expect(builder.asarUnpack.toSorted()).toEqual([
    'node_modules/bcrypt/prebuilds/**',
    'node_modules/better-sqlite3/prebuilds/*.node',
    'node_modules/keytar/prebuilds/**',
  ]);
});
