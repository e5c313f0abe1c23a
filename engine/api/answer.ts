import type { Response } from 'express';

/** Sends a value as JSON, serialised once; nothing at all for undefined. */
export function answer(response: Response, status: number, value: unknown): void {
  response.statusCode = status;
  if (value === undefined) {
    if (status !== 204) response.setHeader('Content-Length', 0);
    response.end();
    return;
  }
  const body = Buffer.from(JSON.stringify(value));
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', body.length);
  response.end(body);
}
