import { connect } from 'node:net';

/** Sends bytes that no client library would send, and gives back all that comes until the connection ends. */
export function rawAsk(port: number, lines: readonly string[] | Buffer): Promise<string> {
  const request = Buffer.isBuffer(lines)
    ? lines
    : Buffer.from([...lines, 'Connection: close', '', ''].join('\r\n'), 'latin1');
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // A server that has refused may reset the connection while the rest is still being sent.
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') return;
      reject(error);
    });
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
  });
}
