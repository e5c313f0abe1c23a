import type { ValueType } from './field.ts';
import { integer } from './scalar-types.ts';

const number = integer({ min: 1, max: 65_535 });

/** A number, or one in quotes: people write ports as they stand in other files. */
export const port: ValueType<number> = {
  read: (node, context) => {
    const isQuoted = node.kind === 'scalar' && /^\d+$/.test(node.text);
    return number.read(isQuoted ? { ...node, plain: 'integer' } : node, context);
  },
  schema: { anyOf: [number.schema, { type: 'string', pattern: '^\\d+$' }] },
};
