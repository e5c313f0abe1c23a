import type { JsonSchema } from '../../../engine/dag/fields/field.ts';
import { mapSchema } from '../../../engine/dag/fields/field-schema.ts';
import { rootFields } from '../../../engine/dag/fields/root-fields.ts';
import { stepFields } from '../../../engine/dag/fields/step-fields.ts';
import { stepTypes } from '../../../engine/steps/registry.ts';

/** Every key that the loader reads, as a path; of a key that has keys of its own, those alone. */
export const rootKeys = keysOf(mapSchema(rootFields));
export const stepKeys = [
  ...keysOf(mapSchema(stepFields)).filter((key) => key !== 'config'),
  // Types may have keys in common.
  ...new Set(
    stepTypes.flatMap(({ config }) => {
      return config === null ? [] : keysOf(mapSchema(config)).map((key) => `config.${key}`);
    }),
  ),
];

function keysOf(schema: JsonSchema): readonly string[] {
  return Object.entries(propertiesOf(schema)).flatMap(([key, value]) => {
    const below = keysOf(value);
    return below.length === 0 ? [key] : below.map((path) => `${key}.${path}`);
  });
}

/** Those of the schema itself, of its alternatives and of its items; a step within a DAG is a reference. */
function propertiesOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  const { properties, anyOf, items } = schema as {
    readonly properties?: Readonly<Record<string, JsonSchema>>;
    readonly anyOf?: readonly JsonSchema[];
    readonly items?: JsonSchema;
  };
  const nested = [...(anyOf ?? []), ...(items === undefined ? [] : [items])].map(propertiesOf);
  return Object.assign({}, properties, ...nested) as Readonly<Record<string, JsonSchema>>;
}
