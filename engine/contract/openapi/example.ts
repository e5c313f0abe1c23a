import type { JsonSchema } from '../json-schema.ts';
import { exampleValues } from './example-values.ts';

/** Where a value stands: within which operation and named shape, under which name. */
export interface ValuePath {
  readonly operation: string;
  readonly shape: string;
  readonly field: string;
}

const REFERENCE = '#/components/schemas/';

/** Makes examples that fit their schemas; `shapes` are the named ones. */
export class Examples {
  readonly #shapes: Readonly<Record<string, JsonSchema>>;

  constructor(shapes: Readonly<Record<string, JsonSchema>>) {
    this.#shapes = shapes;
  }

  /** A value of a schema: the known one of its name that fits, or the plainest of its type. */
  of(schema: JsonSchema, place: ValuePath): unknown {
    const { $ref, allOf } = schema;
    if (typeof $ref === 'string') return this.#shape($ref.slice(REFERENCE.length), place);
    // How a reference carries a description of its own.
    if (Array.isArray(allOf)) return this.of(allOf[0] as JsonSchema, place);
    const known = candidates(place).find((value) => fits(schema, value));
    return known === undefined ? this.#plainest(schema, place) : known;
  }

  /** An object of the wanted fields that exist. */
  fields(fields: Readonly<Record<string, JsonSchema>>, place: Omit<ValuePath, 'field'>): unknown {
    const entries = Object.entries(fields);
    return Object.fromEntries(
      entries.map(([field, schema]) => [field, this.of(schema, { ...place, field })]),
    );
  }

  #shape(name: string, place: ValuePath): unknown {
    return this.of(this.#shapes[name] ?? {}, { ...place, shape: name });
  }

  #plainest(schema: JsonSchema, place: ValuePath): unknown {
    const options = (schema.anyOf ?? schema.oneOf) as readonly JsonSchema[] | undefined;
    if (options?.[0] !== undefined) return this.of(options[0], place);
    if ('const' in schema) return schema.const;
    if (Array.isArray(schema.enum)) return schema.enum[0] as unknown;
    switch (typesOf(schema)[0]) {
      case 'object':
        return this.#object(schema, place);
      case 'array':
        return [this.of((schema.items ?? {}) as JsonSchema, place)];
      case 'integer':
      case 'number':
        return Number(schema.minimum ?? 0);
      case 'boolean':
        return false;
      default:
        return '';
    }
  }

  // Fields that are not always there would only make an example longer.
  #object({ properties = {}, required = [] }: JsonSchema, place: ValuePath): unknown {
    const names = required as readonly string[];
    const all = Object.entries(properties as Record<string, JsonSchema>);
    return this.fields(Object.fromEntries(all.filter(([name]) => names.includes(name))), place);
  }
}

function candidates({ operation, shape, field }: ValuePath): readonly unknown[] {
  const keys = [`${operation}/${field}`, `${shape}.${field}`, field];
  return keys.flatMap((key) => exampleValues[key] ?? []);
}

function typesOf({ type }: JsonSchema): readonly unknown[] {
  return Array.isArray(type) ? type : [type];
}

/** Whether a value is one of a schema without references, as far as the candidates can differ. */
function fits(schema: JsonSchema, value: unknown): boolean {
  const { enum: words, pattern, minimum, maximum, items, properties } = schema;
  const types = typesOf(schema);
  if (types[0] !== undefined && !types.some((type) => isOf(type, value))) return false;
  if ('const' in schema && schema.const !== value) return false;
  if (Array.isArray(words) && !words.includes(value)) return false;
  if (typeof value === 'string') return !pattern || new RegExp(String(pattern), 'u').test(value);
  if (typeof value === 'number') {
    return value >= Number(minimum ?? -Infinity) && value <= Number(maximum ?? Infinity);
  }
  if (Array.isArray(value)) return value.every((item) => fits((items ?? {}) as JsonSchema, item));
  return properties === undefined;
}

function isOf(type: unknown, value: unknown): boolean {
  switch (type) {
    case 'integer':
      return Number.isInteger(value);
    case 'array':
      return Array.isArray(value);
    case 'null':
      return value === null;
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    default:
      return typeof value === type;
  }
}
