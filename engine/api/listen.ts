import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EngineError } from '../contract/errors.ts';
import type { Clock } from '../lib/clock.ts';
import { findPortOwner } from '../platform/port-owner.ts';
import { createBoundedServer } from './bounded-server.ts';
import { closer } from './closer.ts';
import type { Api } from './create-api.ts';
import { addressOf, opennessOf, urlHostOf } from './listen-address.ts';
import { usualLimits, type Limits } from './limits.ts';
import { rememberConnections } from './open-connections.ts';
import { openOwnerSocket, type OwnerSocket } from './owner-socket.ts';
import { followCertificate } from './follow-certificate.ts';
import { readCertificate, type CertificateFiles } from './tls.ts';

export interface ListenOptions {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  readonly clock: Clock;
  /** Whether callers have to prove who they are. Without, nobody but this machine is let in. */
  readonly authenticates?: boolean;
  /** Files of HTTPS; null: plain HTTP. */
  readonly tls?: CertificateFiles | null;
  /** Folder for the socket of the owner; null: none. */
  readonly socketFolder?: string | null;
  readonly limits?: Partial<Limits>;
  /** Told later what its owner should know, as a sentence; nobody when left out. */
  readonly warn?: (message: string) => void;
}

export interface Listening {
  readonly port: number;
  readonly url: string;
  /** Path of the owner's socket; null: there is none. */
  readonly socket: string | null;
  /** What its owner should know, as sentences. */
  readonly warnings: readonly string[];
  /** Ends streams and idle connections at once, and the others when their answer is sent or a second is over. */
  readonly close: () => Promise<void>;
}

/**
 * Opens the interface to programs of this machine, and to others only where callers have to prove who they are.
 *
 * @throws EngineError for a host that is not allowed or a port that is taken, StartError for the files of HTTPS.
 */
export async function listen(api: Api, options: ListenOptions): Promise<Listening> {
  const { host, port, clock, tls = null, authenticates = false } = options;
  const address = addressOf(host, authenticates);

  const limits = { ...usualLimits, ...options.limits };
  const certificate = tls === null ? null : readCertificate(tls);
  const server = createBoundedServer(api.app, limits, certificate);
  const owners = createBoundedServer(api.app, limits);
  const drops = [server, owners].map(rememberConnections);
  try {
    server.listen(port, address);
    await once(server, 'listening');
  } catch (error) {
    throw await explained(error, address, port);
  }
  const socket = await ownerSocket(owners, options.socketFolder ?? null);
  const endFollow = followCertificate(server, tls, {
    clock,
    warn: options.warn ?? (() => undefined),
  });
  // A server that listens on TCP has such an address.
  const { port: actual } = server.address() as AddressInfo;
  return {
    port: actual,
    url: `${tls === null ? 'http' : 'https'}://${urlHostOf(address)}:${actual}`,
    socket: socket.path,
    warnings: [
      ...opennessOf(host, tls !== null),
      ...(socket.problem === null ? [] : [socket.problem]),
    ],
    close: closer([server, owners], { api, clock, drops, endFollow }),
  };
}

async function ownerSocket(server: Server, folder: string | null): Promise<OwnerSocket> {
  return folder === null ? { path: null, problem: null } : openOwnerSocket(server, folder);
}

async function explained(error: unknown, address: string, port: number): Promise<unknown> {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    const text = `Cannot listen on ${address}, which is not an address of this machine: ${message}.`;
    return new EngineError('bad_request', text, { cause: error });
  }
  if (code !== 'EADDRINUSE') return error;
  const owner = await findPortOwner(port);
  const holder = owner === null ? 'another program' : `${owner.command} (process ${owner.pid})`;
  return new EngineError(
    'service_unavailable',
    `Port ${port} on ${address} is already in use by ${holder}. Stop it, or choose another port.`,
    { cause: error },
  );
}
