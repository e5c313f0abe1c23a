import { mappingAt, partsOf, propertyOf, type Schema } from './schema-docs.ts';

/** A value that the schema offers. */
export interface WordDoc {
  readonly word: string;
  readonly description: string;
}

/** Where the value of a line begins, after its key or the dash of its item; undefined for a line that has none. */
export function valueStart(text: string): number | undefined {
  return /^\s*(?:(?:- +)*[\w.-]+:|(?:- *)*-)(?:\s+|$)/.exec(text)?.[0].length;
}

/** The values that the schema offers in a line, counted from 0: beside its key, or as an item of a list. */
export function wordsAt(
  schema: Schema,
  lines: readonly string[],
  line: number,
): readonly WordDoc[] {
  const text = lines[line] ?? '';
  const [, indent = '', key] = /^(\s*(?:- +)*)([\w.-]+):(?:\s|$)/.exec(text) ?? [];
  const context = { root: schema, type: undefined };
  const values =
    key === undefined
      ? itemPlaces(schema, lines, line)
      : mappingAt(schema, lines.with(line, `${indent}${key}:`), line)
          .flatMap((place) => propertyOf(place, key))
          .flatMap((place) => partsOf(place, context));
  const words = new Map<string, string>();
  for (const { const: word, description } of values) {
    if (typeof word === 'string' && typeof description === 'string') words.set(word, description);
  }
  return [...words].map(([word, description]) => ({ word, description }));
}

/** An item is looked up as a key in its place would be. */
function itemPlaces(schema: Schema, lines: readonly string[], line: number): readonly Schema[] {
  const indent = /^\s*(?:- *)*-(?= |$)/.exec(lines[line] ?? '')?.[0];
  return indent === undefined ? [] : mappingAt(schema, lines.with(line, `${indent} x:`), line);
}

const WEEKDAYS = /SUN|MON|TUE|WED|THU|FRI|SAT/g;
/** Two words of one form differ in their numbers and days only. */
const formOf = (word: string): string =>
  word.toUpperCase().replace(WEEKDAYS, '0').replace(/\d+/g, '0');

/** What is said of a word within a value: of the whole value, or of a part of one that has a sign of the same form. */
export function docOfWord(words: readonly WordDoc[], word: string): WordDoc | undefined {
  const whole = words.find((one) => one.word === word.toLowerCase());
  if (whole !== undefined || !/[LW#]/i.test(word)) return whole;
  return words.find((one) => one.word.split(' ').some((part) => formOf(part) === formOf(word)));
}
