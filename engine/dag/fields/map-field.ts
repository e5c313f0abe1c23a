import { describeNode, type MapNode } from '../source/source-node.ts';
import type { FieldSet, Place, ValueType } from './field.ts';
import { mapSchema } from './field-schema.ts';
import { readFields, type ReadFields } from './read-fields.ts';

export interface MapForm<T extends object, U> {
  readonly set: FieldSet<T>;
  /** Keys that must have a value. */
  readonly required?: readonly string[];
  /** Makes the value of what was read, or reports why there is none and answers undefined. */
  readonly build: (read: ReadFields<T>, map: MapNode, place: Place) => U | undefined;
}

/** A map that is read by a table of its own. */
export function mapValue<T extends object, U>(form: MapForm<T, U>): ValueType<U> {
  const { set, required = [], build } = form;
  return {
    read: (node, place) => {
      if (node.kind !== 'map') {
        place.report.error(node, `${place.label} must be a map, got ${describeNode(node)}`);
        return undefined;
      }
      const read = readFields(node, set, place.report);
      // What seems to be missing may be the key that was refused.
      const missing = read.refused.size > 0 ? [] : required.filter((key) => !read.given.has(key));
      for (const key of missing) {
        place.report.error(node, `\`${key}\` is required in ${place.label}`);
      }
      return missing.length > 0 ? undefined : build(read, node, place);
    },
    schema: mapSchema(set, required),
  };
}
