import type { CallParams, Dag, Parallel, ParamSchema, Step } from '../definition.ts';
import { policyWords } from '../explain/explain-root.ts';
import { loadedValue } from '../explain/plain-value.ts';
import { fallbacks } from '../fields/read-fields.ts';
import { rootFields } from '../fields/root-fields.ts';
import { stepFields } from '../fields/step-fields.ts';

/** What holds for each key of a definition, in the words of the language and in a form that differs only in meaning. */
export type FieldValues = Readonly<Record<string, unknown>>;

/** `maxActiveRuns` has no effect; the others are compared by their parts. */
const ELSEWHERE: readonly string[] = ['maxActiveRuns', 'schedule', 'secrets', 'handlerOn', 'steps'];

/** The keys of a DAG itself. */
export function rootValues(dag: Dag): FieldValues {
  const values: FieldValues = {
    ...dag,
    ...policyWords(dag),
    tags: dag.tags.toSorted(),
    params: { schema: schemaRules(dag.paramSchema) },
  };
  return ofTable(rootFields.fields, values, ELSEWHERE);
}

/** `depends` is compared by its steps; what a name is for, `match-steps` decides. */
const OF_OTHERS: readonly string[] = ['name', 'depends'];

/** The keys of a step. `nameNow` says what a step is called that had another name. */
export function stepValues(step: Step, nameNow: (name: string) => string): FieldValues {
  const routes = step.routes.map(({ pattern, targets }) => ({
    name: pattern,
    value: targets.map(nameNow).toSorted().join(', '),
  }));
  const { callParams, parallel } = step;
  const values: FieldValues = {
    ...step,
    routes,
    callParams: callParams && paramWords(callParams),
    parallel: parallel && parallelWords(parallel),
  };
  return ofTable(stepFields.fields, values, OF_OTHERS);
}

/** The keys of a step of which nothing is written. */
export function noStepValues(type: string): FieldValues {
  return ofTable(stepFields.fields, { ...fallbacks(stepFields), type }, OF_OTHERS);
}

function ofTable(
  fields: Readonly<Record<string, { readonly key: string }>>,
  values: FieldValues,
  without: readonly string[],
): FieldValues {
  const kept = Object.entries(fields).filter(([property]) => !without.includes(property));
  return Object.fromEntries(
    kept.map(([property, { key }]) => [key, loadedValue(values[property] ?? null)]),
  );
}

/** Defaults and what is required are those of the parameters. */
function schemaRules(schema: ParamSchema | null): string | null {
  if (schema?.kind !== 'inline') return schema?.path ?? null;
  const rules = JSON.parse(schema.json) as { properties?: Record<string, unknown> };
  const properties = Object.entries(rules.properties ?? {}).map(([name, rule]) => [
    name,
    isRecord(rule) ? { ...rule, default: undefined } : rule,
  ]);
  return inOrder({ ...rules, required: undefined, properties: Object.fromEntries(properties) });
}

function paramWords(params: CallParams): unknown {
  return params.kind === 'text' ? params.text : params.values;
}

function parallelWords({ items, maxConcurrent }: Parallel): unknown {
  if (items.kind === 'text') return { items: items.text, maxConcurrent };
  const texts = items.items.map((item) =>
    item.kind === 'text' ? item.text : { json: inOrder(JSON.parse(item.json)) },
  );
  return { items: texts, maxConcurrent };
}

/** JSON whose keys are sorted. */
export function inOrder(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    isRecord(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** Whether it is an object with keys: neither null nor a list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
