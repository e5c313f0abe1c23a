import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WireError } from '../contract/errors.ts';

interface Refusal {
  readonly statusLine: string;
  readonly error: WireError;
}

/** What each connection was asked last. */
const last = new WeakMap<
  Duplex,
  { readonly request: IncomingMessage; readonly response: ServerResponse }
>();

/** Notes what is asked: what cannot be read behind it may belong to it. */
export function noteRequest(request: IncomingMessage, response: ServerResponse): void {
  last.set(request.socket, { request, response });
}

/** Whether an answer has begun after which no other may come: to what is broken, or the last one of its connection. */
function isAnswered(socket: Duplex): boolean {
  const asked = last.get(socket);
  if (asked === undefined || !asked.response.headersSent) return false;
  const { request, response } = asked;
  return !request.complete || !response.writableFinished || !response.shouldKeepAlive;
}

/** Answers bytes that Node could not read as a request, which therefore never reach express. */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!isAboutHttp(error) || !socket.writable) {
    socket.destroy();
    return;
  }
  // Half closed, the connection would be the client's to end, and so would never end.
  socket.once('finish', () => socket.destroy());
  if (isAnswered(socket)) {
    socket.end();
    return;
  }
  const { statusLine, error: wireError } = refusalOf(error.code);
  const body = JSON.stringify(wireError);
  socket.end(
    [
      `HTTP/1.1 ${statusLine}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'X-Content-Type-Options: nosniff',
      'Cache-Control: no-store',
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

/** Before TLS is agreed on nothing can be said, and words would wait for that for ever. */
function isAboutHttp({ code = '' }: NodeJS.ErrnoException): boolean {
  return code.startsWith('HPE_') || code.startsWith('ERR_HTTP_');
}

function refusalOf(code: string | undefined): Refusal {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return {
        statusLine: '431 Request Header Fields Too Large',
        error: { code: 'payload_too_large', message: 'The headers are larger than 16 KiB.' },
      };
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return {
        statusLine: '408 Request Timeout',
        error: { code: 'timeout', message: 'The request took too long to arrive.' },
      };
    default:
      return {
        statusLine: '400 Bad Request',
        error: { code: 'bad_request', message: 'This is not an HTTP request.' },
      };
  }
}
