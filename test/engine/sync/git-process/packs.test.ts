import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gitLimits, type GitLimits } from '../../../../engine/sync/git-process/limits.ts';
import { indexPack } from '../../../../engine/sync/git-process/index-pack.ts';
import { openStore, type Store } from '../../../../engine/sync/git-process/store.ts';
import { applyDelta } from '../../../../engine/sync/git-process/packs/apply-delta.ts';
import { aBareRepository } from '../../../support/git/bare-repository.ts';
import { runGit } from '../../../support/git/git.ts';
import { temporaryFolder } from '../../../support/home.ts';

const aStore = (limits: Partial<GitLimits> = {}): Promise<Store> =>
  openStore(join(temporaryFolder('packs'), 'repository'), { ...gitLimits, ...limits });

/** A pack of the git of the system, of texts that are alike, put where a store finds it. */
async function aPack(store: Store, args: readonly string[] = [], large = 0): Promise<string[]> {
  const { folder } = await aBareRepository(join(temporaryFolder('remote'), 'dags.git'));
  const text = randomBytes(4000).toString('hex');
  const contents = Array.from({ length: 40 }, (_, line) => `${text}${line}\n${text}`);
  if (large > 0) contents.push('a'.repeat(large));
  const oids: string[] = [];
  for (const input of [...contents, '', 'x'])
    oids.push(await runGit(folder, ['hash-object', '-w', '--stdin'], { input }));
  const input = oids.map((oid) => `${oid} same\n`).join('');
  const base = join(store.place.gitdir, 'objects', 'pack', 'pack');
  const options = ['--depth=50', '--window=50', ...args, base];
  const sum = await runGit(folder, ['pack-objects', '-q', ...options], { input });
  return [`pack-${sum}.pack`, ...oids];
}

const idxOf = ({ place: { gitdir } }: Store, pack: string): string =>
  join(gitdir, 'objects', 'pack', pack.replace(/pack$/, 'idx'));

describe('the index of a pack', () => {
  it.each([[[]], [['--delta-base-offset']], [['--depth=4000', '--window=4000']]])(
    'is byte for byte that of git (%j)',
    async (args) => {
      const store = await aStore();
      const [pack = '', ...oids] = await aPack(store, args);
      const own = readFileSync(idxOf(store, pack));

      await indexPack(store, pack);

      expect(readFileSync(idxOf(store, pack)).equals(own)).toBe(true);
      for (const oid of oids) {
        const size = Number(await runGit(store.place.gitdir, ['cat-file', '-s', oid]));
        expect([store.objects.sizeOf(oid), store.objects.read(oid).bytes.length]).toEqual([
          size,
          size,
        ]);
      }
    },
  );

  it('has what is too large to be held, of which the size and the beginning are read', async () => {
    const store = await aStore({ objectBytes: 10_000 });
    const [pack = '', ...oids] = await aPack(store, ['--no-reuse-delta', '--depth=0'], 3_000_000);
    const own = readFileSync(idxOf(store, pack));
    const large = oids.at(-3) ?? '';

    await indexPack(store, pack);

    expect(readFileSync(idxOf(store, pack)).equals(own)).toBe(true);
    expect(store.objects.sizeOf(large)).toBe(3_000_000);
    expect(Buffer.from(store.objects.readHead(large, 5).bytes).toString()).toBe('aaaaa');
    expect(() => store.objects.read(large)).toThrow('is larger than Git Sync takes');
  });

  it('leaves out what is made of something too large, whose size is more than any limit', async () => {
    const store = await aStore({ objectBytes: 1000 });
    const [pack = '', ...oids] = await aPack(store);

    await indexPack(store, pack);

    const sizes = oids.map((oid) => store.objects.sizeOf(oid));
    expect(sizes.filter((size) => size === Number.MAX_SAFE_INTEGER).length).toBeGreaterThan(20);
    expect(sizes.slice(-2)).toEqual([0, 1]);
  });

  it.each([
    ['objects', { objects: 10 }, 'more than 10 objects'],
    ['bytes', { inflatedBytes: 100_000 }, 'too much when it is inflated'],
    ['differences', { chain: 0 }, 'too many differences'],
  ])('of too many %s is not made', async (_, limits, words) => {
    const store = await aStore(limits);
    const [pack = ''] = await aPack(store);

    await expect(indexPack(store, pack)).rejects.toThrow(words);
  });

  it('of a bomb is given up before it is inflated', async () => {
    const store = await aStore({ inflatedBytes: 1_000_000 });
    const pack = await writePack(store, [
      { type: 3, size: 1000, bytes: deflateSync(Buffer.alloc(50_000_000)) },
    ]);

    await expect(indexPack(store, pack)).rejects.toThrow(/larger than|another size/);
  });

  it('of any bytes is made or refused, and never goes on without end', async () => {
    const store = await aStore();
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            type: fc.nat(7),
            size: fc.nat(400),
            raw: fc.uint8Array({ maxLength: 60 }),
            packed: fc.boolean(),
          }),
          { maxLength: 4 },
        ),
        async (entries) => {
          const pack = await writePack(
            store,
            entries.map(({ type, size, raw, packed }) => ({
              type,
              size,
              bytes: packed ? deflateSync(raw) : Buffer.from(raw),
            })),
          );
          await indexPack(store, pack).catch((error: unknown) => {
            expect(error).toBeInstanceOf(Error);
          });
        },
      ),
      { numRuns: 200 },
    );
    expect(
      readdirSync(join(store.place.gitdir, 'objects', 'pack')).some((name) =>
        name.includes('draft'),
      ),
    ).toBe(false);
  });
});

describe('a difference', () => {
  it('of any bytes makes what it says, or is refused', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 50 }),
        fc.uint8Array({ maxLength: 50 }),
        (base, rest) => {
          const delta = Buffer.from([base.length, 20, ...rest]);
          let made: Buffer | null = null;
          try {
            made = applyDelta(Buffer.from(base), delta);
          } catch (error) {
            expect((error as { code?: string }).code).toBe('ParseError');
          }
          if (made !== null) expect(made.length).toBe(20);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

interface Raw {
  readonly type: number;
  readonly size: number;
  readonly bytes: Buffer;
}

/** A pack that says what it likes of its objects. */
async function writePack({ place: { gitdir } }: Store, entries: readonly Raw[]): Promise<string> {
  const head = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1');
  head.writeUInt32BE(entries.length, 8);
  const parts = entries.flatMap(({ type, size, bytes }) => {
    const numbers = [(type << 4) | (size & 15)];
    for (let left = size >> 4; left > 0; left >>= 7) {
      numbers[numbers.length - 1] = (numbers.at(-1) ?? 0) | 128;
      numbers.push(left & 127);
    }
    return [Buffer.from(numbers), bytes];
  });
  const body = Buffer.concat([head, ...parts]);
  const sum = createHash('sha1').update(body).digest();
  const name = `pack-${sum.toString('hex')}.pack`;
  writeFileSync(join(gitdir, 'objects', 'pack', name), Buffer.concat([body, sum]));
  return Promise.resolve(name);
}
