import { mkdirSync, rmdirSync, symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { watchFolder } from '../../../engine/platform/watch-folder.ts';
import { temporaryFolder } from '../../support/home.ts';

it('a folder that cannot be reached for a while is looked for again', () => {
  const folder = join(temporaryFolder('watched'), 'dags');
  mkdirSync(folder);
  const looks: (() => void)[] = [];
  const told: (string | null)[] = [];
  const clock = { after: (_ms: number, run: () => void) => (looks.push(run), () => undefined) };
  const changed = (name: string | null) => void told.push(name);
  const end = watchFolder({ folder, clock, isWanted: () => false, changed });

  rmdirSync(folder);
  symlinkSync(folder, folder);
  looks.at(-1)?.();
  unlinkSync(folder);
  mkdirSync(folder);
  looks.at(-1)?.();

  expect(looks).toHaveLength(3);
  expect(told).toEqual([null]);
  end();
});
