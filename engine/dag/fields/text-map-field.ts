import { describeNode, isNull } from '../source/source-node.ts';
import type { ValueType } from './field.ts';

/** One `name: text` of a map. */
export interface TextEntry {
  readonly name: string;
  readonly value: string;
}

/** A map of texts, in the order of the file; null is the empty text. */
export const textMap: ValueType<readonly TextEntry[]> = {
  read: (node, { label, report }) => {
    if (node.kind !== 'map') {
      report.error(node, `${label} must be a map, got ${describeNode(node)}`);
      return undefined;
    }
    const entries = node.entries.flatMap(({ key, value }): TextEntry[] => {
      if (value.kind === 'scalar')
        return [{ name: key.text, value: isNull(value) ? '' : value.text }];
      const rule = `the value of \`${key.text}\` in ${label} must be text`;
      report.error(value, `${rule}, got ${describeNode(value)}`);
      return [];
    });
    return entries.length === node.entries.length ? entries : undefined;
  },
  schema: {
    type: 'object',
    additionalProperties: { type: ['string', 'number', 'boolean', 'null'] },
  },
};
