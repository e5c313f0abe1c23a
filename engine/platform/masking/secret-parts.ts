import { encodedForms } from './encoded-forms.ts';

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

/** A called run's result is JSON in the JSON of its caller's: a secret may be written as a string in a string. */
const JSON_LEVELS = 4;
/** Every level may be twice as long as the one before; longer texts are known by one alone. */
const LONGEST_NESTED = 8 * 1024;

/**
 * The texts that must not be seen: each value, without white space at its ends too, its lines, and all of them as JSON
 * strings write them, and strings within those; and each value as it is encoded (`encoded-forms`). The first secret that has a text owns it. The result depends on the
 * secrets alone: sealed texts name parts and are read again after a restart.
 */
export function secretParts(secrets: readonly MaskSecret[]): readonly SecretPart[] {
  const parts = new Map<string, SecretPart>();
  for (const secret of secrets) {
    for (const [part, text] of textsOf(secret.value)) {
      if (text === '' || parts.has(text)) continue;
      parts.set(text, { secret, part, bytes: Buffer.from(text) });
    }
  }
  return [...parts.values()];
}

/** The text of one part of a value; undefined where there is no such part. */
export function textOfPart(value: string, part: string): string | undefined {
  for (const [name, text] of textsOf(value)) {
    if (name === part) return text;
  }
  return undefined;
}

function* textsOf(value: string): Generator<readonly [part: string, text: string]> {
  yield ['', value];
  const lines = value.split('\n');
  // The lines stand for a value of many in whatever it is written.
  yield* asJson('json', value, lines.length === 1);
  yield ['trimmed', value.trim()];
  yield* encodedForms(value.trim());
  if (lines.length === 1) return;
  for (const [index, line] of lines.entries()) {
    const text = line.replace(/\r$/, '');
    if (text.length < SHORTEST_LINE) continue;
    yield [`line${index + 1}`, text];
    yield* asJson(`json${index + 1}`, text, true);
  }
}

function* asJson(
  part: string,
  value: string,
  nested: boolean,
): Generator<readonly [part: string, text: string]> {
  const levels = nested && value.length <= LONGEST_NESTED ? JSON_LEVELS : 1;
  let text = value;
  for (let level = 1; level <= levels; level++) {
    const written = JSON.stringify(text).slice(1, -1);
    if (level > 1 && written === text) return;
    text = written;
    yield [level === 1 ? part : `${part}_${level}`, text];
  }
}
