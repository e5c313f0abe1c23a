import type { ParamDefinition, ParamSchema } from '../definition.ts';
import { MAX_PARAMS } from '../limits.ts';
import { PARAM_NAME, TOO_MANY_PARAMS } from '../param-text.ts';
import { jsonOfNode } from '../source/json-of-node.ts';
import {
  describeNode,
  quoted,
  type MapEntry,
  type MapNode,
  type SourceNode,
} from '../source/source-node.ts';
import { checkSchema } from './check-schema.ts';
import { checkValues } from './check-values.ts';
import type { FieldSet, FieldContext, ValueType } from './field.ts';
import { mapValue } from './map-field.ts';
import { plainParameters } from './plain-params-field.ts';

/** What stands under `params`: a list of definitions, and the schema that they keep to. */
export interface WrittenParams {
  readonly definitions: readonly ParamDefinition[];
  readonly schema: ParamSchema | null;
}

export const NO_PARAMS: WrittenParams = { definitions: [], schema: null };

const schemaValue: ValueType<ParamSchema> = {
  read: (node, context) => {
    if (node.kind === 'map') return readInline(node, context);
    const { label, report } = context;
    if (node.kind === 'list' || node.text.trim() === '') {
      report.error(node, `${label} must be a map or a file, got ${describeNode(node)}`);
    } else if (isAddress(node.text)) {
      report.error(node, `${label} must be a map or a file, not a URL`);
    } else {
      return { kind: 'file', path: node.text };
    }
    return undefined;
  },
  schema: { type: ['object', 'string'] },
};

function readInline(node: MapNode, { report }: FieldContext): ParamSchema | undefined {
  const properties = entryOf(node, 'properties')?.value;
  if (properties !== undefined && properties.kind !== 'map') {
    report.error(properties, `\`properties\` must be a map, got ${describeNode(properties)}`);
    return undefined;
  }
  if (properties !== undefined && properties.entries.length > MAX_PARAMS) {
    report.error(properties, `\`properties\`: ${TOO_MANY_PARAMS}`);
    return undefined;
  }
  for (const { key } of properties?.entries ?? []) {
    if (PARAM_NAME.test(key.text)) continue;
    report.error(key, `${quoted(key.text)} in \`properties\` is not a valid parameter name`);
    return undefined;
  }
  checkSchema(node, report);
  return { kind: 'inline', json: jsonOfNode(node) };
}

interface SchemaForm {
  readonly schema: ParamSchema | null;
  readonly values: readonly ParamDefinition[];
}

const schemaFields: FieldSet<SchemaForm> = {
  what: 'params',
  fields: {
    schema: {
      key: 'schema',
      about:
        'JSON Schema of the parameters, draft 2020-12 or 07: a map, or a file next to the DAG file. A start with invalid parameters is refused. Defaults of the schema apply when no other value is given.',
      type: schemaValue,
      fallback: null,
    },
    values: {
      key: 'values',
      about:
        'Parameters with their defaults, in any form of `params`. Lists and maps become JSON. A default that the schema refuses is an error.',
      type: {
        read: (node, context) => plainParameters.read(withNestedText(node), context),
        schema: {
          anyOf: [
            { type: ['string', 'number', 'boolean', 'object'] },
            { type: 'array', items: { type: ['string', 'number', 'boolean', 'object'] } },
          ],
        },
      },
      fallback: [],
    },
  },
  unavailable: [],
  replaced: {},
};

const schemaForm = mapValue({
  set: schemaFields,
  required: ['schema'],
  build: ({ values, refused }, map, { report }): WrittenParams => {
    // Of a schema that is wrong itself nothing follows.
    if (refused.size === 0) checkValues(map, report);
    return { definitions: values.values, schema: values.schema };
  },
});

/** Parameters with their defaults, or `schema` and `values`. */
export const parameters: ValueType<WrittenParams> = {
  read: (node, context) => {
    if (isSchemaForm(node)) return schemaForm.read(node, context);
    const definitions = plainParameters.read(node, context);
    return definitions && { definitions, schema: null };
  },
  schema: { anyOf: [...(plainParameters.schema['anyOf'] as []), schemaForm.schema] },
};

/** A map of texts alone may mean parameters of these names, unless the text can only be a file. */
function isSchemaForm(node: SourceNode): boolean {
  if (node.kind !== 'map') return false;
  const schema = entryOf(node, 'schema')?.value;
  const values = entryOf(node, 'values')?.value;
  if (schema === undefined) return false;
  if (schema.kind !== 'scalar' || (values !== undefined && values.kind !== 'scalar')) return true;
  const isAlone = node.entries.length === (values === undefined ? 1 : 2);
  return isAlone && (/\.json$/i.test(schema.text) || isAddress(schema.text));
}

function isAddress(text: string): boolean {
  return /^\s*[a-z][a-z0-9+.-]+:\/\//i.test(text);
}

function entryOf({ entries }: MapNode, name: string): MapEntry | undefined {
  return entries.find(({ key }) => key.text === name);
}

function withNestedText(node: SourceNode): SourceNode {
  if (node.kind === 'list') return { ...node, items: node.items.map(withTexts) };
  return withTexts(node);
}

function withTexts(node: SourceNode): SourceNode {
  if (node.kind !== 'map') return node;
  return {
    ...node,
    entries: node.entries.map(({ key, value }) => ({ key, value: asText(value) })),
  };
}

function asText(node: SourceNode): SourceNode {
  if (node.kind === 'scalar') return node;
  const { start, end } = node;
  return { kind: 'scalar', text: jsonOfNode(node), plain: 'text', start, end };
}
