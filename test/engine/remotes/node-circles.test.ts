import { describe, expect, it } from 'vitest';
import { freePort } from '../../support/home.ts';
import { aNode, aServer, aServerWith, clientOf } from './servers.ts';

const there = { remoteNode: 'far' };
const spec = 'steps:\n  - echo from afar\n';

describe('a circle', () => {
  it('is refused where the address of a node leads back', async () => {
    const port = await freePort();
    const near = await aServer({ port, remoteNodes: [aNode('me', `http://127.0.0.1:${port}`)] });

    await expect(clientOf(near).call('dags.list', { remoteNode: 'me' })).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('points back'),
    });
  });

  it('is refused where a call that was passed on should be passed on again', async () => {
    const far = await aServer();
    const near = await aServerWith(far.url);

    const headers = { 'Dagwright-Via': 'another-engine' };
    const again = await fetch(`${near.url}/api/v1/dags?remoteNode=far`, { headers });
    const here = await fetch(`${near.url}/api/v1/dags`, { headers });

    expect(await again.json()).toMatchObject({ code: 'bad_request' });
    expect([again.status, here.status]).toEqual([400, 200]);
  });

  it('does not come of two engines that know each other', async () => {
    const port = await freePort();
    const far = await aServer({ port, remoteNodes: [] });
    const near = await aServerWith(far.url);
    await far.stop();
    const same = await aServer({ port, remoteNodes: [aNode('far', near.url)] });
    await same.engine.client.call('dags.create', { name: 'theirs', spec });

    const { dags } = await clientOf(near).call('dags.list', there);

    expect(dags.map(({ fileName }) => fileName)).toEqual(['theirs']);
    expect((await clientOf(same).call('dags.list', there)).dags).toEqual([]);
  });
});
