import type { IncomingMessage, RequestOptions } from 'node:http';
import { rootCause } from '../../lib/root-cause.ts';
import { nextHop, type Hop } from './hops.ts';

/** Redirects that are followed; more of them are a circle. */
const MAX_REDIRECTS = 10;

interface Sending {
  /** Whether a certificate that nobody has signed will do. */
  readonly skipVerify: boolean;
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
  first: Hop,
  sending: Sending,
): Promise<{ readonly hop: Hop; readonly answer: IncomingMessage }> {
  let hop = first;
  for (let redirects = 0; ; redirects++) {
    const answer = await naming(hop, answerTo(hop, sending));
    const next = nextHop(hop, answer);
    if (next === null) return { hop, answer };
    if (redirects === MAX_REDIRECTS) throw new Error(`stopped after ${MAX_REDIRECTS} redirects`);
    answer.destroy();
    hop = next;
  }
}

function answerTo(
  { url, method, headers, body }: Hop,
  { skipVerify, signal }: Sending,
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
export async function naming<T>(hop: Hop, work: Promise<T>): Promise<T> {
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
  'to trust it, set NODE_EXTRA_CA_CERTS in `env` of the step to its file, or set `tls_skip_verify`';
