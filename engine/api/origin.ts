import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

type Asked = Pick<IncomingMessage, 'socket'>;

const ownerConnections = new WeakSet<Socket>();

/** Takes note of a connection by the socket that nobody but the owner of this engine can open. */
export function noteOwnerConnection(connection: Socket): void {
  ownerConnections.add(connection);
}

/** Where a request comes from: `socket` for the owner's, else the address of the sender. */
export function originOf({ socket }: Asked): string {
  return isFromOwner({ socket }) ? 'socket' : plainAddress(socket.remoteAddress);
}

/** Whether a request came by the owner's socket. */
export function isFromOwner({ socket }: Asked): boolean {
  return ownerConnections.has(socket);
}

/** Scheme of the pages that this server gives to whoever asks so. */
export function schemeOf({ socket }: Asked): 'http' | 'https' {
  // Every socket of TLS has this property, and no other one.
  return 'encrypted' in socket ? 'https' : 'http';
}

/** Where a server listens to IPv6, addresses of IPv4 look like `::ffff:127.0.0.1`. Empty: the connection is gone. */
export function plainAddress(address = ''): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}
