import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { nextTurn } from '../../../engine/lib/next-turn.ts';
import { systemClock } from '../../../engine/platform/system-clock.ts';
import type { SyncItem } from '../../../engine/sync/items.ts';
import { KeptCopies } from '../../../engine/sync/kept-copies.ts';
import { LocalFiles } from '../../../engine/sync/local-files.ts';
import { writeFiles } from '../../../engine/sync/write-files.ts';
import { agesBy } from '../../support/ages.ts';
import { temporaryFolder } from '../../support/home.ts';

const newFile = (index: number) => {
  const name = { itemId: `dag-${index}`, filePath: `dag-${index}.yaml`, kind: 'dag' } as const;
  const sides = { base: null, local: null, remote: 'theirs' };
  const item: SyncItem = {
    ...name,
    path: name.filePath,
    sides,
    state: 'absent',
    local: null,
    row: null,
    isUnderReview: false,
  };
  return { item, bytes: Buffer.from('steps: []\n') };
};

it('lets everything else go on between two files', async () => {
  const folder = temporaryFolder('dags');
  const kept = new KeptCopies({
    folder: join(temporaryFolder('sync'), 'kept'),
    clock: systemClock,
    ages: agesBy(systemClock),
    newId: () => 'id',
    written: () => undefined,
  });
  const context = { files: new LocalFiles(folder), kept, changed: () => Promise.resolve() };
  const changes = Array.from({ length: 40 }, (_, index) => newFile(index));
  const there = () => readdirSync(folder).filter((name) => !name.startsWith('.')).length;

  let isWriting = true;
  const writing = writeFiles(context, changes, 'pull').finally(() => (isWriting = false));
  const seen = [0];
  while (isWriting) {
    seen.push(there());
    await nextTurn();
  }
  await writing;

  expect(there()).toBe(40);
  expect(Math.max(...seen.map((count, index) => count - (seen[index - 1] ?? 0)))).toBe(1);
});
