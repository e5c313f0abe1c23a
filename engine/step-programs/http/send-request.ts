import type { IncomingMessage } from 'node:http';
import { OtherOrigin, redirected } from '../../lib/redirect.ts';
import type { ProgramContext } from '../task.ts';
import { firstHop } from './first-hop.ts';
import type { HttpRequest } from './http-request.ts';
import { lastAnswer, naming } from './last-answer.ts';
import { printAnswer } from './print-answer.ts';

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
    if (error instanceof OtherOrigin) throw elsewhere(error);
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
  const { skipVerify } = request;
  const { hop, answer } = await lastAnswer(firstHop(request), {
    skipVerify,
    follow: redirected,
    signal,
  });
  fact('status', answer.statusCode ?? 0);
  await naming(hop, printAnswer(answer, request));
  refuseStatus(answer);
}

function elsewhere({ message }: OtherOrigin): Error {
  return new Error(`${message}; if that is the right server, use its URL in \`command\``);
}

function refuseStatus({ statusCode = 0 }: IncomingMessage): void {
  if (statusCode < 200 || statusCode > 299)
    throw new Error(`http status code not 2xx: ${statusCode}`);
}
