import type { Field, FieldSet, JsonSchema } from './field.ts';

/** The JSON Schema of a map that is read by a table. Keys without a value count as absent, so null is allowed for all others. */
export function mapSchema<T>(set: FieldSet<T>, required: readonly string[] = []): JsonSchema {
  // The table has one field for each property of T; here only what all fields have in common matters.
  const fields = Object.values(set.fields) as readonly Field<unknown>[];
  const properties = fields.map((field) => [field.key, fieldSchema(field, required)] as const);
  const harmless = Object.entries(set.harmless ?? {}).map(
    ([key, value]) => [`^${key}$`, { description: HARMLESS, enum: [value] }] as const,
  );
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    // They are no fields, and so no properties.
    ...(harmless.length === 0 ? {} : { patternProperties: Object.fromEntries(harmless) }),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

const HARMLESS = 'Accepted only with this value, which is the default behavior.';

function fieldSchema(field: Field<unknown>, required: readonly string[]): JsonSchema {
  const { schema } = field.type;
  return {
    description: field.about,
    ...(isPlain(field.fallback) ? { default: field.fallback } : {}),
    ...(required.includes(field.key) ? schema : orNull(schema)),
  };
}

/** Other fallbacks have the shape of what was read, which is not always that in which it is written. */
function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every(isPlain);
  return (
    typeof value === 'number' ||
    typeof value === 'boolean' ||
    (value !== '' && typeof value === 'string')
  );
}

/** Allows null, which everywhere means that nothing was given. */
export function orNull(schema: JsonSchema): JsonSchema {
  if (Array.isArray(schema.enum)) return { ...schema, enum: [...schema.enum, null] };
  if (Array.isArray(schema.anyOf)) return { ...schema, anyOf: [...schema.anyOf, { type: 'null' }] };
  if (schema.type === undefined) return schema;
  return { ...schema, type: [schema.type, 'null'].flat() };
}
