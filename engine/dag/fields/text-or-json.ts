import type { TextOrJson } from '../definition.ts';
import { jsonOfNode } from '../source/json-of-node.ts';
import type { ValueType } from './field.ts';
import { text } from './scalar-types.ts';

/** Text, or a map or list that stands for JSON. */
export const textOrJson: ValueType<TextOrJson> = {
  read: (node) =>
    node.kind === 'scalar'
      ? { kind: 'text', text: node.text }
      : { kind: 'json', json: jsonOfNode(node) },
  schema: { anyOf: [text.schema, { type: ['object', 'array'] }] },
};
