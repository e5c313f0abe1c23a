import { paramFormats } from './param-formats.ts';
import { isJsonObject } from './json-text.ts';
import { matchesWhole, parsePattern } from './pattern.ts';

/**
 * Why a JSON Schema refuses a value, in words; null: it does not, as far as this can tell. It knows the keywords that speak of
 * one value by itself, and references within the schema. All others are for the start, which asks the whole schema.
 */
export function schemaObjection(value: unknown, schema: unknown, root: unknown): string | null {
  return objection(value, schema, { root, depth: 0 });
}

/** Whether `schemaObjection` finds all that a schema refuses in a value by itself, and nothing asks for more than one value. */
export function judgesAll(schema: unknown): boolean {
  if (!isJsonObject(schema)) return true;
  return Object.entries(schema).every(([keyword, wanted]) => {
    if (ofMaps.has(keyword)) return Object.values(wanted as object).every(judgesAll);
    if (ofLists.has(keyword)) return listOf(wanted).every(judgesAll);
    if (keyword === 'items' || keyword === 'additionalProperties') return judgesAll(wanted);
    return judged.has(keyword);
  });
}

const ofMaps = new Set(['properties', '$defs', 'definitions']);
const ofLists = new Set(['allOf', 'anyOf']);

interface Place {
  readonly root: unknown;
  /** A schema may refer to itself. */
  readonly depth: number;
}

const DEEPEST = 50;

function objection(value: unknown, schema: unknown, place: Place): string | null {
  if (schema === false) return 'is not allowed';
  if (place.depth > DEEPEST || !isJsonObject(schema)) return null;
  const inner = { ...place, depth: place.depth + 1 };
  for (const [keyword, wanted] of Object.entries(schema)) {
    const found = keywords[keyword]?.(value, wanted, inner) ?? null;
    if (found !== null) return found;
  }
  return propertyObjection(value, schema, inner);
}

type Keyword = (value: unknown, wanted: unknown, place: Place) => string | null;

const shown = (value: unknown): string => JSON.stringify(value);
const same = (one: unknown, other: unknown): boolean => shown(one) === shown(other);

/** A rule about values of one kind; others keep to it. */
function rule<T>(
  take: (value: unknown) => T | undefined,
  holds: (value: T, limit: number) => boolean,
  words: string,
): Keyword {
  return (value, wanted) => {
    const own = take(value);
    const isKept = own === undefined || typeof wanted !== 'number' || holds(own, wanted);
    return isKept ? null : words.replace('#', String(wanted));
  };
}

const number = (value: unknown) => (typeof value === 'number' ? value : undefined);
const length = (value: unknown) => (typeof value === 'string' ? [...value].length : undefined);
const size = (value: unknown) => (Array.isArray(value) ? value.length : undefined);

const keywords: Readonly<Record<string, Keyword>> = {
  type: (value, wanted) => {
    const types = [wanted].flat();
    return types.some((type) => isOfType(value, type)) ? null : `must be ${types.join(' or ')}`;
  },
  enum: (value, wanted) =>
    !Array.isArray(wanted) || wanted.some((each) => same(each, value))
      ? null
      : `must be one of ${wanted.map(shown).join(', ')}`,
  const: (value, wanted) => (same(value, wanted) ? null : `must be ${shown(wanted)}`),
  minimum: rule(number, (own, limit) => own >= limit, 'must be at least #'),
  maximum: rule(number, (own, limit) => own <= limit, 'must be at most #'),
  exclusiveMinimum: rule(number, (own, limit) => own > limit, 'must be more than #'),
  exclusiveMaximum: rule(number, (own, limit) => own < limit, 'must be less than #'),
  multipleOf: rule(number, (own, step) => isMultiple(own, step), 'must be a multiple of #'),
  minLength: rule(length, (own, limit) => own >= limit, 'must have at least # characters'),
  maxLength: rule(length, (own, limit) => own <= limit, 'must have at most # characters'),
  minItems: rule(size, (own, limit) => own >= limit, 'must have at least # items'),
  maxItems: rule(size, (own, limit) => own <= limit, 'must have at most # items'),
  pattern: (value, wanted) =>
    typeof value !== 'string' || typeof wanted !== 'string' || matches(wanted, value)
      ? null
      : `must match ${wanted}`,
  format: (value, wanted) => {
    const format = formats.get(String(wanted));
    return typeof value !== 'string' || format === undefined || format(value)
      ? null
      : `must have the format ${String(wanted)}`;
  },
  items: (value, wanted, place) =>
    Array.isArray(value) && isJsonObject(wanted) && !Array.isArray(wanted)
      ? first(value, (item, at) => within(at, objection(item, wanted, place)))
      : null,
  allOf: (value, wanted, place) => first(listOf(wanted), (each) => objection(value, each, place)),
  anyOf: (value, wanted, place) => unlessOne(value, listOf(wanted), place),
  oneOf: (value, wanted, place) => unlessOne(value, listOf(wanted), place),
  $ref: (value, wanted, place) => objection(value, referredTo(wanted, place.root), place),
};

