/** A part of a JSON Schema. */
export type Schema = Readonly<Record<string, unknown>>;

export interface KeyDoc {
  readonly key: string;
  readonly description: string;
}

/** A key of a text, and what `type` says beside it. */
interface Step {
  readonly key: string;
  readonly type: string | undefined;
}

interface KeyLine {
  readonly column: number;
  readonly key: string;
  readonly value: string;
  readonly isItem: boolean;
}

const KEY_LINE = /^(\s*(?:- +)*)([\w.-]*)(:?)(?:\s+(\S.*)|\s*)$/;

/** What the schema says of the key in a line, counted from 0; undefined where it knows none. */
export function docOfKey(
  schema: Schema,
  lines: readonly string[],
  line: number,
): KeyDoc | undefined {
  const own = keyLine(lines[line] ?? '');
  if (own === undefined) return undefined;
  return keysAt(schema, lines, line).find(({ key }) => key === own.key);
}

/** The keys that the schema knows in the mapping of a line. */
export function keysAt(schema: Schema, lines: readonly string[], line: number): readonly KeyDoc[] {
  const docs = new Map<string, string>();
  for (const place of mappingAt(schema, lines, line)) {
    for (const [key, value] of Object.entries(recordOf(place['properties']))) {
      const description = recordOf(value)['description'];
      if (typeof description === 'string' && !docs.has(key)) docs.set(key, description);
    }
  }
  return [...docs].map(([key, description]) => ({ key, description }));
}

/** What the schema says of the mapping of a line, in all its parts. */
export function mappingAt(
  schema: Schema,
  lines: readonly string[],
  line: number,
): readonly Schema[] {
  let places: readonly Schema[] = [schema];
  for (const { key, type } of parentsOf(lines, line)) {
    places = places
      .flatMap((place) => partsOf(place, { root: schema, type }))
      .flatMap((place) => propertyOf(place, key));
  }
  const type = typeBeside(lines, line);
  return places.flatMap((one) => partsOf(one, { root: schema, type }));
}

function keyLine(text: string): KeyLine | undefined {
  const [, indent, key, colon, value = ''] = KEY_LINE.exec(text) ?? [];
  if (indent === undefined || key === undefined || (key === '' && colon !== '')) return undefined;
  return { column: indent.length, key, value, isItem: indent.includes('-') };
}

/** The keys that a line stands below, the outermost first. */
function parentsOf(lines: readonly string[], line: number): readonly Step[] {
  const parents: Step[] = [];
  let column = keyLine(lines[line] ?? '')?.column ?? 0;
  for (let at = line - 1; at >= 0 && column > 0; at--) {
    const found = keyLine(lines[at] ?? '');
    if (found === undefined || found.key === '' || found.column >= column) continue;
    parents.unshift({ key: found.key, type: typeBeside(lines, at) });
    ({ column } = found);
  }
  return parents;
}

/** What `type` says in the mapping of a line. */
function typeBeside(lines: readonly string[], line: number): string | undefined {
  const column = keyLine(lines[line] ?? '')?.column ?? 0;
  const valueIn = (from: number, by: 1 | -1): string | undefined => {
    for (let at = from; at >= 0 && at < lines.length; at += by) {
      const found = keyLine(lines[at] ?? '');
      if (found === undefined || (found.key === '' && !found.isItem)) continue;
      if (found.column < column || (by === 1 && found.isItem && at !== line)) return undefined;
      if (found.column === column && found.key === 'type') return found.value.split(/\s+#/)[0];
      if (by === -1 && found.isItem && found.column === column) return undefined;
    }
    return undefined;
  };
  return valueIn(line, 1) ?? valueIn(line, -1);
}

interface Context {
  readonly root: Schema;
  /** What `type` says in the mapping that is looked at. */
  readonly type: string | undefined;
}

const DEEPEST = 12;

/** A schema and all that it is made of: one item of a list is as good as the list, since a key stands in an item. */
export function partsOf(schema: Schema, context: Context, depth = 0): readonly Schema[] {
  const { root, type } = context;
  if (depth > DEEPEST) return [];
  const reference = schema['$ref'];
  const condition = recordOf(recordOf(recordOf(schema['if'])['properties'])['type'])['enum'];
  const isMet = Array.isArray(condition) && condition.includes(type);
  const parts = [
    ...(typeof reference === 'string' ? [targetOf(root, reference)] : []),
    ...['anyOf', 'oneOf', 'allOf'].flatMap((key) => listOf(schema[key])),
    ...(isMet ? [recordOf(schema['then'])] : []),
    recordOf(schema['items']),
  ];
  const named = parts.filter((part) => Object.keys(part).length > 0);
  return [schema, ...named.flatMap((part) => partsOf(part, context, depth + 1))];
}

/** What a schema says of the value of one of its keys. */
export function propertyOf(schema: Schema, key: string): readonly Schema[] {
  const own = recordOf(schema['properties'])[key];
  const other = schema['additionalProperties'];
  return [recordOf(own ?? other)].filter((one) => Object.keys(one).length > 0);
}

function targetOf(root: Schema, reference: string): Schema {
  const names = reference.replace(/^#\//, '').split('/');
  return names.reduce<Schema>((place, name) => recordOf(place[name]), root);
}

function recordOf(value: unknown): Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Schema)
    : {};
}

function listOf(value: unknown): readonly Schema[] {
  return Array.isArray(value) ? value.map(recordOf) : [];
}
