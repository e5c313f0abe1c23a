import type { Socket } from 'node:net';

const signals = new WeakMap<Socket, AbortSignal>();

/** Aborts when a connection is closed: whoever asked over it is gone, and nobody reads the answer. */
export function goneWith(socket: Socket): AbortSignal {
  const known = signals.get(socket);
  if (known !== undefined) return known;
  const gone = new AbortController();
  // Once for all requests of the connection.
  if (socket.destroyed) gone.abort();
  else socket.once('close', () => gone.abort());
  signals.set(socket, gone.signal);
  return gone.signal;
}
