import { describeNode, quoted } from '../source/source-node.ts';
import type { ValueType } from './field.ts';
import { checkPattern } from './pattern-field.ts';
import { texts, type TextAt } from './scalar-types.ts';

/** A route as written: its targets are names or ids. */
export interface RouteDraft {
  readonly pattern: string;
  readonly targets: readonly TextAt[];
}

/** A map from patterns to the steps that run where they match. */
export const routes: ValueType<readonly RouteDraft[]> = {
  read: (node, context) => {
    const { label, report } = context;
    if (node.kind !== 'map') {
      report.error(node, `${label} must be a map of patterns to steps, got ${describeNode(node)}`);
      return undefined;
    }
    return node.entries.flatMap(({ key, value }): RouteDraft[] => {
      const label = `the route ${quoted(key.text)}`;
      const isSound = checkPattern(key.text, key, context);
      const targets = texts.read(value, { label, report });
      if (targets?.length === 0) report.error(value, `${label} has no step`);
      return isSound && targets ? [{ pattern: key.text, targets }] : [];
    });
  },
  schema: {
    type: 'object',
    minProperties: 1,
    additionalProperties: {
      anyOf: [
        { type: ['string', 'number', 'boolean'] },
        { type: 'array', minItems: 1, items: { type: ['string', 'number', 'boolean'] } },
      ],
    },
  },
};
