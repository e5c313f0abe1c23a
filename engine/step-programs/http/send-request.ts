import type { IncomingMessage, RequestOptions } from 'node:http';
import { rootCause } from '../../lib/root-cause.ts';
import { firstHop, nextHop, type Hop } from './hops.ts';
import type { ProgramContext } from '../task.ts';
import type { HttpRequest } from './http-request.ts';
import { printAnswer } from './print-answer.ts';

/** Redirects that are followed; more of them are a circle. */
const MAX_REDIRECTS = 10;

/**
 * Sends a request, follows redirects and prints the answer as it comes.
 *
 * @throws Error in words for a person, also for an answer outside of 2xx, which is printed before.
 */
export async function sendRequest(request: HttpRequest, context: ProgramContext): Promise<void> {
  const { timeoutSec } = request;
  const limited = timeoutSec > 0;
  const signal = limited ? AbortSignal.timeout(timeoutSec * 1000) : new AbortController().signal;
  try {
    await follow(request, context, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    const late = `no complete response within the timeout of ${timeoutSec}s`;
    throw new Error(late, { cause: error });
  }
}

async function follow(
  request: HttpRequest,
  { fact }: ProgramContext,
  signal: AbortSignal,
): Promise<void> {
  let hop = firstHop(request);
  for (let redirects = 0; ; redirects++) {
    const answer = await naming(hop, answerTo(hop, request, signal));
    const next = nextHop(hop, answer);
    if (next === null) {
      fact('status', answer.statusCode ?? 0);
      await naming(hop, printAnswer(answer, request));
      return refuseStatus(answer);
    }
    if (redirects === MAX_REDIRECTS) throw new Error(`stopped after ${MAX_REDIRECTS} redirects`);
    answer.destroy();
    hop = next;
  }
}

function answerTo(
  { url, method, headers, body }: Hop,
  { skipVerify }: HttpRequest,
  signal: AbortSignal,
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
async function naming<T>(hop: Hop, work: Promise<T>): Promise<T> {
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

function refuseStatus({ statusCode = 0 }: IncomingMessage): void {
  if (statusCode < 200 || statusCode > 299)
    throw new Error(`http status code not 2xx: ${statusCode}`);
}
