import type { ServerResponse } from 'node:http';
import { jsonInTurns } from '../lib/json-in-turns.ts';
import { answerTooLarge, MAX_ANSWER_BYTES } from '../services/answer-size.ts';

/** Sends a value as JSON, serialized once; nothing at all for undefined. */
export function answer(response: ServerResponse, status: number, value: unknown): void {
  response.statusCode = status;
  if (value === undefined) {
    if (status !== 204) response.setHeader('Content-Length', 0);
    response.end();
    return;
  }
  sendJson(response, JSON.stringify(value));
}

/** The same for an answer that may be long to write. */
export async function answerInTurns(
  response: ServerResponse,
  status: number,
  value: unknown,
): Promise<void> {
  if (value === undefined) return answer(response, status, value);
  const text = await jsonInTurns(value);
  response.statusCode = status;
  sendJson(response, text);
}

function sendJson(response: ServerResponse, text: string): void {
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_ANSWER_BYTES) throw answerTooLarge();
  send(response, { type: 'application/json; charset=utf-8', text, bytes });
}

/** Sends text as it is. */
export function answerText(response: ServerResponse, contentType: string, text: string): void {
  response.statusCode = 200;
  send(response, { type: contentType, text, bytes: Buffer.byteLength(text) });
}

interface Body {
  readonly type: string;
  readonly text: string;
  readonly bytes: number;
}

// As text, which Node sends with the headers in one piece; of bytes it makes a second one.
function send(response: ServerResponse, { type, text, bytes }: Body): void {
  response.setHeader('Content-Type', type);
  response.setHeader('Content-Length', bytes);
  response.end(text);
}
