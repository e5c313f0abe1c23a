import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { electronBinary } from '../../../scripts/build/electron-binary.ts';
import { temporaryFolder } from '../../support/home.ts';

function aPackage(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder('electron');
  mkdirSync(join(folder, 'dist'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

describe('electronBinary', () => {
  it('finds the program that the package has downloaded', () => {
    const folder = aPackage({ 'path.txt': 'electron', 'dist/electron': '' });

    expect(electronBinary({ folder, env: {} })).toBe(join(folder, 'dist/electron'));
  });

  it.each([
    { state: 'was never downloaded', files: {} },
    { state: 'was removed', files: { 'path.txt': 'electron' } },
  ])('finds none when it $state', ({ files }) => {
    expect(electronBinary({ folder: aPackage(files), env: {} })).toBeNull();
  });

  it('finds none where the package is not installed', () => {
    expect(electronBinary({ folder: join(temporaryFolder(), 'electron'), env: {} })).toBeNull();
  });

  it('looks where the environment says that it lies', () => {
    const folder = aPackage({ 'path.txt': 'electron' });
    const elsewhere = aPackage({ electron: '' });

    expect(electronBinary({ folder, env: { ELECTRON_OVERRIDE_DIST_PATH: elsewhere } })).toBe(
      join(elsewhere, 'electron'),
    );
  });
});
