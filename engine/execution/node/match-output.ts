import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { matchesWithin, parsePattern } from '../../dag/pattern.ts';
import { openFile } from '../../lib/regular-file.ts';

/** A longer line is looked at in pieces: nobody may make the engine hold all of one. */
const LONGEST_LINE = 64 * 1024;

/**
 * Whether one of the patterns of `continue_on.output` stands in a line of a log, from a byte on. The log may be of any
 * length and is read bit by bit; one that was never begun holds nothing.
 *
 * @throws PatternError for a line that is too long for an expression; errors of reading.
 */
export async function outputMatches(
  { file, from }: { readonly file: string; readonly from: number },
  patterns: readonly string[],
  signal: AbortSignal,
): Promise<boolean> {
  if (!existsSync(file)) return false;
  const parsed = patterns.map(parsePattern);
  const log = await openFile(file, 'refuse');
  const input = log.createReadStream({ start: from, encoding: 'utf8', signal });
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
  }
}
