import { mapSchema } from '../fields/field-schema.ts';
import type { FieldSet, JsonSchema } from '../fields/field.ts';
import { rootFields } from '../fields/root-fields.ts';
import { stepFields } from '../fields/step-fields.ts';
import type { StepTypeDefinition } from '../step-type.ts';
import { manualExamples } from './examples.ts';
import type { ManualExample } from './manual-example.ts';
import { branches, typeWords } from './format-type.ts';

/** What the manual says of one key. */
export interface ManualField {
  readonly key: string;
  /** `timeout_sec`, `steps.retry_policy.limit`. */
  readonly path: string;
  readonly about: string;
  /** In words. */
  readonly type: string;
  /** As JSON; null where a missing key means none. */
  readonly fallback: string | null;
  readonly required: boolean;
  /** The keys of its map. */
  readonly fields: readonly ManualField[];
  readonly examples: readonly ManualExample[];
}

/** Every key of a DAG, in the order of the table of the loader. */
export function manualRootFields(): readonly ManualField[] {
  return fieldsOf(rootFields, '');
}

/** Every key of a step, of whatever type. */
export function manualStepFields(types: readonly StepTypeDefinition[]): readonly ManualField[] {
  const names = typeWords({ enum: types.map(({ name }) => name) });
  return fieldsOf(stepFields, 'steps.').map((field) =>
    field.key === 'type' ? { ...field, type: names } : field,
  );
}

/** Every key of the `config` of a type of step. */
export function manualConfigFields({ config }: StepTypeDefinition): readonly ManualField[] {
  return config === null ? [] : fieldsOf(config, 'steps.config.');
}

function fieldsOf<T>(set: FieldSet<T>, prefix: string): readonly ManualField[] {
  return propertiesOf(mapSchema(set), prefix);
}

function propertiesOf(schema: JsonSchema, prefix: string): readonly ManualField[] {
  const required = Array.isArray(schema.required) ? schema.required : [];
  const properties = (schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>;
  return Object.entries(properties).map(([key, own]): ManualField => {
    const path = prefix + key;
    return {
      key,
      path,
      about: typeof own.description === 'string' ? own.description : '',
      type: typeWords(own),
      fallback: own.default === undefined ? null : JSON.stringify(own.default),
      required: required.includes(key),
      fields: nested(own, `${path}.`),
      examples: manualExamples[path] ?? [],
    };
  });
}

/** Of all forms of a value the one with keys of its own, also within a list. */
function nested(schema: JsonSchema, prefix: string): readonly ManualField[] {
  const forms = branches(schema).flatMap((form) => [form, (form.items ?? {}) as JsonSchema]);
  const map = forms.flatMap(branches).find(({ properties }) => properties !== undefined);
  return map === undefined ? [] : propertiesOf(map, prefix);
}
