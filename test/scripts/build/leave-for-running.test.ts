import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeReplaced } from '../../../scripts/build/leave-for-running.ts';
import { temporaryFolder } from '../../support/home.ts';

const DAY_MS = 24 * 3600 * 1000;

test('what a build replaces stays for a week, without its map', () => {
  const folder = temporaryFolder('built');
  const build = (name: string, now: number): readonly string[] => {
    const built = ['index.js', name, `${name}.map`];
    for (const file of built) writeFileSync(join(folder, file), '');
    removeReplaced(folder, built, now);
    return readdirSync(folder).filter((file) => /^[a-z]\.js/.test(file));
  };
  const begun = Date.now() + 30 * DAY_MS;

  expect(build('a.js', Date.now())).toEqual(['a.js', 'a.js.map']);
  expect(build('b.js', begun)).toEqual(['a.js', 'b.js', 'b.js.map']);
  expect(build('b.js', begun + 6 * DAY_MS)).toEqual(['a.js', 'b.js', 'b.js.map']);
  expect(build('b.js', begun + 8 * DAY_MS)).toEqual(['b.js', 'b.js.map']);
});
