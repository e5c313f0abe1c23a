import { EngineError } from '../contract/errors.ts';
import { checkBody } from './body-bounds.ts';
import { hasBody } from './body-headers.ts';
import type { Request } from './exchange.ts';

/**
 * All bytes of a body, which `checkBodyHeaders` has let pass; null where none follows. What is beyond the limit is thrown
 * away as it comes, so that its sender hears of it and the connection stays in order.
 *
 * @throws EngineError `payload_too_large`, or `bad_request` for one that ends in the midst.
 */
export function readBody(request: Request, limit: number): Promise<Buffer | null> {
  const { headers } = request;
  if (!hasBody(headers)) return Promise.resolve(null);
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let size = 0;
  const refuse = (error: EngineError): void => {
    chunks.length = 0;
    reject(error);
  };
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > limit) refuse(tooLarge(limit));
    else chunks.push(chunk);
  });
  request.on('end', () => resolve(Buffer.concat(chunks)));
  request.on('error', () => refuse(cutOff()));
  request.on('close', () => refuse(cutOff()));
  if (Number(headers['content-length'] ?? 0) > limit) refuse(tooLarge(limit));
  return promise;
}

/**
 * The value of a body; undefined for none, and for one without a byte.
 *
 * @throws EngineError as `readBody` and `checkBody`, and `bad_request` for what is not JSON in UTF-8.
 */
export async function readJson(request: Request, limit: number): Promise<unknown> {
  const bytes = await readBody(request, limit);
  if (bytes === null || bytes.length === 0) return undefined;
  checkBody(bytes);
  return parseJson(textOf(bytes));
}

function textOf(bytes: Buffer): string {
  try {
    // A byte order mark at the start is no part of it.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new EngineError('bad_request', 'The body is not UTF-8.', { cause });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const reason = (cause as Error).message;
    throw new EngineError('bad_request', `The body is not valid JSON: ${reason}`, { cause });
  }
}

function tooLarge(limit: number): EngineError {
  const message = `The body is larger than the limit of ${limit} bytes.`;
  return new EngineError('payload_too_large', message);
}

function cutOff(): EngineError {
  return new EngineError('bad_request', 'The connection was closed before the whole body arrived.');
}
