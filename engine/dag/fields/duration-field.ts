import { parseDurationMs } from '../../lib/duration.ts';
import { describeNode } from '../source/source-node.ts';
import type { ValueType } from './field.ts';

/** As editors check it; without the spaces and capitals that `parseDurationMs` would also take. */
const WRITTEN = '^(\\d+(\\.\\d+)?(ms|[smhdw]))+$';
const pattern = new RegExp(WRITTEN);

/** A duration above 0, such as `6h`, `1h30m` or `2d12h`, as milliseconds. */
export const duration: ValueType<number> = {
  read: (node, { label, report }) => {
    const written = node.kind === 'scalar' && pattern.test(node.text) ? node.text : '';
    const ms = parseDurationMs(written);
    if (ms === null || !Number.isSafeInteger(ms)) {
      report.error(
        node,
        `${label} must be a duration such as \`6h\` or \`2d12h\`, got ${describeNode(node)}`,
      );
      return undefined;
    }
    if (ms > 0) return ms;
    report.error(node, `${label} must be longer than 0, got ${describeNode(node)}`);
    return undefined;
  },
  schema: { type: 'string', pattern: WRITTEN },
};
