import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findPortOwner } from '../../../engine/platform/port-owner.ts';
import { freePort } from '../../support/home.ts';

describe('findPortOwner', () => {
  it.runIf(process.platform === 'linux').each(['127.0.0.1', '::1'])(
    'names the process that listens on a port of %s',
    async (host) => {
      const server = createServer().listen(0, host);
      await once(server, 'listening');
      onTestFinished(() => void server.close());

      const owner = await findPortOwner((server.address() as AddressInfo).port);

      expect(owner).toEqual({ pid: process.pid, command: expect.stringMatching(/\S/) });
    },
  );

  it('finds nobody where nobody listens', async () => {
    expect(await findPortOwner(await freePort())).toBeNull();
  });
});
