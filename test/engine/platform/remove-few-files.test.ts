import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { removeFewFiles } from '../../../engine/platform/remove-few-files.ts';
import { temporaryFolder } from '../../support/home.ts';

function folderWith(count: number): string {
  const folder = join(temporaryFolder('few'), 'work');
  mkdirSync(folder);
  for (let index = 0; index < count; index += 1) writeFileSync(join(folder, `${index}`), '');
  return folder;
}

describe('the removal of a few files', () => {
  it.each([0, 1, 16])('takes a folder with %i of them away', (count) => {
    const folder = folderWith(count);

    expect(removeFewFiles(folder)).toBe(true);
    expect(existsSync(folder)).toBe(false);
  });

  it('leaves a folder with more of them as it is', () => {
    const folder = folderWith(17);

    expect(removeFewFiles(folder)).toBe(false);
    expect(readdirSync(folder)).toHaveLength(17);
  });

  it('leaves a folder that holds another one as it is', () => {
    const folder = folderWith(1);
    mkdirSync(join(folder, 'inner'));

    expect(removeFewFiles(folder)).toBe(false);
    expect(readdirSync(folder)).toEqual(['0', 'inner']);
  });

  it('takes a link away, and not what it leads to', () => {
    const other = folderWith(1);
    const folder = folderWith(0);
    symlinkSync(other, join(folder, 'link'));

    expect(removeFewFiles(folder)).toBe(true);
    expect(readdirSync(other)).toEqual(['0']);
  });

  it('fails where there is not a folder', () => {
    expect(() => removeFewFiles('/no/such/folder')).toThrow(
      expect.objectContaining({ code: 'ENOENT' }),
    );
  });
});
