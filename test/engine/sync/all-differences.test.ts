import { expect, it } from 'vitest';
import { dag, pulled } from './sync-world.ts';

it('the differences of all open items come in pages, with what they mean', async () => {
  const world = await pulled({ 'a.yaml': dag('a'), 'b.yaml': dag('b'), 'team/c.yaml': dag('c') });
  for (const id of ['a', 'team/c', 'd']) world.write(`${id}.yaml`, dag('mine'));

  const first = await world.call('sync.diffAll', { limit: 2 });
  const second = await world.call('sync.diffAll', { limit: 2, after: 'd' });

  expect(first.items.map(({ itemId, status }) => [itemId, status])).toEqual([
    ['a', 'modified'],
    ['d', 'untracked'],
  ]);
  expect(first.hasMore).toBe(true);
  expect(second).toMatchObject({ items: [{ itemId: 'team/c' }], hasMore: false });
  expect(first.items[0]).toEqual(await world.call('sync.diff', { itemId: 'a' }));
  expect(first.items[0]?.changes?.steps).toHaveLength(1);
});

it('what waits to be accepted differs too', async () => {
  const world = await pulled({ 'a.yaml': dag('a') }, { trust: 'review' });

  const { items } = await world.call('sync.diffAll', {});

  expect(items).toMatchObject([{ itemId: 'a', status: 'synced', trust: 'review' }]);
});

it('a page ends early where the texts are large', async () => {
  const world = await pulled({});
  const large = `${dag('x')}# ${'x'.repeat(700_000)}\n`;
  for (const id of ['a', 'b', 'c']) world.write(`${id}.yaml`, large);

  const { items, hasMore } = await world.call('sync.diffAll', {});

  expect([items.length, hasMore]).toEqual([2, true]);
});
