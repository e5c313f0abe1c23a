import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { nodeHttp, noServerName } from '../platform/node-http.ts';

/** What the client of an engine looks at in an answer. */
type Answer = Pick<Response, 'ok' | 'status' | 'url' | 'text' | 'body'>;

/**
 * As much of `fetch` as the client of an engine asks for, over a socket. The whole of it is undici, which Node's own cannot
 * be told of a socket, and which takes a command longer to load than all the rest.
 */
export function socketFetch(socketPath: string): typeof fetch {
  const send = (url: string, init: RequestInit = {}): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const { pathname, search } = new URL(url);
      const { method = 'GET', headers, body, signal } = init;
      const request = nodeHttp().request({
        ...noServerName,
        socketPath,
        path: pathname + search,
        method,
        headers: { Host: 'localhost', ...(headers as Record<string, string>) },
        ...(signal == null ? {} : { signal }),
      });
      request.on('response', (response) => resolve(answerOf(url, response)));
      request.on('error', reject);
      request.end(body);
    });
  // The two differ in their types alone, and only what both have is used.
  return send as unknown as typeof fetch;
}

function answerOf(url: string, response: IncomingMessage): Answer {
  const status = response.statusCode ?? 0;
  return {
    ok: status >= 200 && status < 300,
    status,
    url,
    text: () => text(response),
    body: { getReader: () => readerOf(response) } as Answer['body'],
  };
}

/** As much of a stream of the web as events are read by: the whole would be another 5 ms of each command that follows a run. */
function readerOf(response: IncomingMessage) {
  const pieces: AsyncIterator<Uint8Array> = response[Symbol.asyncIterator]();
  const cancel = (): Promise<void> => Promise.resolve(void response.destroy());
  return { read: () => pieces.next(), cancel };
}
