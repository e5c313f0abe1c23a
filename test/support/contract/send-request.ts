import { request, type Agent } from 'node:http';
import type { AnyRequest } from './any-request.ts';
import type { GivenAnswer } from './check-answer.ts';

/** Where a request goes, and as whom. */
export interface Addressed {
  readonly port: number;
  readonly agent: Agent;
  readonly authorization: string | undefined;
}

export interface SentRequest extends Pick<AnyRequest, 'method' | 'target' | 'contentType'> {
  readonly body: string | Buffer | undefined;
  /** Beside those of the body and the caller, and over them. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request as it stands: a client would fix, or refuse to send, what is wrong with it. */
export function sendRequest(asked: SentRequest, to: Addressed): Promise<GivenAnswer> {
  const { method, target, body } = asked;
  const { port, agent } = to;
  const headers = headersOf(asked, to);
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, agent, method, path: target, headers });
    const failed = (error: NodeJS.ErrnoException): void => {
      // A server may close a connection that is kept open at any moment: the request has not been read.
      if (sent.reusedSocket && error.code === 'ECONNRESET') resolve(sendRequest(asked, to));
      else reject(error);
    };
    sent.on('error', failed).on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
      response.on('end', () => {
        const status = response.statusCode ?? 0;
        const contentType = response.headers['content-type'] ?? '';
        const text = Buffer.concat(chunks).toString();
        resolve({ method, target, status, contentType, text });
      });
    });
    sent.end(body);
  });
}

function headersOf({ body, contentType, headers }: SentRequest, { authorization }: Addressed) {
  return {
    ...(authorization === undefined ? {} : { Authorization: authorization }),
    ...(body === undefined
      ? {}
      : { 'Content-Type': contentType, 'Content-Length': Buffer.byteLength(body) }),
    ...headers,
  };
}
