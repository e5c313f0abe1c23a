import { isJsonObject } from '../json-text.ts';
import { schemaObjection } from '../schema-objection.ts';
import { jsonOfNode } from '../source/json-of-node.ts';
import type { Report } from '../source/report.ts';
import { isNull, quoted, type MapNode, type SourceNode } from '../source/source-node.ts';
import { mayExpand } from '../text-parts.ts';

/**
 * Reports values and defaults of parameters that their own schema refuses: each start that gives no others would be refused. A value
 * that is filled in is known only then.
 */
export function checkValues(form: MapNode, report: Report): void {
  const schema = valueOf(form, 'schema');
  if (schema?.kind !== 'map') return;
  // What the loader has written itself is JSON.
  const root: unknown = JSON.parse(jsonOfNode(schema));
  if (!isJsonObject(root)) return;
  const properties = isJsonObject(root['properties']) ? root['properties'] : {};
  const others = root['patternProperties'] === undefined ? root['additionalProperties'] : true;
  const check = (name: string, node: SourceNode): void => {
    const rules = Object.hasOwn(properties, name) ? properties[name] : others;
    const found = objectionTo(node, rules, root);
    if (found !== null) report.error(node, `the value of ${quoted(name)} ${found}, by its schema`);
  };
  const values = namedValues(valueOf(form, 'values'));
  const given = new Set(values.map(([name]) => name));
  for (const [name, node] of values) check(name, node);
  for (const [name, node] of defaultsIn(schema)) if (!given.has(name)) check(name, node);
}

const valueOf = (node: SourceNode, key: string): SourceNode | undefined =>
  node.kind === 'map' ? node.entries.find((entry) => entry.key.text === key)?.value : undefined;

type Named = readonly [name: string, node: SourceNode];

/** Values that stand in a place of their own: those of a map, or of maps in a list. */
function namedValues(node: SourceNode | undefined): readonly Named[] {
  if (node?.kind === 'list') return node.items.flatMap(namedValues);
  return node?.kind === 'map' ? node.entries.map(({ key, value }) => [key.text, value]) : [];
}

function defaultsIn(schema: MapNode): readonly Named[] {
  return namedValues(valueOf(schema, 'properties')).flatMap(([name, property]): Named[] => {
    const node = valueOf(property, 'default');
    return node === undefined ? [] : [[name, node]];
  });
}

/** A start takes a parameter as a text, and as the JSON that it reads as where the schema wants no text. */
function objectionTo(node: SourceNode, rules: unknown, root: unknown): string | null {
  const text = node.kind === 'scalar' ? node.text : jsonOfNode(node);
  if (isNull(node) || mayExpand(text)) return null;
  const asText = schemaObjection(text, rules, root);
  if (asText === null) return null;
  const value = jsonOr(text);
  return value === undefined ? asText : schemaObjection(value, rules, root);
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
