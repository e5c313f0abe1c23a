import type { ValueType } from './field.ts';
import { integer } from './scalar-types.ts';

/** Codes of Windows have 32 bits. */
const exitCode = integer({ min: 0, max: 2 ** 32 - 1 });

/** One exit code or a list of them. */
export const exitCodes: ValueType<readonly number[]> = {
  read: (node, context) => {
    const items = node.kind === 'list' ? node.items : [node];
    const codes = items.flatMap((item) => exitCode.read(item, context) ?? []);
    return codes.length === items.length ? codes : undefined;
  },
  schema: { anyOf: [exitCode.schema, { type: 'array', items: exitCode.schema }] },
};
