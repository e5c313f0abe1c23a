import { expect, it } from 'vitest';
import { served } from '../api/served.ts';
import { dag, pulled } from './sync-world.ts';

/** What does not fit the OpenAPI document fails the test by itself. */
it('a conflict is an answer that the interface knows', async () => {
  const world = await pulled({ 'a.yaml': dag('a') });
  const { url } = await served(world.engine);
  const post = async (path: string, body: object): Promise<number> => {
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await fetch(`${url}/api/v1/sync/${path}`, init)).status;
  };
  world.write('a.yaml', dag('mine'));
  await world.robin({ 'a.yaml': dag('theirs') });

  expect(await post('publish-all', {})).toBe(409);
  expect(await post('publish-all', { itemIds: ['unknown'] })).toBe(404);
  expect(await post('items/a/publish', {})).toBe(409);
  expect(await post('items/a/accept', { hash: 'f'.repeat(64) })).toBe(409);
  expect(await post('items/a/accept', {})).toBe(400);
  const stale = { content: dag('merged'), localHash: 'stale', remoteHash: 'stale' };
  expect(await post('items/a/resolve', stale)).toBe(409);
});

it('an acceptance over REST takes the hash of the difference, and no other', async () => {
  const world = await pulled({ 'team/a.yaml': dag('a') }, { trust: 'review' });
  const { url } = await served(world.engine);
  const item = `${url}/api/v1/sync/items/team%2Fa`;
  const accept = async (body: object): Promise<number> => {
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await fetch(`${item}/accept`, init)).status;
  };
  const shown = await fetch(`${item}/diff`);
  const { reviewHash: hash } = (await shown.json()) as { reviewHash: string };

  const refused = [
    (await fetch(`${item}/accept`, { method: 'POST' })).status,
    await accept({}),
    await accept({ hash: hash.slice(0, 12) }),
    await accept({ hash: 'f'.repeat(64) }),
  ];
  const before = world.read('team/a.yaml');
  const accepted = await accept({ hash });

  expect(refused).toEqual([400, 400, 400, 409]);
  expect(before).toBeNull();
  expect(accepted).toBe(200);
  expect(world.read('team/a.yaml')).toBe(dag('a'));
});
