import { connect, type Socket } from 'node:net';
import type pg from 'pg';

/** The code that stands for a request to cancel. */
const CANCEL_REQUEST = 80_877_102;

/**
 * Has the server end what it does for a client. That is a message on a connection of its own, which the server closes
 * once it has passed it on; it needs no password, as it proves itself by a key of the connection.
 */
export function cancelQuery(client: pg.Client): Promise<void> {
  // The library has both, its types do not; null before it is connected.
  const { processID, secretKey } = client as unknown as Readonly<
    Record<'processID' | 'secretKey', number | null>
  >;
  if (processID === null || secretKey === null) return Promise.resolve();
  const message = Buffer.alloc(16);
  [message.length, CANCEL_REQUEST, processID, secretKey].forEach((value, index) =>
    message.writeInt32BE(value, index * 4),
  );
  return new Promise((resolve, reject) => {
    const socket = connectTo(client)
      .on('error', reject)
      .on('close', () => resolve());
    socket.end(message).resume();
  });
}

function connectTo({ host, port }: pg.Client): Socket {
  return host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
}
