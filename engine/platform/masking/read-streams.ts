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
const AT_ONCE_MS = 2;
const MOST_HELD_BYTES = 256 * 1024;

export interface Piece {
  readonly source: Source;
  readonly bytes: Buffer;
}

/**
 * Copies streams until they end, and keeps the order in which they were written as far as pipes tell it: that in which
 * their pieces come. See `inOrder` for those that come at once.
 */
export async function pumpInOrder(sources: readonly Source[]): Promise<void> {
  let held: Piece[] = [];
  let heldBytes = 0;
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    for (const { source, bytes } of inOrder(held)) source.sink.push(bytes);
    held = [];
    heldBytes = 0;
  }

  async function copy(source: Source): Promise<void> {
    await readPieces(source.from, (bytes) => {
      // A copy: the memory is read into again.
      held.push({ source, bytes: Buffer.from(bytes) });
      heldBytes += bytes.length;
      if (heldBytes >= MOST_HELD_BYTES) flush();
      else timer ??= setTimeout(flush, AT_ONCE_MS);
    });
    flush();
    source.sink.end();
  }

  await Promise.all(sources.map(copy));
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
