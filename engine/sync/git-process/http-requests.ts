import type { GitHttpRequest, GitHttpResponse } from 'isomorphic-git';
import { drop, fetchWithin, type Fetched } from '../../lib/fetch-within.ts';
import { networkWords } from '../../lib/network-words.ts';
import { OtherOrigin, type Sent } from '../../lib/redirect.ts';
import { GitError, type Remote } from './git.ts';
import { cutLine, whole, type GitRequests } from './git-requests.ts';

/** GitHub, GitLab, Gitea and Bitbucket take a token as the password of any user name but an empty one. */
const USER = 'token';

/** Requests over HTTP and HTTPS. Redirects are followed on the origin that was asked for, and nowhere else. */
export function httpRequests(auth: Remote['auth']): GitRequests {
  const end = new AbortController();
  // Where the repository went: later requests begin there.
  let moved: ((url: string) => string) | undefined;
  const send = async (request: GitHttpRequest): Promise<GitHttpResponse> => {
    const first = await firstOf(request, moved?.(request.url) ?? request.url, auth);
    const { hop, response } = await reach(first, end.signal);
    moved = movedTo(first.url.href, hop.url.href) ?? moved;
    return toAnswer(response, hop.url, auth);
  };
  return { send, close: () => end.abort() };
}

async function firstOf(
  { method = 'GET', headers = {}, body }: GitHttpRequest,
  url: string,
  auth: Remote['auth'],
): Promise<Sent> {
  const all = Object.entries({ ...headers, ...credential(auth) });
  return {
    method,
    url: new URL(url),
    headers: all.map(([name, value]) => ({ name, value })),
    body: body === undefined ? undefined : await whole(body),
  };
}

function credential(auth: Remote['auth']): Readonly<Record<string, string>> {
  if (auth.type !== 'token') return {};
  const pair = Buffer.from(`${USER}:${auth.token}`).toString('base64');
  return { authorization: `Basic ${pair}` };
}

async function reach(first: Sent, signal: AbortSignal): Promise<Fetched> {
  try {
    return await fetchWithin(first, signal);
  } catch (error) {
    if (!(error instanceof OtherOrigin)) throw unreached(first.url.host, error);
    const advice = 'If the repository is there now, set that as the repository address.';
    throw new GitError('address', `${error.message}. ${advice}`, { cause: error });
  }
}

/** How addresses of the repository change after its list of branches was found elsewhere. */
function movedTo(from: string, to: string): ((url: string) => string) | undefined {
  const end = /\/info\/refs\?service=[\w-]+$/;
  if (from === to || !end.test(from) || !end.test(to)) return undefined;
  const [before, after] = [from.replace(end, ''), to.replace(end, '')];
  return (url) => (url.startsWith(before) ? after + url.slice(before.length) : url);
}

function toAnswer(response: Response, url: URL, auth: Remote['auth']): GitHttpResponse {
  if (!response.ok) {
    drop(response);
    throw refusal(response.status, url.host, auth);
  }
  return {
    url: url.href,
    statusCode: response.status,
    statusMessage: response.statusText,
    headers: Object.fromEntries(response.headers),
    body: bodyOf(response, url.host),
  };
}

function refusal(status: number, host: string, auth: Remote['auth']): GitError {
  const has = auth.type === 'token';
  if (status === 401) {
    return new GitError(
      'credential',
      has
        ? `Authentication failed: ${host} does not accept the token (HTTP 401). Set a new one.`
        : `Authentication failed: ${host} requires a token (HTTP 401). Set one.`,
    );
  }
  if (status === 403) {
    return new GitError(
      'credential',
      `Access denied: ${host} does not allow this with the credentials that are set (HTTP 403). Check what the token may do.`,
    );
  }
  if (status === 404 || status === 410) {
    return new GitError(
      'not-found',
      `There is no such repository on ${host}, or the token has no access to it (HTTP ${status}). Check the address.`,
    );
  }
  if (status === 413)
    return new GitError('too-large', `${host} does not take so much at once (HTTP 413).`);
  return new GitError(
    status >= 500 ? 'offline' : 'failed',
    `${host} responded with HTTP ${status}. Try again later.`,
  );
}

async function* bodyOf(response: Response, host: string): AsyncIterableIterator<Uint8Array> {
  try {
    for await (const part of response.body ?? []) yield part;
  } catch (error) {
    throw cutLine(host, error);
  }
}

const CUT = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

function unreached(host: string, error: unknown): GitError {
  const cause =
    (error as { cause?: NodeJS.ErrnoException }).cause ?? (error as NodeJS.ErrnoException);
  const code = cause.code ?? '';
  const options = { cause: error };
  if (CUT.has(code)) return cutLine(host, error);
  const isCertificate = /CERT|SIGNATURE|SSL|TLS/.test(code);
  const what = isCertificate
    ? `its certificate is not accepted (${code}). Set NODE_EXTRA_CA_CERTS for an authority of your own`
    : networkWords(code, cause.message);
  return new GitError('offline', `Cannot connect to ${host}: ${what}.`, options);
}
