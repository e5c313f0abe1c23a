import { request, type Agent } from 'node:http';
import { misfitOf, type GivenAnswer } from '../../../support/contract/check-answer.ts';
import type { HostileRequest } from '../../../support/contract/hostile-request.ts';

/** The most that an engine answers. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Beyond these the engine answers before it has read all, and ends the connection: the answer may be lost with it. */
const [LONG_BODY, LONG_TARGET] = [1_000_000, 12_000];

/** Limits by which a healthy engine may refuse with 503. */
const namedLimits = [/^No coordinator runs/, /^The file of DAG .* is being written/];

export interface Addressed {
  readonly port: number;
  readonly agent: Agent;
  readonly authorization: string | undefined;
}

/** What is wrong with the answer to a request; empty when nothing is. */
export async function faultOf(asked: HostileRequest, to: Addressed): Promise<string> {
  try {
    return faultOfAnswer(await send(asked, to));
  } catch (error) {
    const isOversized =
      Buffer.byteLength(asked.body ?? '') > LONG_BODY || asked.target.length > LONG_TARGET;
    return isOversized ? '' : `${asked.method} ${asked.target} got no answer: ${String(error)}`;
  }
}

function faultOfAnswer(answer: GivenAnswer): string {
  const { method, target, status, text } = answer;
  const about = `${method} ${target} was answered ${status}`;
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_BYTES) return `${about} with ${bytes} bytes`;
  if (status >= 500 && !(status === 503 && isNamed(text))) return `${about}: ${text}`;
  return misfitOf(answer);
}

function isNamed(text: string): boolean {
  const { message = '' } = JSON.parse(text) as { message?: string };
  return namedLimits.some((limit) => limit.test(message));
}

function send(asked: HostileRequest, to: Addressed): Promise<GivenAnswer> {
  const { method, target, body, contentType } = asked;
  const { port, agent, authorization } = to;
  const headers = {
    ...(authorization === undefined ? {} : { Authorization: authorization }),
    ...(body === undefined
      ? {}
      : { 'Content-Type': contentType, 'Content-Length': Buffer.byteLength(body) }),
    ...asked.headers,
  };
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, agent, method, path: target, headers });
    sent.on('error', reject).on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
      response.on('end', () => {
        const type = response.headers['content-type'] ?? '';
        const text = Buffer.concat(chunks).toString();
        resolve({ method, target, status: response.statusCode ?? 0, contentType: type, text });
      });
    });
    sent.end(body);
  });
}
