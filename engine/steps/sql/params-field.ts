import type { FieldContext, ValueType } from '../../dag/fields/field.ts';
import { describeNode, type SourceNode } from '../../dag/source/source-node.ts';
import type { SqlParam } from '../../step-programs/sql/sql-query.ts';

const scalar = { type: ['string', 'number', 'boolean', 'null'] };

/** Values in the order of their places, or by name. Numbers, booleans and null stay what they are. */
export const sqlParams: ValueType<readonly SqlParam[]> = {
  read: (node, context) => {
    if (node.kind === 'scalar') {
      const rule = `${context.label} must be a list or a map of values`;
      context.report.error(node, `${rule}, got ${describeNode(node)}`);
      return undefined;
    }
    const values =
      node.kind === 'list'
        ? node.items.map((item) => readValue(null, item, context))
        : node.entries.map(({ key, value }) => readValue(key.text, value, context));
    const sound = values.flatMap((value) => value ?? []);
    return sound.length === values.length ? sound : undefined;
  },
  schema: {
    anyOf: [
      { type: 'array', items: scalar },
      { type: 'object', additionalProperties: scalar },
    ],
  },
};

function readValue(
  name: string | null,
  node: SourceNode,
  { label, report }: FieldContext,
): SqlParam | undefined {
  if (node.kind === 'scalar') return { name, kind: node.plain, text: node.text };
  const which = name === null ? '' : ` of \`${name}\``;
  const rule = `a value${which} in ${label} must be text, a number, true, false or null`;
  report.error(node, `${rule}, got ${describeNode(node)}`);
  return undefined;
}
