import { rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import { anEngine } from '../../support/engine.ts';
import { dag, pulled, Synced } from './sync-world.ts';

const itemOf = async (world: Synced, itemId: string) =>
  (await world.status()).items.find((item) => item.itemId === itemId);

it('an item that is missing tells since when, and what it was, until it is back', async () => {
  const world = await pulled({ 'a.yaml': dag('a'), 'b.yaml': dag('b') });
  world.write('a.yaml', dag('mine'));
  const there = await itemOf(world, 'a');
  for (const file of ['a.yaml', 'b.yaml']) rmSync(world.pathOf(file));

  const gone = await itemOf(world, 'a');
  const other = await itemOf(world, 'b');
  const later = await itemOf(world, 'a');
  await world.engine.stop();
  const next = new Synced(await anEngine({ config: world.engine.config }), world.remote);
  const restarted = await itemOf(next, 'a');
  next.write('a.yaml', dag('a'));
  const back = await itemOf(next, 'a');
  rmSync(next.pathOf('a.yaml'));
  const again = await itemOf(next, 'a');
  await next.discard('b');
  const restored = await itemOf(next, 'b');

  expect(there).toMatchObject({ previousStatus: '', missingAt: '' });
  expect(gone).toMatchObject({
    status: 'missing',
    previousStatus: 'modified',
    missingAt: expect.stringMatching(/^\d{4}-/),
  });
  expect(other).toMatchObject({ status: 'missing', previousStatus: 'synced' });
  expect([later, restarted]).toEqual([gone, gone]);
  expect(back).toMatchObject({ status: 'synced', previousStatus: '', missingAt: '' });
  expect(again).toMatchObject({ status: 'missing', previousStatus: 'synced' });
  expect(restored).toMatchObject({ status: 'synced', previousStatus: '', missingAt: '' });
});
