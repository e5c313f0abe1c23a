import { EngineError } from '../../../contract/errors.ts';
import { newDagRunId } from '../../../contract/fields.ts';
import { isJsonObject, parseJson } from '../../../dag/json-text.ts';
import { jsonExcess, type JsonBounds } from '../../../lib/json-bounds.ts';
import { formFields } from './form-fields.ts';

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
  const { text, value } = readJson(body, 'The body');
  if (text.trim() === '') return { payload: '{}', dagRunId: undefined };
  return isFields(value) ? payloadOfFields(value, text) : { payload: text, dagRunId: undefined };
}

/**
 * The same of a form: its field `payload` is JSON, as GitHub and Slack send it. Without one, as in a command of Slack, the
 * fields are the payload.
 *
 * @throws EngineError as `readWebhookPayload`, and `payload_too_large` for one with too many fields.
 */
export function readFormPayload(body: Uint8Array): WebhookPayload {
  const fields = formFields(body);
  const { payload = null } = fields;
  if (payload === null) return payloadOfFields(fields, compact(fields));
  if (typeof payload !== 'string') throw refusal('payload', 'is sent more than once');
  const { value = null } = readJson(Buffer.from(payload), 'The field payload of the form');
  return payloadOfFields({ ...fields, payload: value }, payload);
}

interface ReadJson {
  readonly text: string;
  /** Undefined where the text is blank. */
  readonly value: unknown;
}

/** `what` it is, as the beginning of a sentence. */
function readJson(bytes: Uint8Array, what: string): ReadJson {
  const excess = jsonExcess(bytes, BOUNDS);
  if (excess !== null) {
    throw new EngineError('payload_too_large', `${what} ${excess}. Send a smaller payload.`);
  }
  const text = textOf(bytes, what);
  const value = parseJson(text);
  if (value === undefined && text.trim() !== '') throw notJson(what);
  return { text, value };
}

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return isJsonObject(value) && !Array.isArray(value);
}

/** `text` is the payload where none of the fields is. */
function payloadOfFields(fields: Fields, text: string): WebhookPayload {
  const dagRunId = Object.hasOwn(fields, 'dagRunId') ? runIdOf(fields['dagRunId']) : undefined;
  return { payload: Object.hasOwn(fields, 'payload') ? payloadOf(fields) : text, dagRunId };
}

function payloadOf(fields: Fields): string {
  const { payload, ...rest } = fields;
  if (payload === null) return compact(rest);
  if (isFields(payload)) return compact(payload);
  throw refusal('payload', 'must be a JSON object, or omitted');
}

function textOf(body: Uint8Array, what: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch (cause) {
    throw notJson(what, cause);
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

function notJson(what: string, cause?: unknown): EngineError {
  return new EngineError('bad_request', `${what} is not JSON.`, { cause });
}
