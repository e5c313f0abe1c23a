import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { wholeFiles } from '../../../../engine/sync/git-process/whole-files.ts';
import { temporaryFolder } from '../../../support/home.ts';

it('a file of a repository is there whole, and replaces the one before', async () => {
  const folder = temporaryFolder('files');
  const file = join(folder, 'HEAD');

  await wholeFiles.promises.writeFile(file, 'one');
  await wholeFiles.promises.writeFile(file, 'two');

  expect(readdirSync(folder)).toEqual(['HEAD']);
  expect(readFileSync(file, 'utf8')).toBe('two');
});
