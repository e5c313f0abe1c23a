import { buffer } from 'node:stream/consumers';
import type { GitHttpRequest, GitHttpResponse, HttpClient } from 'isomorphic-git';
import { drop, fetchWithin } from '../../lib/fetch-within.ts';

/** More than any action has; the library holds it in memory. */
const MAX_BYTES = 512 * 1024 ** 2;

/** Requests of the library. Its own ones take a token along to another port of the host, and have no end. */
export const gitHttp: HttpClient = { request };

async function request({
  url,
  method = 'GET',
  headers = {},
  body,
}: GitHttpRequest): Promise<GitHttpResponse> {
  const { hop, response } = await fetchWithin({
    method,
    url: new URL(url),
    headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
    body: body && (await buffer(body)),
  });
  return {
    url: hop.url.href,
    statusCode: response.status,
    statusMessage: response.statusText,
    headers: Object.fromEntries(response.headers),
    body: bounded(response),
  };
}

async function* bounded(response: Response): AsyncIterableIterator<Uint8Array> {
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > MAX_BYTES) {
      drop(response);
      throw new Error('the repository sends more than 512 MiB');
    }
    yield part;
  }
}
