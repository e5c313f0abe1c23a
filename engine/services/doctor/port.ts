import { once } from 'node:events';
import { createServer } from 'node:net';
import { findPortOwner } from '../../platform/port-owner.ts';
import { ok, problem, type Check } from './check.ts';

/** Whether REST can be served where the settings say. An engine that looks at itself serves it already. */
export const portCheck: Check = {
  name: 'port',
  look: async ({ config: { host, port }, engine }) => {
    if (engine !== null) return [];
    if (port === 0) return [ok('The engine selects a free port (port: 0).')];
    if (await isFree(host, port)) return [ok(`Port ${port} on ${host} is available.`)];
    const owner = await findPortOwner(port);
    const who = owner === null ? 'another program' : `${owner.command} (process ${owner.pid})`;
    return [
      problem(
        `Port ${port} on ${host} is already in use by ${who}.`,
        'Stop it, or set another `port` in config.yaml.',
      ),
    ];
  },
};

async function isFree(host: string, port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch {
    // Whatever keeps this server from it keeps the engine from it as well.
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
