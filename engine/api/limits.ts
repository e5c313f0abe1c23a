/** What one client may take of the server before it is dropped. */
export interface Limits {
  /** Bytes of all headers of a request. */
  readonly headerBytes: number;
  /** Until the headers of a request have arrived. */
  readonly headersMs: number;
  /** Until a whole request has arrived. */
  readonly requestMs: number;
  /** Between two looks at requests that arrive too slowly. */
  readonly checkMs: number;
  /** Until a connection over TLS has been agreed on. */
  readonly handshakeMs: number;
  /** How long a connection waits for its next request. */
  readonly idleMs: number;
  /** How long an answer may wait for a client that takes nothing of it. */
  readonly stalledMs: number;
  readonly connections: number;
  /** Connections from one address that is not of this machine. */
  readonly connectionsPerAddress: number;
}

export const usualLimits: Limits = {
  headerBytes: 16 * 1024,
  headersMs: 15_000,
  requestMs: 60_000,
  checkMs: 10_000,
  handshakeMs: 10_000,
  idleMs: 30_000,
  stalledMs: 30_000,
  connections: 1000,
  connectionsPerAddress: 200,
};
