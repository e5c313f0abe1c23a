import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keepPack } from '../../../../engine/sync/git-process/keep-pack.ts';
import { temporaryFolder } from '../../../support/home.ts';

function aPack(objects: number, body: Uint8Array = Buffer.from('and all that is in it')): Buffer {
  const head = Buffer.from([...Buffer.from('PACK'), 0, 0, 0, 2, 0, 0, 0, objects]);
  const bytes = Buffer.concat([head, body]);
  return Buffer.concat([bytes, createHash('sha1').update(bytes).digest()]);
}

/** The bytes in parts of these sizes, and what is left. */
async function* inParts(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Buffer> {
  let at = 0;
  for (const size of sizes) yield await Promise.resolve(bytes.subarray(at, (at += size)));
  yield bytes.subarray(at);
}

describe('a pack that comes', () => {
  it('is kept as it is, in whatever parts it comes', async () => {
    const sizes = fc.array(fc.nat(30));
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 100 }), sizes, async (body, parts) => {
        const folder = temporaryFolder('packs');
        const pack = aPack(1, body);

        const name = await keepPack(folder, inParts(pack, parts));

        expect(readdirSync(folder)).toEqual([name]);
        expect(name).toBe(`pack-${pack.subarray(-20).toString('hex')}.pack`);
        expect(readFileSync(join(folder, name ?? ''))).toEqual(pack);
      }),
      { numRuns: 50 },
    );
  });

  it.each([0, 1, 11, 12, 20, 32, 40, 52])('is not kept if only %i bytes come', async (bytes) => {
    const folder = temporaryFolder('packs');
    const half = inParts(aPack(1).subarray(0, bytes), []);

    await expect(keepPack(folder, half)).rejects.toMatchObject({ reason: 'cut' });

    expect(readdirSync(folder)).toEqual([]);
  });

  it('is not kept if it has no objects', async () => {
    const folder = temporaryFolder('packs');

    expect(await keepPack(folder, inParts(aPack(0, Buffer.alloc(0)), []))).toBeNull();

    expect(readdirSync(folder)).toEqual([]);
  });
});
