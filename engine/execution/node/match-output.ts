import { existsSync } from 'node:fs';
import { matchesWithin, parsePattern } from '../../dag/pattern.ts';
import { openFile } from '../../lib/regular-file.ts';
import { textReader, type TextEncoding } from '../../lib/text-encoding.ts';

/** A longer line is looked at in pieces: nobody may make the engine hold all of one. */
const LONGEST_LINE = 64 * 1024;
/** The first half of `\r\n` may be the end of what was read. */
const LINE_END = /\r\n|\n|\r(?!$)/;

interface PrintedText {
  readonly file: string;
  /** Byte to begin at. */
  readonly from: number;
  /** Left out: UTF-8. */
  readonly encoding?: TextEncoding;
}

/**
 * Whether one of the patterns of `continue_on.output` stands in a line of a log, from a byte on. The log may be of any
 * length and is read bit by bit; one that was never begun holds nothing.
 *
 * @throws PatternError for a line that is too long for an expression; errors of reading.
 */
export async function outputMatches(
  { file, from, encoding = 'utf-8' }: PrintedText,
  patterns: readonly string[],
  signal: AbortSignal,
): Promise<boolean> {
  if (!existsSync(file)) return false;
  const parsed = patterns.map(parsePattern);
  const log = await openFile(file, 'refuse');
  const bytes = log.createReadStream({ start: from, signal });
  try {
    for await (const line of linesOf(bytes, encoding)) {
      if (parsed.some((pattern) => matchesWithin(pattern, line))) return true;
    }
    return false;
  } finally {
    bytes.destroy();
  }
}

/** Lines, and pieces of those that are too long. */
async function* linesOf(bytes: AsyncIterable<Uint8Array>, encoding: TextEncoding) {
  const reader = textReader(encoding);
  let rest = '';
  for await (const piece of bytes) {
    const lines = (rest + reader.read(piece, { stream: true })).split(LINE_END);
    rest = lines.pop() ?? '';
    for (const line of lines) yield* piecesOf(line);
    while (rest.length > LONGEST_LINE) {
      yield rest.slice(0, LONGEST_LINE);
      rest = rest.slice(LONGEST_LINE);
    }
  }
  rest += reader.read(new Uint8Array());
  if (rest !== '') yield* piecesOf(rest.replace(/\r$/, ''));
}

function* piecesOf(line: string): Generator<string> {
  for (let at = 0; at === 0 || at < line.length; at += LONGEST_LINE) {
    yield line.slice(at, at + LONGEST_LINE);
  }
}
