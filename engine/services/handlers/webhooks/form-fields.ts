import { EngineError } from '../../../contract/errors.ts';

/** More than senders have: GitHub sends one, a command of Slack a dozen. */
const MAX_FIELDS = 1000;

export type FormFields = Readonly<Record<string, string | readonly string[]>>;

/**
 * The fields of a form by name, in their order; one that is sent several times is a list.
 *
 * @throws EngineError `payload_too_large`.
 */
export function formFields(body: Uint8Array): FormFields {
  const fields = new Map<string, string | string[]>();
  let count = 0;
  for (const [name, value] of new URLSearchParams(Buffer.from(body).toString())) {
    count += 1;
    if (count > MAX_FIELDS) throw tooMany();
    const before = fields.get(name);
    if (Array.isArray(before)) before.push(value);
    else fields.set(name, before === undefined ? value : [before, value]);
  }
  return Object.fromEntries(fields);
}

function tooMany(): EngineError {
  const message = `The body has more than ${MAX_FIELDS} fields. Send a smaller form.`;
  return new EngineError('payload_too_large', message);
}
