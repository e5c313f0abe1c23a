import type { JsonSchema } from '../fields/field.ts';

/** 2³¹ - 1: what a number without a bound of its own may be at most. */
const LARGEST = 2 ** 31 - 1;
const MAX_WORDS = 8;

/** What a value may be, in words for people: "text or list of texts". Null goes without saying. */
export function typeWords(schema: JsonSchema): string {
  const words = alternatives(schema);
  if (words.length === 0) return 'map';
  return words.some((word) => word.includes(' or ')) ? words.join(', or ') : orOf(words);
}

/** The branches of a schema that say something else each. */
export function branches(schema: JsonSchema): readonly JsonSchema[] {
  const { anyOf } = schema;
  return Array.isArray(anyOf) ? (anyOf as readonly JsonSchema[]).flatMap(branches) : [schema];
}

function alternatives(schema: JsonSchema): readonly string[] {
  return [...new Set(branches(schema).flatMap(wordsOf))];
}

function wordsOf(schema: JsonSchema): readonly string[] {
  if (schema.$ref !== undefined) return ['step'];
  if (Array.isArray(schema.enum)) return [enumWords(schema.enum)];
  const types = [schema.type ?? []].flat().map(String);
  // Numbers and booleans are taken for the text that they are written as.
  const isText = types.includes('string');
  const rest = isText ? types.filter((type) => type !== 'number' && type !== 'boolean') : types;
  return rest.filter((type) => type !== 'null').map((type) => wordOf(type, schema));
}

function wordOf(type: string, schema: JsonSchema): string {
  switch (type) {
    case 'string':
      return 'text';
    case 'boolean':
      return '`true` or `false`';
    case 'integer':
      return `integer${bounds(schema)}`;
    case 'number':
      return `number${bounds(schema)}`;
    case 'array':
      return `list${ofItems(schema.items)}`;
    default:
      return `map${ofItems(schema.additionalProperties)}`;
  }
}

function ofItems(items: unknown): string {
  if (typeof items !== 'object' || items === null) return '';
  const kinds = alternatives(items as JsonSchema).map((word) => word.replace(/^[a-z]+/, '$&s'));
  return kinds.length === 0 ? '' : ` of ${kinds.join(' and ')}`;
}

function bounds({ minimum, exclusiveMinimum, maximum }: JsonSchema): string {
  if (typeof exclusiveMinimum === 'number') return ` above ${exclusiveMinimum}`;
  if (typeof minimum !== 'number') return '';
  const hasEnd = typeof maximum === 'number' && maximum < LARGEST;
  return hasEnd ? ` from ${minimum} to ${maximum}` : ` from ${minimum}`;
}

function enumWords(values: readonly unknown[]): string {
  const words = [
    ...new Set(values.filter((value) => value !== null).map((value) => `\`${String(value)}\``)),
  ];
  if (words.length <= MAX_WORDS) return orOf(words);
  return `${words.slice(0, 3).join(', ')} or another of ${words.length}`;
}

function orOf(words: readonly string[]): string {
  const last = words.at(-1);
  if (last === undefined) return '';
  return words.length === 1 ? last : `${words.slice(0, -1).join(', ')} or ${last}`;
}
