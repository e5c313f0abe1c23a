import type { Server } from 'node:http';
import type { Clock } from '../lib/clock.ts';
import type { Api } from './create-api.ts';

interface Closing {
  readonly api: Pick<Api, 'endStreams'>;
  readonly clock: Clock;
  /** End the connections that are left. */
  readonly drops: readonly (() => void)[];
  /** Ends whatever follows the files of the server; nothing does when left out. */
  readonly endFollow?: () => void;
}

const CLOSING_GRACE_MS = 1000;

/** The way to close servers: ends streams and idle connections at once, and the others when they have had a moment. */
export function closer(
  servers: readonly Server[],
  { api, clock, drops, endFollow = () => undefined }: Closing,
): () => Promise<void> {
  let closed: Promise<void> | undefined;
  async function close(): Promise<void> {
    endFollow();
    const cancel = clock.after(CLOSING_GRACE_MS, () => drops.forEach((drop) => drop()));
    const ends = servers.filter(({ listening }) => listening).map(closeServer);
    api.endStreams();
    await Promise.all(ends);
    cancel();
  }
  return () => (closed ??= close());
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
