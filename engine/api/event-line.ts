import type { Response } from './exchange.ts';

/** Characters that may wait for a client that does not read. It can come back and ask again; memory cannot. */
const BACKLOG_LIMIT = 1_048_576;

/** An open stream of server-sent events. */
export interface Line {
  /** Sends a message, behind those that the stream begins with. */
  readonly send: (message: string) => void;
  /** Sends what the stream begins with, then what has come meanwhile. */
  readonly begin: (messages: readonly string[]) => void;
  readonly end: () => void;
}

/** Begins an answer that is a stream of server-sent events. */
export function openLine(response: Response): Line {
  // The connection ends with the stream: kept alive, it would hold up a server that closes.
  response.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    Connection: 'close',
  });
  let held: string[] | null = [];
  let limit = BACKLOG_LIMIT;

  function write(text: string): void {
    if (response.writableEnded || response.destroyed) return;
    response.write(text);
    if (response.writableLength > limit) response.destroy();
  }

  return {
    send: (message) => {
      if (held === null) write(message);
      else held.push(message);
    },
    begin: (messages) => {
      const text = [': ready\n\n', ...messages, ...(held ?? [])].join('');
      held = null;
      // It comes at once, however fast the client reads: counted as a backlog, a long one would be cut off each time.
      limit += text.length;
      write(text);
    },
    end: () => response.end(),
  };
}
