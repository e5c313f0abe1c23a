/**
 * Reads JSON so that numbers keep their text: `1.50` and integers of twenty digits print as they were written.
 * Undefined for text that is no JSON, or nested too deep to walk.
 */
export function parseJson(text: string): unknown {
  try {
    return HAS_DELICATE_NUMBER.test(text)
      ? JSON.parse(text, keepNumberText as Reviver)
      : JSON.parse(text);
  } catch {
    // SyntaxError: no JSON. RangeError: too deep for the call stack.
    return undefined;
  }
}

/** The text of a parsed value: texts bare, null and undefined empty, all else compact JSON. */
export function jsonValueText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  try {
    return JSON.stringify(value);
  } catch {
    // Only nesting beyond the call stack gets here.
    return '';
  }
}

/** Whether it is an object of the JSON text, and not the stand-in for a number. */
export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !raw.isRawJSON(value);
}

/** Only these change on the way through a JavaScript number; telling them spares the slower way for all others. */
const HAS_DELICATE_NUMBER = /\d{16}|\.\d*0(?!\d)|\d[eE]|-0/;

// In the language since 2025, but not yet in TypeScript's library.
type Reviver = (this: unknown, key: string, value: unknown) => unknown;
const raw = JSON as unknown as {
  readonly rawJSON: (text: string) => unknown;
  readonly isRawJSON: (value: unknown) => boolean;
};

function keepNumberText(
  _key: string,
  value: unknown,
  context: { readonly source?: string },
): unknown {
  return typeof value === 'number' && context.source !== undefined
    ? raw.rawJSON(context.source)
    : value;
}
