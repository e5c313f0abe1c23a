import { Writable } from 'node:stream';
import type { ReadStream, WriteStream } from 'node:tty';
import picocolors from 'picocolors';
import { visibleLines, visibleText } from '../contract/visible-text.ts';
import { exitCodes } from './cli-error.ts';
import { CliError } from './cli-error.ts';

export type Colors = ReturnType<typeof picocolors.createColors>;

/** One of the two streams that a person reads. */
export interface Output {
  /** Control characters are shown as pictures, but for colors where they are wanted. */
  readonly write: (text: string) => void;
  readonly writeRaw: (text: string) => void;
  /** A line of a log, whose colors end with it. */
  readonly logLine: (line: string) => string;
  readonly colors: Colors;
  /** Columns of the terminal; null where lines may have any length. */
  readonly columns: number | null;
}

interface Stream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly write: (text: string) => unknown;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Writes in colors, and knows its columns, where the stream is a terminal. */
export function createOutput(stream: Stream, env: Environment): Output {
  const isColored = wantsColor(stream, env);
  const writeRaw = (text: string): void => void stream.write(text);
  return {
    write: (text) =>
      writeRaw(isColored ? besideColors(text) : visibleLines(text.replace(color, ''))),
    writeRaw,
    logLine: (line) =>
      isColored && line.includes('\x1b[') ? line.replace(/\r?$/, '\x1b[0m$&') : line,
    colors: picocolors.createColors(isColored),
    columns: stream.isTTY ? (stream.columns ?? null) : null,
  };
}

/** The same output without a look at what is written, as long as that is wanted. */
export function rawWhile(isRaw: () => boolean, out: Output): Output {
  return {
    ...out,
    write: (text) => (isRaw() ? out.writeRaw : out.write)(text),
    logLine: (line) => (isRaw() ? line : out.logLine(line)),
  };
}

/** Sequences that set colors and the like. All others can do more: move the cursor, set a title, fill the clipboard. */
const color = /\x1b\[[\d;:]*m/g;

function besideColors(text: string): string {
  const colors = [...text.matchAll(color), ''].map(String);
  return text
    .split(color)
    .map((part, index) => visibleLines(part) + (colors[index] ?? ''))
    .join('');
}

/** `NO_COLOR` beats `FORCE_COLOR`, which beats what the stream is. */
export function wantsColor(stream: Pick<Stream, 'isTTY'>, env: Environment): boolean {
  if (env['NO_COLOR']) return false;
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return stream.isTTY === true && env['TERM'] !== 'dumb';
}

/** Asks on a terminal; anything but a yes is a no. Null where a program is at the other end. */
export function createConfirm(
  input: Pick<ReadStream, 'isTTY'> & NodeJS.ReadableStream,
  output: Pick<WriteStream, 'isTTY'> & NodeJS.WritableStream,
): ((question: string) => Promise<boolean>) | null {
  if (!input.isTTY || !output.isTTY) return null;
  return async (question) => {
    const { createInterface } = await import('node:readline/promises');
    const terminal = createInterface({ input, output });
    try {
      return /^y(es)?$/i.test((await terminal.question(`${visibleText(question)} [y/N] `)).trim());
    } finally {
      terminal.close();
    }
  };
}

/** Asks on a terminal for what nobody may read over a shoulder. Null where a program is at the other end. */
export function createAskSecret(
  input: Pick<ReadStream, 'isTTY'> & NodeJS.ReadableStream,
  output: Pick<WriteStream, 'isTTY'> & NodeJS.WritableStream,
): ((question: string) => Promise<string>) | null {
  if (!input.isTTY || !output.isTTY) return null;
  return async (question) => {
    // The terminal echoes nothing by itself while `readline` holds it, and what `readline` would echo goes nowhere.
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
    const { createInterface } = await import('node:readline/promises');
    const terminal = createInterface({ input, output: nowhere, terminal: true });
    const given = new Promise<string>((resolve, reject) => {
      const giveUp = (): void => reject(new CliError('No input.', interrupted));
      terminal.once('SIGINT', giveUp).once('close', giveUp).once('line', resolve);
    });
    output.write(question);
    try {
      return await given;
    } finally {
      terminal.close();
      output.write('\n');
    }
  };
}

const interrupted = { exitCode: exitCodes.interrupted };
