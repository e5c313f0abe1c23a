import type { GitHttpRequest, GitHttpResponse } from 'isomorphic-git';
import { GitError, type Remote } from './git.ts';
import { networkWords } from '../../lib/network-words.ts';
import { cutLine, whole, type GitRequests } from './git-requests.ts';

const MAX_REDIRECTS = 5;
/** GitHub, GitLab, Gitea and Bitbucket take a token as the password of any user name but an empty one. */
const USER = 'token';

/** Requests over HTTP and HTTPS. Redirects are followed on the host that was asked for, and nowhere else. */
export function httpRequests(auth: Remote['auth']): GitRequests {
  const end = new AbortController();
  // Where the repository went: later requests begin there.
  let moved: ((url: string) => string) | undefined;
  const send = async (request: GitHttpRequest): Promise<GitHttpResponse> => {
    const { method = 'GET', headers = {}, body } = request;
    const bytes = body === undefined ? undefined : await whole(body);
    let url = moved?.(request.url) ?? request.url;
    for (let redirects = 0; ; redirects++) {
      const response = await reach(url, {
        method,
        headers: { ...headers, ...credential(auth) },
        redirect: 'manual',
        signal: end.signal,
        ...(bytes && { body: new Uint8Array(bytes) }),
      });
      const next = redirects < MAX_REDIRECTS ? redirectOf(response, url) : null;
      if (next === null) return toAnswer(response, url, auth);
      moved = movedTo(url, next) ?? moved;
      url = next;
    }
  };
  return { send, close: () => end.abort() };
}

function credential(auth: Remote['auth']): Readonly<Record<string, string>> {
  if (auth.type !== 'token') return {};
  const pair = Buffer.from(`${USER}:${auth.token}`).toString('base64');
  return { authorization: `Basic ${pair}` };
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    throw unreached(new URL(url).host, error);
  }
}

/** The next address of a redirect; null where the answer is none. */
function redirectOf(response: Response, url: string): string | null {
  const location = response.headers.get('location');
  if (response.status < 300 || response.status >= 400 || location === null) return null;
  const [from, to] = [new URL(url), new URL(location, url)];
  const isSame =
    from.hostname === to.hostname && (from.protocol === to.protocol || to.protocol === 'https:');
  if (isSame) return to.href;
  throw new GitError(
    'address',
    `The remote redirects to ${to.protocol}//${to.host}. If that is where the repository is now, set it as the repository address.`,
  );
}

/** How addresses of the repository change after its list of branches was found elsewhere. */
function movedTo(from: string, to: string): ((url: string) => string) | undefined {
  const end = /\/info\/refs\?service=[\w-]+$/;
  if (!end.test(from) || !end.test(to)) return undefined;
  const [before, after] = [from.replace(end, ''), to.replace(end, '')];
  return (url) => (url.startsWith(before) ? after + url.slice(before.length) : url);
}

function toAnswer(response: Response, url: string, auth: Remote['auth']): GitHttpResponse {
  if (!response.ok) {
    void response.body?.cancel().catch(() => undefined);
    throw refusal(response.status, new URL(url).host, auth);
  }
  return {
    url,
    statusCode: response.status,
    statusMessage: response.statusText,
    headers: Object.fromEntries(response.headers),
    body: bodyOf(response, new URL(url).host),
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
