import { isOneReference } from '../text-parts.ts';
import type { ValueType } from './field.ts';
import { integer, type IntegerLimits } from './scalar-types.ts';

/** An integer, also one in quotes, or a single reference to a variable that will hold one. */
export function numberOrReference(limits: IntegerLimits): ValueType<number | string> {
  const number = integer(limits);
  return {
    read: (node, context) => {
      if (node.kind !== 'scalar' || node.plain !== 'text') return number.read(node, context);
      if (isOneReference(node.text)) return node.text.trim();
      const isNumber = /^\s*\d+\s*$/.test(node.text);
      return number.read(isNumber ? { ...node, plain: 'integer' } : node, context);
    },
    schema: {
      anyOf: [number.schema, { type: 'string', pattern: String.raw`^\s*(\d+|\$\{.+\}|\$\w+)\s*$` }],
    },
  };
}
