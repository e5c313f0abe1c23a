import { EngineError } from '../contract/errors.ts';
import { jsonExcess, type JsonBounds } from '../lib/json-bounds.ts';

/** More than any operation takes. What a body is made of costs time as its bytes do: reading it, naming each wrong part. */
const BOUNDS: JsonBounds = { values: 10_000, depth: 100 };
/** Fields side by side that no operation knows are copied all the same. */
const MAX_FIELDS = 1000;

/**
 * Refuses a JSON body that would take long although it is small, before it is parsed.
 *
 * @throws EngineError `payload_too_large`.
 */
export function checkBody(bytes: Uint8Array): void {
  const excess = jsonExcess(bytes, BOUNDS);
  if (excess !== null) throw tooLarge(excess);
}

/** @throws EngineError `payload_too_large`. */
export function checkFieldCount(body: object): void {
  if (Object.keys(body).length > MAX_FIELDS) throw tooLarge(`has more than ${MAX_FIELDS} fields`);
}

function tooLarge(excess: string): EngineError {
  return new EngineError('payload_too_large', `The body ${excess}. Send less at a time.`);
}
