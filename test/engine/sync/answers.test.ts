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
