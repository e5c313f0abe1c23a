import { describeNode, type MapNode } from '../source/source-node.ts';
import type { FieldSet, FieldContext, ValueType } from './field.ts';
import { mapSchema } from './field-schema.ts';
import { readFields, type ReadFields } from './read-fields.ts';

export interface MapForm<T extends object, U> {
  readonly set: FieldSet<T>;
  /** Keys that must have a value. */
  readonly required?: readonly string[];
  /** Makes the value of what was read, or reports why there is none and answers undefined. */
  readonly build: (read: ReadFields<T>, map: MapNode, context: FieldContext) => U | undefined;
}

/** A map that is read by a table of its own. */
export function mapValue<T extends object, U>(form: MapForm<T, U>): ValueType<U> {
  const { set, required = [], build } = form;
  return {
    read: (node, context) => {
      if (node.kind !== 'map') {
        context.report.error(node, `${context.label} must be a map, got ${describeNode(node)}`);
        return undefined;
      }
      const read = readFields(node, set, context.report);
      // What seems to be missing may be the key that was refused.
      const missing = read.refused.size > 0 ? [] : required.filter((key) => !read.given.has(key));
      for (const key of missing) {
        context.report.error(node, `\`${key}\` is required in ${context.label}`);
      }
      return missing.length > 0 ? undefined : build(read, node, context);
    },
    schema: mapSchema(set, required),
  };
}
