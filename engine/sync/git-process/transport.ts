import type { GitHttpResponse } from 'isomorphic-git';
import { systemClock } from '../../platform/system-clock.ts';
import { parseAddress } from './address.ts';
import { GitError, type Remote } from './git.ts';
import { once, whole, type SendGitRequest } from './git-requests.ts';
import { httpRequests } from './http-requests.ts';
import { sshRequests } from './ssh-requests.ts';

/** The way to a remote for one piece of work. */
export interface Transport {
  /** What the library is given for an address. */
  readonly url: string;
  readonly http: { readonly request: SendGitRequest };
  readonly close: () => void;
}

/** More than a repository of definitions has; it is held in memory whole. */
const MAX_BYTES = 1024 ** 3;

/** Opens the way. What the remote says of its branches is asked for once, so that all that is done agrees on it. */
export function openTransport(remote: Remote): Transport {
  const address = parseAddress(remote.repository);
  const { send, close } =
    address.kind === 'http'
      ? httpRequests(remote.auth)
      : sshRequests(address, remote.auth, systemClock);
  const url = address.kind === 'http' ? address.url.href : 'http://ssh.invalid/repository';
  return { url, http: { request: askOnce(send) }, close };
}

function askOnce(send: SendGitRequest): SendGitRequest {
  const known = new Map<string, Omit<GitHttpResponse, 'body'> & { readonly bytes: Buffer }>();
  return async (request) => {
    const { url, method = 'GET' } = request;
    if (method !== 'GET') return bounded(await send(request));
    let answer = known.get(url);
    if (answer === undefined) {
      const { body, ...head } = bounded(await send(request));
      answer = { ...head, bytes: await whole(body) };
      known.set(url, answer);
    }
    const { bytes, ...head } = answer;
    return { ...head, body: once(bytes) };
  };
}

function bounded(response: GitHttpResponse): GitHttpResponse {
  const { body } = response;
  return body === undefined ? response : { ...response, body: counted(body) };
}

async function* counted(body: AsyncIterable<Uint8Array>): AsyncIterableIterator<Uint8Array> {
  let bytes = 0;
  for await (const part of body) {
    bytes += part.length;
    if (bytes > MAX_BYTES) {
      throw new GitError(
        'too-large',
        'The repository is too large: it sends more than 1 GiB. Sync a smaller one.',
      );
    }
    yield part;
  }
}
