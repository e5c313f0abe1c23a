import type { ParamDefinition } from '../definition.ts';
import { isJsonObject } from '../json-text.ts';
import { propertiesOf, type ReadSchema } from '../param-schema.ts';
import { plainRefusal, plainTextRefusal } from '../plain-schema.ts';
import type { Report } from '../source/report.ts';
import { quoted, type MapNode, type SourceNode } from '../source/source-node.ts';
import { mayExpand } from '../text-parts.ts';

interface Defaults {
  /** The inline schema, as it is written and as it reads. */
  readonly schemaNode: MapNode;
  readonly schema: ReadSchema;
  readonly definitions: readonly ParamDefinition[];
  readonly valuesNode: SourceNode | undefined;
}

/** Reports defaults that their own schema refuses: no start without another value could begin. */
export function checkDefaults(
  { schemaNode, schema, definitions, valuesNode }: Defaults,
  report: Report,
): void {
  const properties = propertiesOf(schema);
  for (const { name, defaultValue } of definitions) {
    if (defaultValue === null || valuesNode === undefined) continue;
    const property = properties.get(name);
    const refusal =
      property === undefined ? unknownIn(schema, name) : refused(property, defaultValue);
    if (refusal !== null) report.error(nodeOf(valuesNode, name), sentence(name, refusal));
  }
  for (const [name, property] of properties) {
    if (!Object.hasOwn(property, 'default')) continue;
    const refusal = plainRefusal(property, property['default']);
    const node = valueIn(valueIn(valueIn(schemaNode, 'properties'), name), 'default');
    if (refusal !== null) report.error(node ?? schemaNode, sentence(name, refusal));
  }
}

const sentence = (name: string, refusal: string): string =>
  `the schema refuses the default of ${quoted(name)}: it ${refusal}`;

/** What a text becomes that holds references is known at the start. */
function refused(property: ReadSchema, text: string): string | null {
  return mayExpand(text) || text.includes('\\') ? null : plainTextRefusal(property, text);
}

function unknownIn(schema: ReadSchema, name: string): string | null {
  const isClosed =
    schema['additionalProperties'] === false && !isJsonObject(schema['patternProperties']);
  return isClosed && !/^\d+$/.test(name) ? 'is not a parameter of the schema' : null;
}

/** Where the value of a parameter stands in `values`. */
function nodeOf(values: SourceNode, name: string): SourceNode {
  if (values.kind === 'list') {
    const found = values.items
      .map((item) => valueIn(item, name))
      .find((node) => node !== undefined);
    return (
      found ??
      values.items.find((item) => item.kind === 'scalar' && item.text.startsWith(`${name}=`)) ??
      values
    );
  }
  return valueIn(values, name) ?? values;
}

function valueIn(node: SourceNode | undefined, key: string): SourceNode | undefined {
  if (node?.kind !== 'map') return undefined;
  return node.entries.find((entry) => entry.key.text === key)?.value;
}
