import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A way to a server of this machine that can break. */
export interface Line {
  readonly port: number;
  /** Ends every connection, without a word of either side. */
  readonly cut: () => void;
  /** Ends every connection as soon as the server has sent so many more bytes. */
  readonly cutAfter: (bytes: number) => void;
  /** Carries nothing more, and keeps every connection open. */
  readonly freeze: () => void;
  /** The same as soon as the server has sent so many more bytes. */
  readonly freezeAfter: (bytes: number) => void;
}

/** A line to a port or a socket, until the end of the test. */
export async function aLine(to: number | string): Promise<Line> {
  const open = new Set<Socket>();
  const cut = (): void => open.forEach((socket) => socket.destroy());
  let isFrozen = false;
  const freeze = (): void => {
    isFrozen = true;
  };
  let breaking = { left: Infinity, how: cut };
  const server = createServer((near) => {
    const far = typeof to === 'string' ? connect(to) : connect(to, '127.0.0.1');
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket.on('error', () => undefined).on('close', () => other.destroy());
    }
    near.on('data', (bytes: Buffer) => {
      if (!isFrozen) far.write(bytes);
    });
    far.on('data', (bytes: Buffer) => {
      if (isFrozen) return;
      breaking.left -= bytes.length;
      if (breaking.left <= 0) breaking.how();
      else near.write(bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    cut();
    server.close();
  });
  // It listens on a port.
  const { port } = server.address() as AddressInfo;
  return {
    port,
    cut,
    freeze,
    cutAfter: (left) => void (breaking = { left, how: cut }),
    freezeAfter: (left) => void (breaking = { left, how: freeze }),
  };
}
