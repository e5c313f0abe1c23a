import { bytesInOthers } from '../../lib/text-encoding.ts';
import { encodedForms, type NamedForm } from './encoded-forms.ts';
import { quotedForms } from './quoted-forms.ts';

/** A secret and the run that it belongs to. */
export interface MaskSecret {
  readonly runKey: string;
  readonly name: string;
  readonly value: string;
}

/** One text by which a secret would be known. */
export interface SecretPart {
  readonly secret: MaskSecret;
  /** Empty: the whole value. */
  readonly part: string;
  readonly bytes: Buffer;
}

/** A shorter line (`}`, `end`) tells nothing and would mask half of a log. */
const SHORTEST_LINE = 4;

/** A shorter text of a secret that is JSON is a word that stands for other things as well. */
const SHORTEST_JSON_TEXT = 8;
/** JSON that is longer has more texts than can be looked for at once. */
const LONGEST_JSON = 16 * 1024;

/** A called run's result is JSON in the JSON of its caller's: a secret may be written as a string in a string. */
const JSON_LEVELS = 4;
/** Every level may be twice as long as the one before; longer texts are known by one alone. */
const LONGEST_NESTED = 8 * 1024;

/**
 * The texts that must not be seen: each value, without white space at its ends too, its lines with and without their
 * indentation, the texts in it where it is JSON, all of them as JSON strings write them, and strings within those; and
 * each as it is encoded (`encoded-forms`) and quoted (`quoted-forms`). The first secret that has a text owns it. The
 * result depends on the secrets alone: sealed texts name parts and are read again after a restart.
 */
export function secretParts(secrets: readonly MaskSecret[]): readonly SecretPart[] {
  const parts = new Map<string, SecretPart>();
  for (const secret of secrets) {
    for (const [part, text] of textsOf(secret.value)) {
      if (text === '' || parts.has(text)) continue;
      parts.set(text, { secret, part, bytes: Buffer.from(text) });
    }
  }
  return [...parts.values(), ...secrets.flatMap(inOtherEncodings)];
}

/** A value that is not all ASCII, and its lines, as programs of other encodings print them. */
function inOtherEncodings(secret: MaskSecret): readonly SecretPart[] {
  const texts = [...formsOf(secret.value)].filter(([part]) =>
    /^(?:trimmed|line\d+_trimmed)$/.test(part),
  );
  return texts.flatMap(([part, text]) =>
    bytesInOthers(text).map((bytes) => ({ secret, part, bytes })),
  );
}

/** The text of one part of a value; undefined where there is no such part. */
export function textOfPart(value: string, part: string): string | undefined {
  for (const [name, text] of textsOf(value)) {
    if (name === part) return text;
  }
  return undefined;
}

function* textsOf(value: string): Generator<NamedForm> {
  yield* formsOf(value);
  for (const [index, text] of jsonTexts(value).entries()) {
    for (const [name, form] of formsOf(text)) yield [`text${index + 1}_${name}`, form];
  }
}

function* formsOf(value: string): Generator<NamedForm> {
  yield ['', value];
  const lines = value.split('\n');
  // The lines stand for a value of many in whatever it is written.
  yield* asJson('json', value, lines.length === 1);
  yield ['trimmed', value.trim()];
  yield* encodedForms(value.trim());
  yield* quotedForms(value.trim());
  if (lines.length === 1) return;
  for (const [index, line] of lines.entries()) {
    const text = line.replace(/\r$/, '');
    if (text.trim().length < SHORTEST_LINE) continue;
    for (const [end, form] of Object.entries({ '': text, _trimmed: text.trim() })) {
      yield [`line${index + 1}${end}`, form];
      yield* asJson(`json${index + 1}${end}`, form, true);
    }
  }
}

/** What a program that reads a secret of JSON prints of it. */
function jsonTexts(value: string): readonly string[] {
  if (!/^\s*[[{"]/.test(value) || value.length > LONGEST_JSON) return [];
  const texts: string[] = [];
  try {
    JSON.parse(value, (_key, part: unknown) => {
      if (typeof part === 'string' && part.length >= SHORTEST_JSON_TEXT) texts.push(part);
    });
  } catch {
    return []; // It only looks like JSON.
  }
  return texts;
}

function* asJson(part: string, value: string, nested: boolean): Generator<NamedForm> {
  const levels = nested && value.length <= LONGEST_NESTED ? JSON_LEVELS : 1;
  let text = value;
  for (let level = 1; level <= levels; level++) {
    const written = JSON.stringify(text).slice(1, -1);
    if (level > 1 && written === text) return;
    text = written;
    yield [level === 1 ? part : `${part}_${level}`, text];
  }
}
