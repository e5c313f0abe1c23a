import { isDeepStrictEqual } from 'node:util';
import { choiceText, type ReadSchema } from './param-schema.ts';
import { matchesWhole, parsePattern } from './pattern.ts';
import { shortened } from './shortened.ts';

/**
 * What single keywords of a schema say against a value, in words; null where they say nothing. What hangs together over
 * several places (references, alternatives) is asked at the start: what is refused here is refused there too.
 */
export function plainRefusal(schema: ReadSchema, value: unknown): string | null {
  // Draft 07 reads nothing beside a reference.
  if (Object.hasOwn(schema, '$ref')) return null;
  for (const [keyword, check] of keywords) {
    const rule = schema[keyword];
    if (rule !== undefined && !check.isKept(rule, value, schema)) return check.words(rule);
  }
  return null;
}

/** The same for a value that is written as text, which counts as the JSON that it reads as where the schema takes no text. */
export function plainTextRefusal(schema: ReadSchema, text: string): string | null {
  const refusal = plainRefusal(schema, text);
  if (refusal === null) return null;
  const value = jsonOf(text);
  const isOther = value !== undefined && typeof value !== 'string' && wantsNoText(schema, text);
  return isOther ? plainRefusal(schema, value) : refusal;
}

function wantsNoText({ type, enum: choices, const: only }: ReadSchema, text: string): boolean {
  if (type !== undefined && !isOfTypes(type, text)) return true;
  const values = [...(Array.isArray(choices) ? (choices as unknown[]) : []), only ?? ''];
  return values.some((value) => typeof value !== 'string');
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // No JSON: it is a text.
    return undefined;
  }
}

interface Check {
  readonly isKept: (rule: unknown, value: unknown, schema: ReadSchema) => boolean;
  /** What a value must be. */
  readonly words: (rule: unknown) => string;
}

const ofNumbers = (words: string, isKept: (value: number, bound: number) => boolean): Check => ({
  isKept: (rule, value) =>
    typeof value !== 'number' || typeof rule !== 'number' || isKept(value, rule),
  words: (rule) => `${words} ${String(rule)}`,
});

const ofLengths = (
  words: (rule: string) => string,
  lengthOf: (value: unknown) => number | null,
  isKept: (length: number, bound: number) => boolean,
): Check => ({
  isKept: (rule, value) => {
    const length = lengthOf(value);
    return length === null || typeof rule !== 'number' || isKept(length, rule);
  },
  words: (rule) => words(String(rule)),
});

const lettersOf = (value: unknown): number | null =>
  typeof value === 'string' ? [...value].length : null;
const itemsOf = (value: unknown): number | null => (Array.isArray(value) ? value.length : null);
const atLeast = (length: number, bound: number): boolean => length >= bound;
const atMost = (length: number, bound: number): boolean => length <= bound;

const keywords: ReadonlyMap<string, Check> = new Map([
  [
    'type',
    {
      isKept: (rule, value, { nullable }) =>
        isOfTypes(rule, value) || (nullable === true && value === null),
      words: (rule) => `must be of type ${[rule].flat().join(' or ')}`,
    },
  ],
  [
    'enum',
    {
      isKept: (rule, value) =>
        !Array.isArray(rule) || rule.some((one) => isDeepStrictEqual(one, value)),
      words: (rule) =>
        `must be one of ${shortened((rule as unknown[]).map(choiceText).join(', '))}`,
    },
  ],
  [
    'const',
    {
      isKept: (rule, value) => isDeepStrictEqual(rule, value),
      words: (rule) => `must be ${shortened(choiceText(rule))}`,
    },
  ],
  ['minimum', ofNumbers('must be at least', atLeast)],
  ['maximum', ofNumbers('must be at most', atMost)],
  ['exclusiveMinimum', ofNumbers('must be more than', (value, bound) => value > bound)],
  ['exclusiveMaximum', ofNumbers('must be less than', (value, bound) => value < bound)],
  ['minLength', ofLengths((rule) => `must have at least ${rule} characters`, lettersOf, atLeast)],
  ['maxLength', ofLengths((rule) => `must have at most ${rule} characters`, lettersOf, atMost)],
  ['minItems', ofLengths((rule) => `must have at least ${rule} items`, itemsOf, atLeast)],
  ['maxItems', ofLengths((rule) => `must have at most ${rule} items`, itemsOf, atMost)],
  [
    'pattern',
    {
      isKept: (rule, value) => typeof value !== 'string' || isMatch(String(rule), value),
      words: (rule) => `must match ${shortened(String(rule))}`,
    },
  ],
] satisfies readonly (readonly [string, Check])[]);

/** A wrong expression is told where it stands, and a text that is too long for it at the start. */
function isMatch(source: string, value: string): boolean {
  try {
    return matchesWhole(parsePattern(`re:${source}`), value);
  } catch {
    return true;
  }
}

function isOfTypes(rule: unknown, value: unknown): boolean {
  return [rule].flat().some((type) => isOfType(type, value));
}

function isOfType(type: unknown, value: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    case 'string':
    case 'number':
    case 'boolean':
      return typeof value === type;
    default:
      return true;
  }
}
