import type { Clock } from '../lib/clock.ts';
import { createBoundedServer } from './bounded-server.ts';
import { closer } from './closer.ts';
import type { Api } from './create-api.ts';
import { usualLimits } from './limits.ts';
import { rememberConnections } from './open-connections.ts';
import { openOwnerSocket } from './owner-socket.ts';

export interface OwnerListening {
  readonly socket: string;
  /** As of `listen`. */
  readonly close: () => Promise<void>;
}

/** Opens the interface to the owner's programs and to nobody else, at a socket in the folder; null: there can be none. */
export async function listenToOwner(
  api: Api,
  { folder, clock }: { readonly folder: string; readonly clock: Clock },
): Promise<OwnerListening | null> {
  const server = createBoundedServer(api.app, usualLimits);
  const drops = [rememberConnections(server)];
  const { path } = await openOwnerSocket(server, folder);
  if (path === null) return null;
  return { socket: path, close: closer([server], { api, clock, drops }) };
}
