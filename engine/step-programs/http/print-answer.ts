import type { IncomingMessage } from 'node:http';
import { encodingOf, textReader, type TextReader } from '../../lib/text-encoding.ts';
import { print } from '../print.ts';
import type { HttpRequest } from './http-request.ts';

/** An answer that is printed as JSON is held until it is complete. */
const MAX_JSON_BYTES = 16 * 1024 * 1024;

type Look = Pick<HttpRequest, 'silent' | 'json'>;

/** Prints an answer as it comes, in UTF-8 where it says that it is in another encoding. @throws Error when it breaks off. */
export async function printAnswer(answer: IncomingMessage, { silent, json }: Look): Promise<void> {
  if (json) return printJson(answer, silent);
  if (!silent) print(Buffer.from(headOf(answer), 'latin1'));
  const reader = readerFor(answer);
  for await (const piece of answer) print(reader?.read(piece, { stream: true }) ?? piece);
  if (reader !== null) print(reader.read(new Uint8Array()));
}

/** What reads a body of another encoding; null: its bytes are taken as they are. */
function readerFor({ headers }: IncomingMessage): TextReader | null {
  const [, label = ''] = /;\s*charset="?([^\s";]+)/i.exec(headers['content-type'] ?? '') ?? [];
  const encoding = encodingOf(label);
  return encoding === null || encoding === 'utf-8' ? null : textReader(encoding);
}

function headOf({ httpVersion, statusCode, statusMessage, rawHeaders }: IncomingMessage): string {
  const lines = namesOf(rawHeaders).map((name, index) => `${name}: ${rawHeaders[index * 2 + 1]}\n`);
  return `HTTP/${httpVersion} ${statusCode} ${statusMessage}\n${lines.join('')}\n`;
}

/** Every other text is a value. */
function namesOf(rawHeaders: readonly string[]): readonly string[] {
  return rawHeaders.filter((_text, index) => index % 2 === 0);
}

async function printJson(answer: IncomingMessage, silent: boolean): Promise<void> {
  const body = valueOf(await textOf(answer));
  const { statusCode: status_code, headersDistinct: headers } = answer;
  const shown = silent ? { body } : { status_code, headers, body };
  print(Buffer.from(`${JSON.stringify(shown, null, 2)}\n`));
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of answer) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes > MAX_JSON_BYTES) {
      throw new Error(`the response has more than ${MAX_JSON_BYTES} bytes: remove \`json\``);
    }
  }
  const body = Buffer.concat(pieces);
  return readerFor(answer)?.read(body) ?? body.toString('utf8');
}

/** The body as JSON where it is that, else as text. */
function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
