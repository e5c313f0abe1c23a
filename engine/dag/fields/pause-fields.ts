import type { Pause } from '../definition.ts';
import { describeNode, type SourceNode } from '../source/source-node.ts';
import type { FieldSet, ValueType } from './field.ts';
import { integer } from './scalar-types.ts';

/** Factor of growth: true is 2, false is 1, a number is above 1. */
const backoff: ValueType<number> = {
  read: (node, { label, report }) => {
    const factor = factorOf(node);
    if (factor !== undefined) return factor;
    const rule = 'must be true, false or a number greater than 1.0';
    report.error(node, `${label} ${rule}, got ${describeNode(node)}`);
    return undefined;
  },
  schema: { anyOf: [{ type: 'boolean' }, { type: 'number', exclusiveMinimum: 1 }] },
};

function factorOf(node: SourceNode): number | undefined {
  if (node.kind !== 'scalar' || node.plain === 'text') return undefined;
  if (node.plain === 'boolean') return node.text.toLowerCase() === 'true' ? 2 : 1;
  const factor = Number(node.text);
  return Number.isFinite(factor) && factor > 1 ? factor : undefined;
}

/** The keys that say how long to wait before a step runs again. */
export const pauseFields: FieldSet<Pause>['fields'] = {
  intervalSec: {
    key: 'interval_sec',
    about: 'Seconds to wait before the step runs again.',
    type: integer({ min: 0 }),
    fallback: 0,
  },
  backoff: {
    key: 'backoff',
    about: 'Factor by which the wait grows each time; `true` means 2.',
    type: backoff,
    fallback: 1,
  },
  maxIntervalSec: {
    key: 'max_interval_sec',
    about: 'Maximum seconds of a growing wait; 0 means no limit.',
    type: integer({ min: 0 }),
    fallback: 0,
  },
};
