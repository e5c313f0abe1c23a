export type Schema = Readonly<Record<string, unknown>>;

/** Shapes whose names mean something else in TypeScript. */
const renamed = new Map([
  ['Error', 'ErrorBody'],
  ['Event', 'EngineEvent'],
]);

/** The name of a shape of the OpenAPI document in TypeScript. */
export function typeName(shape: string): string {
  return renamed.get(shape) ?? shape;
}

/** The TypeScript type of a JSON schema. */
export function typeText(schema: Schema): string {
  const { $ref, allOf, anyOf, oneOf, type } = schema;
  if (typeof $ref === 'string') return typeName($ref.split('/').at(-1) ?? '');
  const all = allOf as readonly Schema[] | undefined;
  if (all !== undefined) return all.map(typeText).join(' & ');
  const options = (anyOf ?? oneOf) as readonly Schema[] | undefined;
  if (options !== undefined) return union(options.map(typeText));
  if (Array.isArray(schema.enum)) return union(schema.enum.map((value) => JSON.stringify(value)));
  if ('const' in schema) return JSON.stringify(schema.const);
  return union([type].flat().map((one) => plainText(one, schema)));
}

function plainText(type: unknown, schema: Schema): string {
  switch (type) {
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    case 'array':
      return `readonly (${typeText((schema.items ?? {}) as Schema)})[]`;
    case 'object':
      return objectText(schema);
    default:
      return 'unknown';
  }
}

function objectText({ properties, required = [], additionalProperties }: Schema): string {
  if (properties === undefined) {
    const values = typeof additionalProperties === 'object' ? (additionalProperties as Schema) : {};
    return `Readonly<Record<string, ${typeText(values)}>>`;
  }
  return fieldsText(properties as Record<string, Schema>, required as readonly string[]);
}

/** An object type of these fields. */
export function fieldsText(
  fields: Readonly<Record<string, Schema>>,
  required: readonly string[],
): string {
  const lines = Object.entries(fields).map(([name, schema]) => {
    const mark = required.includes(name) ? '' : '?';
    return `${comment(schema.description)}readonly ${key(name)}${mark}: ${typeText(schema)};`;
  });
  return `{\n${lines.join('\n')}\n}`;
}

/** A doc comment; nothing where nothing is said. */
export function comment(text: unknown): string {
  return typeof text === 'string' && text !== '' ? `/** ${text.replaceAll('*/', '* /')} */\n` : '';
}

/** A name as the key of an object type. */
export function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ');
}
