import { once } from 'node:events';
import { read } from 'node:fs';
import { promisify } from 'node:util';

export interface Sink {
  readonly push: (bytes: Buffer) => void;
  /** Nothing more belongs to what came so far. */
  readonly end: () => void;
}

export interface Source {
  /** Descriptor of a pipe. */
  readonly from: number;
  readonly sink: Sink;
}

const readFrom = promisify(read);
const PIECE_BYTES = 64 * 1024;

/** Copies a stream until it ends. */
export async function pump({ from, sink }: Source): Promise<void> {
  await readPieces(from, sink.push);
  sink.end();
}

/** What comes within this time counts as written at once: a busy machine wakes a reader no sooner. */
const AT_ONCE_MS = 1;
const MAX_HELD_BYTES = 256 * 1024;

export interface Piece {
  readonly source: Source;
  readonly bytes: Buffer;
}

/**
 * Copies streams until they end, and keeps the order in which they were written as far as pipes tell it: that in which
 * their pieces come. See `inOrder` for those that come at once. `ready` is called when nothing will wait any more.
 */
export async function pumpInOrder(sources: readonly Source[], ready: () => void): Promise<void> {
  // Asked for when it is needed: most filters do without. Sockets tell of both streams in one turn, reads in threads do not.
  const { Socket } = await import('node:net');
  const broken = Promise.withResolvers<never>();
  let held: Piece[] = [];
  let heldBytes = 0;
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const pieces = inOrder(held);
    held = [];
    heldBytes = 0;
    try {
      for (const { source, bytes } of pieces) source.sink.push(bytes);
    } catch (error) {
      broken.reject(error);
    }
  }

  async function copy(source: Source): Promise<void> {
    const socket = new Socket({ fd: source.from, readable: true, writable: false });
    socket.on('data', (bytes: Buffer) => {
      held.push({ source, bytes });
      heldBytes += bytes.length;
      if (heldBytes >= MAX_HELD_BYTES) flush();
      else timer ??= setTimeout(flush, AT_ONCE_MS);
    });
    await once(socket, 'end');
    flush();
    source.sink.end();
  }

  const copies = Promise.all(sources.map(copy));
  ready();
  await Promise.race([copies, broken.promise]);
}

async function readPieces(from: number, push: (bytes: Buffer) => void): Promise<void> {
  const memory = Buffer.alloc(PIECE_BYTES);
  for (;;) {
    const { bytesRead } = await readFrom(from, memory, 0, PIECE_BYTES, null);
    if (bytesRead === 0) return;
    push(memory.subarray(0, bytesRead));
  }
}

/**
 * Two streams with as many lines, or one more on one of them, are taken for lines by turns, since a program that writes
 * line by line wrote them so. Otherwise whole pieces stay in the order in which they came.
 */
export function inOrder(pieces: readonly Piece[]): readonly Piece[] {
  const sources = [...new Set(pieces.map(({ source }) => source))];
  const [first = [], second = [], ...others] = sources.map((source) => linesOf(source, pieces));
  const more = first.length - second.length;
  if (second.length === 0 || others.length > 0 || Math.abs(more) > 1) return pieces;
  const [leading, following] = more < 0 ? [second, first] : [first, second];
  return leading.flatMap((line, index) => [line, ...following.slice(index, index + 1)]);
}

function linesOf(source: Source, pieces: readonly Piece[]): readonly Piece[] {
  const own = pieces.filter((piece) => piece.source === source);
  const bytes = Buffer.concat(own.map((piece) => piece.bytes));
  const lines: Piece[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf(0x0a, at) + 1 || bytes.length;
    lines.push({ source, bytes: bytes.subarray(at, end) });
    at = end;
  }
  return lines;
}
