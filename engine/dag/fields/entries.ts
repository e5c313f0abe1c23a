import { describeNode, isNull, type SourceNode } from '../source/source-node.ts';
import type { FieldContext } from './field.ts';

/** One `NAME: value` of a list or map, with the node of the name for messages; a null name is a bare item. */
export interface NamedValue {
  readonly name: string | null;
  readonly nameNode: SourceNode;
  readonly value: string;
  /** The comment beside it, or above it. */
  readonly comment?: string | undefined;
}

/** The JSON Schema of these forms. */
export const namedValuesSchema = {
  anyOf: [
    { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean', 'null'] } },
    { type: 'array', items: { type: ['string', 'number', 'boolean', 'object'] } },
  ],
};

/**
 * Reads the forms in which env, params and the like are written: a map, or a list of maps and texts. `readItem` splits
 * a text. Null values are empty texts; the order is that of the file.
 */
export function readNamedValues(
  node: SourceNode,
  readItem: (text: string) => { readonly name: string | null; readonly value: string },
  context: FieldContext,
): readonly NamedValue[] {
  return (node.kind === 'list' ? node.items : [node]).flatMap((item) => {
    if (item.kind === 'map') return readMap(item, context);
    if (item.kind === 'scalar' && !isNull(item))
      return [{ ...readItem(item.text), nameNode: item, comment: item.comment }];
    context.report.error(
      item,
      `${context.label} holds ${describeNode(item)} where \`NAME: value\` belongs`,
    );
    return [];
  });
}

function readMap(map: SourceNode & { kind: 'map' }, context: FieldContext): readonly NamedValue[] {
  return map.entries.flatMap(({ key, value }) => {
    if (value.kind === 'scalar') {
      const text = isNull(value) ? '' : value.text;
      return [{ name: key.text, nameNode: key, value: text, comment: value.comment }];
    }
    context.report.error(
      value,
      `the value of \`${key.text}\` in ${context.label} must be text, got ${describeNode(value)}`,
    );
    return [];
  });
}
