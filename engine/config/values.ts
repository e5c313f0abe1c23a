import { z } from 'zod';
import { shape } from '../contract/shape.ts';
import { parseDurationMs } from '../lib/duration.ts';

/**
 * The kinds of value that a key can have; those of one group of keys stand in files of their own. Each accepts what YAML
 * gives (numbers, booleans, lists) and the text that flags and the environment give. A message ends the sentence "`key` …",
 * the description stands in the reference.
 */
export const path = shape(() =>
  z
    .string('must be a path')
    .min(1, 'must not be empty')
    .refine((text) => !text.includes('\0'), 'must not contain a NUL character')
    .describe('path'),
);

export const yesOrNo = shape(() =>
  z
    .preprocess((value) => truthOf(value) ?? value, z.boolean('must be true or false'))
    .describe('true or false'),
);
const truthWords = new Map([
  ...['true', 'yes', 'on', '1'].map((word) => [word, true] as const),
  ...['false', 'no', 'off', '0'].map((word) => [word, false] as const),
]);

/** Not of a list or a map, though its text may be such a word. */
function truthOf(value: unknown): boolean | undefined {
  return typeof value === 'object' ? undefined : truthWords.get(String(value).toLowerCase());
}

/** One of a few words. */
export function oneOf<const W extends readonly [string, ...string[]]>(...words: W) {
  const list =
    words.length === 1 ? words[0] : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
  return shape(() => z.enum(words, `must be ${list}`).describe(list));
}

export const optionalText = shape(() =>
  z
    .string('must be text')
    .max(100, 'must have at most 100 characters')
    .transform((text) => (text.trim() === '' ? null : text.trim()))
    .describe('text'),
);

/** A name must be seen. */
export const visibleText = shape(() =>
  z
    .string('must be text')
    .regex(/[^\s\p{C}]/u, 'must not be blank')
    .describe('text'),
);

export const filledText = shape(() =>
  z.string('must be text').min(1, 'must not be empty').describe('text'),
);

/** With the slash at its end, if there is one: providers compare every letter. */
export const issuerAddress = shape(() =>
  z
    .string('must be an address that starts with https:// or http://')
    .refine(
      (text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''),
      'must be an address that starts with https:// or http://',
    )
    .refine(isPlainAddress, 'must be an address without credentials, query or fragment')
    .describe('http(s) address'),
);

export const webAddress = shape(() =>
  issuerAddress()
    .transform((text) => text.replace(/\/+$/, ''))
    .describe('http(s) address'),
);

/** Texts as a list, or as one text with commas. */
export const textList = shape(() =>
  z
    .preprocess(
      (value) => (typeof value === 'string' ? value.split(',').map((part) => part.trim()) : value),
      z
        .array(z.string('must be a list of texts'), 'must be a list of texts')
        .transform((list) => list.filter((text) => text !== '')),
    )
    .describe('list of texts'),
);

export const yesNoAuto = shape(() =>
  z
    .preprocess(
      (value) => {
        const word = truthOf(value);
        return word === undefined ? value : word ? 'on' : 'off';
      },
      z.enum(['auto', 'on', 'off'], 'must be true, false or auto'),
    )
    .describe('true, false or auto'),
);

/** A number, or a text of digits as the environment gives it. */
export function wholeNumber({ least }: { readonly least: number }) {
  const rule = `must be a whole number of at least ${least}`;
  return shape(() =>
    z
      .preprocess(
        (value) => (typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value),
        z.int(rule).min(least, rule),
      )
      .describe(`whole number of at least ${least}`),
  );
}

/** Milliseconds of a text such as `24h`, from `least` on. */
export function duration({ leastMs, least }: { readonly leastMs: number; readonly least: string }) {
  const rule = `must be a duration such as 30s or 24h, and at least ${least}`;
  return shape(() =>
    z
      .string(rule)
      .transform((text) => parseDurationMs(text) ?? 0)
      .refine((ms) => ms >= leastMs, rule)
      .describe('duration such as `30s` or `24h`'),
  );
}

/** Whoever may read sees addresses, and paths are put behind them. */
function isPlainAddress(text: string): boolean {
  const { username = '', password = '', search = '', hash = '' } = URL.parse(text) ?? {};
  return [username, password, search, hash].every((part) => part === '');
}
