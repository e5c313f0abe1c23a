import { isJsonObject } from '../json-text.ts';
import { schemaObjection } from '../schema-objection.ts';
import { jsonOfNode } from '../source/json-of-node.ts';
import type { Report } from '../source/report.ts';
import { quoted, type MapNode } from '../source/source-node.ts';
import { mayExpand } from '../text-parts.ts';
import { valueOf, valuesAt } from './values-at.ts';

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
  for (const { name, text, node } of valuesAt(form)) {
    const rules = Object.hasOwn(properties, name) ? properties[name] : others;
    const found = objectionTo(text, rules, root);
    if (found !== null) report.error(node, refusedValue(name, found));
  }
}

/** What is said of a value that its schema refuses. */
export const refusedValue = (name: string, why: string): string =>
  `the value of ${quoted(name)} ${why}, by its schema`;

/** A start takes a parameter as a text, and as the JSON that it reads as where the schema wants no text. */
function objectionTo(text: string, rules: unknown, root: unknown): string | null {
  if (mayExpand(text)) return null;
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
