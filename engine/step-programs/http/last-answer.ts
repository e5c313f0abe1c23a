import type { IncomingMessage, RequestOptions } from 'node:http';
import type { redirected, Sent } from '../../lib/redirect.ts';
import { rootCause } from '../../lib/root-cause.ts';

/** Redirects that are followed; more of them are a circle. */
const MAX_REDIRECTS = 10;

interface Sending {
  /** Whether a certificate that nobody has signed will do, of the origin that is asked first and no other. */
  readonly skipVerify: boolean;
  /** What a redirect takes along. */
  readonly follow: typeof redirected;
  readonly signal: AbortSignal;
}

/**
 * Sends a request and follows redirects. Answers with what is no redirect any more, whose body nobody has read, and with the request
 * that got it.
 *
 * Node's own `fetch` would do the same, and load for 40 ms what it can besides.
 *
 * @throws Error in words for a person, with the server in them.
 */
export async function lastAnswer(
  first: Sent,
  { skipVerify, follow, signal }: Sending,
): Promise<{ readonly hop: Sent; readonly answer: IncomingMessage }> {
  let hop = first;
  for (let redirects = 0; ; redirects++) {
    const isFirst = hop.url.origin === first.url.origin;
    const answer = await naming(hop, answerTo(hop, { skipVerify: skipVerify && isFirst, signal }));
    const next = nextOf(hop, answer, follow);
    if (next === null) return { hop, answer };
    if (redirects === MAX_REDIRECTS) throw new Error(`stopped after ${MAX_REDIRECTS} redirects`);
    hop = next;
  }
}

/** Null: the answer is no redirect, and its body is left to be read. */
function nextOf(hop: Sent, answer: IncomingMessage, follow: Sending['follow']): Sent | null {
  const { statusCode: status = 0, headers } = answer;
  try {
    const next = follow(hop, { status, location: headers.location });
    if (next !== null) answer.destroy();
    return next;
  } catch (error) {
    answer.destroy();
    throw error;
  }
}

function answerTo(
  { url, method, headers, body }: Sent,
  { skipVerify, signal }: Pick<Sending, 'skipVerify' | 'signal'>,
): Promise<IncomingMessage> {
  const isSecure = url.protocol === 'https:';
  const { request } = process.getBuiltinModule(isSecure ? 'node:https' : 'node:http');
  const options = {
    method,
    headers: Object.fromEntries(headers.map(({ name, value }) => [name, value])),
    // No connection outlives its request.
    agent: false,
    signal,
    ...(skipVerify ? { rejectUnauthorized: false } : {}),
  } satisfies RequestOptions & { rejectUnauthorized?: boolean };
  return new Promise((resolve, reject) => {
    request(url, options, resolve).on('error', reject).end(body);
  });
}

/** Says which server it was, and what to do where a certificate is not trusted. */
export async function naming<T>(hop: Sent, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const cause = rootCause(error);
    const why = untrusted.test(code) ? `${cause.split(';', 1)[0]}; ${ADVICE}` : cause;
    throw new Error(`${hop.method} ${hop.url.host}: ${why}`, { cause: error });
  }
}

// Node adds advice of its own, for those who start Node.
const untrusted = /CERT|SIGNATURE/;
const ADVICE =
  'to trust it, set NODE_EXTRA_CA_CERTS in `env` of the step to its file, or set `tls_skip_verify`, which is for the server of the URL in the step';
