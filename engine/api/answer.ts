import type { Response } from 'express';

/** Sends a value as JSON, serialised once; nothing at all for undefined. */
export function answer(response: Response, status: number, value: unknown): void {
  response.statusCode = status;
  if (value === undefined) {
    if (status !== 204) response.setHeader('Content-Length', 0);
    response.end();
    return;
  }
  send(response, 'application/json; charset=utf-8', JSON.stringify(value));
}

/** Sends text as it is. */
export function answerText(response: Response, contentType: string, text: string): void {
  response.statusCode = 200;
  send(response, contentType, text);
}

// As text, which Node sends with the headers in one piece; of bytes it makes a second one.
function send(response: Response, contentType: string, text: string): void {
  response.setHeader('Content-Type', contentType);
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
}
