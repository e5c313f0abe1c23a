import { join } from 'node:path';
import { copyFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readLoose, writeLoose } from '../../../../engine/sync/git-process/loose-objects.ts';
import { whole } from '../../../../engine/sync/git-process/git-requests.ts';
import { openStore } from '../../../../engine/sync/git-process/store.ts';
import { packOf } from '../../../../engine/sync/git-process/write-pack.ts';
import { runGit } from '../../../support/git/git.ts';
import { temporaryFolder } from '../../../support/home.ts';

const blob = (bytes: Uint8Array) => ({ type: 'blob', bytes }) as const;
const aStore = (folder = join(temporaryFolder('objects'), 'repository')) => openStore(folder);

/** The size of an object takes one byte of a pack up to 15, and a further one up to 2047 and 262143. */
const texts = fc.uniqueArray(
  fc
    .record({ first: fc.string(), size: fc.constantFrom(0, 1, 15, 16, 2047, 2048, 300_000) })
    .map(({ first, size }) => Buffer.from(first.padEnd(size, 'a').slice(0, size))),
  { minLength: 1, maxLength: 5, comparator: (one, other) => one.equals(other) },
);

it('objects that are written and packed are what git makes of them', async () => {
  await fc.assert(
    fc.asyncProperty(texts, async (all) => {
      const store = await aStore();
      const other = await aStore();
      const oids = all.map((bytes) => writeLoose(store, blob(bytes)));
      const pack = await whole(packOf(store, oids));

      const { gitdir } = store.place;
      for (const [index, input] of all.entries()) {
        expect(await runGit(gitdir, ['hash-object', '--stdin'], { input })).toBe(oids[index]);
      }
      await runGit(gitdir, ['fsck', '--strict']);
      await runGit(other.place.gitdir, ['unpack-objects', '--strict', '-q'], { input: pack });
      // What git has written.
      expect(oids.map((oid) => readLoose(other, oid))).toEqual(all.map(blob));
    }),
    { numRuns: 10 },
  );
});

it('an object that is not what it was is noticed', async () => {
  const store = await aStore();
  const oid = writeLoose(store, blob(Buffer.from('one')));
  const other = writeLoose(store, blob(Buffer.from('two')));
  const { gitdir } = store.place;
  const placeOf = (id: string) => join(gitdir, 'objects', id.slice(0, 2), id.slice(2));
  copyFileSync(placeOf(other), placeOf(oid));

  expect(() => readLoose(store, oid)).toThrow(`object ${oid} is not what it was`);
});
