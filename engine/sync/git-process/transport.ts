import type { GitHttpResponse } from 'isomorphic-git';
import { systemClock } from '../../platform/system-clock.ts';
import { parseAddress } from './address.ts';
import type { Remote } from './git.ts';
import { once, whole, type SendGitRequest } from './git-requests.ts';
import { httpRequests } from './http-requests.ts';
import { gitLimits, type GitLimits } from './limits.ts';
import { tooLarge } from './packs/scan-pack.ts';
import { sshRequests } from './ssh-requests.ts';

/** The way to a remote for one piece of work. */
export interface Transport {
  /** What the library is given for an address. */
  readonly url: string;
  readonly http: { readonly request: SendGitRequest };
  readonly close: () => void;
}

/** Opens the way. What the remote says of its branches is asked for once, so that all that is done agrees on it. */
export function openTransport(remote: Remote, limits: GitLimits = gitLimits): Transport {
  const address = parseAddress(remote.repository);
  const { send, close } =
    address.kind === 'http'
      ? httpRequests(remote.auth)
      : sshRequests(address, remote.auth, { clock: systemClock, limits });
  const url = address.kind === 'http' ? address.url.href : 'http://ssh.invalid/repository';
  return { url, http: { request: askOnce(send, limits) }, close };
}

function askOnce(send: SendGitRequest, limits: GitLimits): SendGitRequest {
  const known = new Map<string, Omit<GitHttpResponse, 'body'> & { readonly bytes: Buffer }>();
  return async (request) => {
    const { url, method = 'GET' } = request;
    // What is held in memory is no pack: branches, and what became of a push.
    const isPack = method !== 'GET' && !url.endsWith('/git-receive-pack');
    if (isPack) return bounded(await send(request), limits.answerBytes);
    if (method !== 'GET') return bounded(await send(request), limits.refsBytes);
    let answer = known.get(url);
    if (answer === undefined) {
      const { body, ...head } = bounded(await send(request), limits.refsBytes);
      answer = { ...head, bytes: await whole(body) };
      known.set(url, answer);
    }
    const { bytes, ...head } = answer;
    return { ...head, body: once(bytes) };
  };
}

function bounded(response: GitHttpResponse, most: number): GitHttpResponse {
  const { body } = response;
  return body === undefined ? response : { ...response, body: counted(body, most) };
}

async function* counted(
  body: AsyncIterable<Uint8Array>,
  most: number,
): AsyncIterableIterator<Uint8Array> {
  let bytes = 0;
  for await (const part of body) {
    bytes += part.length;
    if (bytes > most) throw tooLarge(`It sends more than ${most} bytes at once.`);
    yield part;
  }
}
