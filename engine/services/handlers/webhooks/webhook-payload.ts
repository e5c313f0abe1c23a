import { EngineError } from '../../../contract/errors.ts';
import { newDagRunId } from '../../../contract/fields.ts';
import { isJsonObject, parseJson } from '../../../dag/json-text.ts';
import { jsonExcess, type JsonBounds } from '../../../lib/json-bounds.ts';

/** What the body of a request to a webhook says. */
export interface WebhookPayload {
  /** JSON text: the value of `WEBHOOK_PAYLOAD`. */
  readonly payload: string;
  readonly dagRunId: string | undefined;
}

/** More than senders have to say: their bodies are large for their texts. */
const BOUNDS: JsonBounds = { values: 50_000, depth: 500 };

/**
 * Reads a body: the field `payload` of an object, itself an object, made compact;
 * any other JSON as it was sent; `{}` where nothing was sent. A `payload` of null is one that was left out.
 *
 * @throws EngineError `payload_too_large` for one with too many parts, `bad_request` for what is no JSON, for another `payload`, and for an id that no run can have.
 */
export function readWebhookPayload(body: Uint8Array): WebhookPayload {
  const excess = jsonExcess(body, BOUNDS);
  if (excess !== null) {
    throw new EngineError('payload_too_large', `The body ${excess}. Send a smaller payload.`);
  }
  const text = textOf(body);
  if (text.trim() === '') return { payload: '{}', dagRunId: undefined };
  const value = parseJson(text);
  if (value === undefined) throw notJson();
  if (!isJsonObject(value) || Array.isArray(value)) return { payload: text, dagRunId: undefined };
  const dagRunId = Object.hasOwn(value, 'dagRunId') ? runIdOf(value['dagRunId']) : undefined;
  return { payload: Object.hasOwn(value, 'payload') ? payloadOf(value) : text, dagRunId };
}

function payloadOf(body: Readonly<Record<string, unknown>>): string {
  const { payload, ...rest } = body;
  if (payload === null) return compact(rest);
  if (isJsonObject(payload) && !Array.isArray(payload)) return compact(payload);
  throw refusal('payload', 'must be a JSON object, or omitted');
}

function textOf(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch (cause) {
    throw notJson(cause);
  }
}

function runIdOf(value: unknown): string {
  const parsed = newDagRunId.safeParse(value);
  if (parsed.success) return parsed.data;
  throw refusal('dagRunId', parsed.error.issues[0]?.message ?? 'is not valid');
}

function refusal(field: string, reason: string): EngineError {
  return new EngineError('bad_request', `${field}: ${reason}`, {
    details: { fields: { [field]: reason } },
  });
}

function compact(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (cause) {
    throw new EngineError('bad_request', 'The payload is nested too deeply.', { cause });
  }
}

function notJson(cause?: unknown): EngineError {
  return new EngineError('bad_request', 'The body is not JSON.', { cause });
}
