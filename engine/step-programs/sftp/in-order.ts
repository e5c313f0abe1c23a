/** So many requests are on their way at once: as much as a far host needs, and little to hold. */
const AT_ONCE = 32;
/** What one request carries. */
const PIECE_BYTES = 64 * 1024;
/** What may be on its way. */
export const WINDOW_BYTES = AT_ONCE * PIECE_BYTES;

/** Starts a request for each piece, several at once, and takes their answers in order. */
export async function inOrder<Piece, Answer>(
  pieces: AsyncIterable<Piece> | Iterable<Piece>,
  start: (piece: Piece) => Promise<Answer>,
  take: (answer: Answer) => void,
): Promise<void> {
  const asked: Promise<Answer>[] = [];
  for await (const piece of pieces) {
    if (asked.length === AT_ONCE) await first(asked, take);
    const answer = start(piece);
    // Its turn comes, unless one before it fails.
    answer.catch(() => undefined);
    asked.push(answer);
  }
  while (asked.length > 0) await first(asked, take);
}

async function first<Answer>(
  asked: Promise<Answer>[],
  take: (answer: Answer) => void,
): Promise<void> {
  for (const answer of asked.splice(0, 1)) take(await answer);
}

/** The pieces of a file from a position on. */
export function* piecesOf(
  from: number,
  size: number,
): Generator<{ readonly position: number; readonly length: number }> {
  for (let position = from; position < size; position += PIECE_BYTES)
    yield { position, length: Math.min(PIECE_BYTES, size - position) };
}
