import { StringDecoder } from 'node:string_decoder';

/** Takes bytes and gives lines. */
export interface LineWriter {
  readonly write: (bytes: Buffer) => void;
  /** Gives what has no end of line. */
  readonly end: () => void;
}

/** A line that never ends is given in pieces of this length. */
const MAX_CHARACTERS = 64 * 1024;

/** Gives each line of UTF-8 without its end. Characters that are cut between two pieces stay whole. */
export function lineWriter(take: (line: string) => void): LineWriter {
  const decoder = new StringDecoder('utf8');
  let open = '';
  const add = (text: string): void => {
    const lines = (open + text).split('\n');
    open = lines.pop() ?? '';
    for (const line of lines) take(line.replace(/\r$/, ''));
    if (open.length > MAX_CHARACTERS) {
      take(open);
      open = '';
    }
  };
  return {
    write: (bytes) => add(decoder.write(bytes)),
    end: () => {
      add(decoder.end());
      if (open !== '') take(open);
    },
  };
}
