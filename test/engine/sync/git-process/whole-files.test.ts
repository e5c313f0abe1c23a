import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { wholeFiles } from '../../../../engine/sync/git-process/whole-files.ts';
import { temporaryFolder } from '../../../support/home.ts';

const { writeFile } = wholeFiles.promises;

function aPack(): Buffer {
  const body = Buffer.from('PACK and all the objects that are in it');
  return Buffer.concat([body, createHash('sha1').update(body).digest()]);
}

describe('a file of a repository', () => {
  it('is there whole, and replaces the one before', async () => {
    const folder = temporaryFolder('files');
    const file = join(folder, 'HEAD');

    await writeFile(file, 'one');
    await writeFile(file, 'two');

    expect(readdirSync(folder)).toEqual(['HEAD']);
    expect(readFileSync(file, 'utf8')).toBe('two');
  });

  it('is there as a pack with its checksum', async () => {
    const folder = temporaryFolder('files');

    await writeFile(join(folder, 'a.pack'), aPack());

    expect(readFileSync(join(folder, 'a.pack'))).toEqual(aPack());
  });

  it.each([0, 1, 20, 40, 58])('is not there as a pack of which %i bytes came', async (bytes) => {
    const folder = temporaryFolder('files');
    const half = aPack().subarray(0, bytes);

    await expect(writeFile(join(folder, 'a.pack'), half)).rejects.toMatchObject({ reason: 'cut' });

    expect(readdirSync(folder)).toEqual([]);
  });
});
