import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Knows all connections of a server: Node forgets those that have not agreed on TLS when it ends the others. Returns the
 * way to end them at once.
 */
export function rememberConnections(server: Server): () => void {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return () => open.forEach((socket) => socket.destroy());
}
