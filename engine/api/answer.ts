import type { Response } from 'express';
import { EngineError } from '../contract/errors.ts';

/** Sends a value as JSON, serialized once; nothing at all for undefined. */
export function answer(response: Response, status: number, value: unknown): void {
  response.statusCode = status;
  if (value === undefined) {
    if (status !== 204) response.setHeader('Content-Length', 0);
    response.end();
    return;
  }
  const text = JSON.stringify(value);
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_BYTES) throw tooLarge();
  send(response, { type: 'application/json; charset=utf-8', text, bytes });
}

/** 16 MiB. Lists are asked for by page, and files have a download of their own. */
const MAX_BYTES = 16 * 1024 * 1024;

function tooLarge(): EngineError {
  const message =
    'The response is larger than 16 MiB. Request less: use paging, a limit or a range.';
  return new EngineError('bad_request', message);
}

/** Sends text as it is. */
export function answerText(response: Response, contentType: string, text: string): void {
  response.statusCode = 200;
  send(response, { type: contentType, text, bytes: Buffer.byteLength(text) });
}

interface Body {
  readonly type: string;
  readonly text: string;
  readonly bytes: number;
}

// As text, which Node sends with the headers in one piece; of bytes it makes a second one.
function send(response: Response, { type, text, bytes }: Body): void {
  response.setHeader('Content-Type', type);
  response.setHeader('Content-Length', bytes);
  response.end(text);
}