/** Keywords that are looked at, besides those that hold schemas, and those that ask for nothing. */
const judged: ReadonlySet<string> = new Set([
  ...Object.keys(keywords).filter((keyword) => keyword !== 'oneOf'),
  ...['required', '$schema', '$id', '$comment', 'title', 'description', 'default', 'examples'],
  ...['readOnly', 'writeOnly', 'deprecated'],
]);

const formats: ReadonlyMap<string, (text: string) => boolean> = new Map(
  Object.entries(paramFormats),
);

function propertyObjection(
  value: unknown,
  { properties, required, additionalProperties, patternProperties }: Record<string, unknown>,
  place: Place,
): string | null {
  if (!isJsonObject(value) || Array.isArray(value)) return null;
  const known = isJsonObject(properties) ? properties : {};
  const missing = listOf(required).find((name) => !Object.hasOwn(value, String(name)));
  if (missing !== undefined && !Object.hasOwn(defaultsOf(known), String(missing)))
    return `must have ${shown(missing)}`;
  const isClosed = additionalProperties === false && patternProperties === undefined;
  return first(Object.entries(value), ([name, part]) => {
    if (Object.hasOwn(known, name)) return within(name, objection(part, known[name], place));
    return isClosed ? `must not have ${shown(name)}` : null;
  });
}

function defaultsOf(properties: object): Readonly<Record<string, unknown>> {
  const entries = Object.entries(properties);
  return Object.fromEntries(
    entries.filter(([, schema]) => isJsonObject(schema) && 'default' in schema),
  );
}

function isOfType(value: unknown, type: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isJsonObject(value) && !Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

function isMultiple(value: number, step: number): boolean {
  const times = value / step;
  return Number.isInteger(times) || Math.abs(times - Math.round(times)) < 1e-8;
}

/** An expression that cannot be read is told of at its own place. */
function matches(source: string, text: string): boolean {
  try {
    return matchesWhole(parsePattern(`re:${source}`), text);
  } catch {
    return true;
  }
}

function unlessOne(value: unknown, schemas: readonly unknown[], place: Place): string | null {
  const found = schemas.map((schema) => objection(value, schema, place));
  return found.includes(null) ? null : (found[0] ?? null);
}

/** Where `#/$defs/port` leads; true, which allows everything, for any other reference. */
function referredTo(reference: unknown, root: unknown): unknown {
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return true;
  return reference
    .slice(2)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (at, part) => (isJsonObject(at) && Object.hasOwn(at, part) ? at[part] : true),
      root,
    );
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function first<T>(items: readonly T[], ask: (item: T, at: number) => string | null): string | null {
  for (const [at, item] of items.entries()) {
    const found = ask(item, at);
    if (found !== null) return found;
  }
  return null;
}

const within = (place: string | number, found: string | null): string | null =>
  found === null ? null : `${shown(place)} ${found}`;
