import { misfitOf, type GivenAnswer } from '../../../support/contract/check-answer.ts';
import type { HostileRequest } from '../../../support/contract/hostile-request.ts';
import { sendRequest, type Addressed } from '../../../support/contract/send-request.ts';

/** The most that an engine answers. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Beyond these the engine answers before it has read all, and ends the connection: the answer may be lost with it. */
const [LONG_BODY, LONG_TARGET] = [1_000_000, 12_000];

/** Limits by which a healthy engine may refuse with 503. */
const namedLimits = [
  /^No coordinator is running/,
  /^The file of DAG .* is being written/,
  /^Git sync is not configured$/,
  /^(?:Cannot use the|The) keychain /,
];

/** What is wrong with the answer to a request; empty when nothing is. */
export async function faultOf(asked: HostileRequest, to: Addressed): Promise<string> {
  try {
    return faultOfAnswer(await sendRequest(asked, to));
  } catch (error) {
    const isOversized =
      Buffer.byteLength(asked.body ?? '') > LONG_BODY || asked.target.length > LONG_TARGET;
    return isOversized ? '' : `${asked.method} ${asked.target} got no answer: ${String(error)}`;
  }
}

const statuses: Record<number, number> = {};

/** How many answers had which status since the last question. */
export function takeStatuses(): Readonly<Record<number, number>> {
  const taken = { ...statuses };
  for (const status of Object.keys(taken)) delete statuses[Number(status)];
  return taken;
}

function faultOfAnswer(answer: GivenAnswer): string {
  const { method, target, status, text } = answer;
  statuses[status] = (statuses[status] ?? 0) + 1;
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
