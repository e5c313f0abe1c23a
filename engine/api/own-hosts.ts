import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { isLoopback } from '../lib/loopback.ts';
import { plainAddress, schemeOf } from './origin.ts';

type Asked = Pick<IncomingMessage, 'socket'>;

/** What was found for a connection holds for all of its requests. */
const hostsOfConnections = new WeakMap<Socket, readonly string[]>();

/** Names and addresses, with their ports, that are this server's own; none of the settings is among them. */
export function ownHosts(request: Asked): readonly string[] {
  const { socket } = request;
  const known = hostsOfConnections.get(socket);
  if (known !== undefined) return known;
  const port = String(socket.localPort);
  const hosts = ownNames(request).flatMap((name) => spellings(name, port, schemeOf(request)));
  hostsOfConnections.set(socket, hosts);
  return hosts;
}

/** An address that a connection came in by is ours, and no name that somebody else could point at us. */
function ownNames({ socket }: Asked): readonly string[] {
  const names = ['127.0.0.1', 'localhost', '[::1]'];
  const address = plainAddress(socket.localAddress).toLowerCase();
  if (address === '' || isLoopback(address)) return names;
  return [...names, address.includes(':') ? `[${address}]` : address];
}

/** Browsers leave the usual port of a scheme out. */
function spellings(name: string, port: string, scheme: 'http' | 'https'): readonly string[] {
  const usual = scheme === 'https' ? '443' : '80';
  return port === usual ? [`${name}:${port}`, name] : [`${name}:${port}`];
}
