import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export interface Kept {
  readonly method: string;
  readonly path: string;
  /** Names and values in turn, as they are sent: a name may stand twice. */
  readonly headers?: readonly string[];
  readonly body?: string;
}

const AT_ONCE = 8;

/** Asks over a few connections that are kept: for thousands of requests. */
export function keptAsker({ port }: { readonly port: number }) {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  onTestFinished(() => agent.destroy());
  return async ({ method, path, headers = [], body = '' }: Kept) => {
    const host = headers.includes('Host') ? [] : ['Host', `127.0.0.1:${port}`];
    const sent = [...host, ...headers, 'Content-Length', String(Buffer.byteLength(body))];
    const asked = request({ agent, port, host: '127.0.0.1', method, path, headers: sent });
    asked.end(body);
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    return { status: response.statusCode ?? 0, text: await text(response) };
  };
}

/** Does a thing with each, several at once. */
export async function withEach<T>(
  all: readonly T[],
  act: (one: T) => Promise<void>,
): Promise<void> {
  const rest = all.values();
  const work = async (): Promise<void> => {
    for (const one of rest) await act(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
