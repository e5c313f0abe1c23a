import type { IncomingHttpHeaders } from 'node:http';
import { EngineError } from '../contract/errors.ts';
import { FORM_TYPE, isForm } from '../contract/form-type.ts';

/**
 * Refuses a body by what its headers say of it, before any of it is read: what passes is JSON in UTF-8, byte for byte as
 * it was sent, and a form where one `mayBeForm`. A page may send forms and plain text without asking first; a text of another
 * charset would mean something else to whoever looked at it on its way; what is compressed could grow past any limit.
 *
 * @throws EngineError `unsupported_media_type`
 */
export function checkBodyHeaders(
  headers: IncomingHttpHeaders,
  { mayBeForm }: { readonly mayBeForm: boolean },
): void {
  if (!hasBody(headers)) return;
  const contentType = headers['content-type'] ?? '';
  const type = mayBeForm && isForm(contentType) ? FORM_TYPE : 'application/json';
  const parameters = parametersOf(type, contentType);
  if (parameters === null) throw notJson();
  if (!isUtf8(parameters)) throw otherCharset();
  if (isEncoded(headers)) throw encoded();
}

/** Whether a body follows, were it one without a byte in chunks. */
export function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

type Parameter = readonly [name: string, value: string];

/** As RFC 9110 writes one, an empty one included. */
const nextParameter =
  /;[ \t]*(?:([\w!#$%&'*+.^`|~-]+)=([\w!#$%&'*+.^`|~-]+|"(?:[^"\\]|\\.)*"))?[ \t]*/y;

/** The parameters of a media type; null where that is another one, or not written as one. */
function parametersOf(type: string, contentType: string): readonly Parameter[] | null {
  if (contentType.slice(0, type.length).toLowerCase() !== type) return null;
  const found: Parameter[] = [];
  let at = type.length + (/^[ \t]*/.exec(contentType.slice(type.length))?.[0].length ?? 0);
  while (at < contentType.length) {
    nextParameter.lastIndex = at;
    const match = nextParameter.exec(contentType);
    if (match === null) return null;
    const [whole, name, value] = match;
    if (name !== undefined && value !== undefined) found.push([name.toLowerCase(), value]);
    at += whole.length;
  }
  return found;
}

/** One charset at most, by its one name: two, or one in another notation, others may read as another. */
function isUtf8(parameters: readonly Parameter[]): boolean {
  const charsets = parameters.filter(([name]) => name.startsWith('charset'));
  return charsets.every(([name, value]) => {
    return charsets.length === 1 && name === 'charset' && /^(?:utf-8|"utf-8")$/i.test(value);
  });
}

function isEncoded(headers: IncomingHttpHeaders): boolean {
  const { 'content-encoding': content = '', 'transfer-encoding': transfer = 'chunked' } = headers;
  return !/^(?:identity)?$/i.test(content) || !/^chunked$/i.test(transfer);
}

function notJson(): EngineError {
  return new EngineError(
    'unsupported_media_type',
    'The body must be JSON, with the header Content-Type: application/json.',
  );
}

function otherCharset(): EngineError {
  return new EngineError(
    'unsupported_media_type',
    'The body must be JSON in UTF-8. Leave the charset out of the header Content-Type, or name utf-8.',
  );
}

function encoded(): EngineError {
  return new EngineError(
    'unsupported_media_type',
    'The body must not be compressed. Send it without the header Content-Encoding.',
  );
}
