import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { matchesWithin, parsePattern } from '../../dag/pattern.ts';
import { openFile } from '../../lib/regular-file.ts';
import { textReader, type TextEncoding } from '../../lib/text-encoding.ts';

/** A longer line is looked at in pieces: nobody may make the engine hold all of one. */
const LONGEST_LINE = 64 * 1024;

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
  const input = Readable.from(textsOf(bytes, encoding));
  const lines = createInterface({ input, crlfDelay: Infinity });
  try {
    for await (const line of lines) {
      for (let at = 0; at === 0 || at < line.length; at += LONGEST_LINE) {
        const piece = line.slice(at, at + LONGEST_LINE);
        if (parsed.some((pattern) => matchesWithin(pattern, piece))) return true;
      }
    }
    return false;
  } finally {
    lines.close();
    input.destroy();
    bytes.destroy();
  }
}

async function* textsOf(bytes: AsyncIterable<Uint8Array>, encoding: TextEncoding) {
  const reader = textReader(encoding);
  for await (const piece of bytes) yield reader.read(piece, { stream: true });
  yield reader.read(new Uint8Array());
}
