import type { ErrorObject, ValidateFunction } from 'ajv';
import { EngineError } from '../../contract/errors.ts';
import type { ReadSchema } from '../../dag/param-schema.ts';
import { jsonValueText } from '../../dag/json-text.ts';
import { shortened } from '../../dag/shortened.ts';
import { compileSchema } from './compile-schema.ts';
import { ofWebhooks } from './payload-of-start.ts';

/** The parameters of a run that is to begin. */
export interface GivenParams {
  /** The JSON text that was given at the start; null for other forms. */
  readonly rawJson: string | null;
  readonly values: ReadonlyMap<string, string>;
  /** Names of those that base.yaml has for all DAGs: a schema need not know them. */
  readonly shared?: readonly string[];
}

/**
 * Holds parameters against their schema. A text counts as the JSON that it reads as where the schema wants no text; what
 * a step gets stays as it was given, but for the defaults within lists and maps.
 *
 * @throws EngineError `bad_request` that names each parameter and what it breaks, or what is wrong with the schema.
 */
export function checkParams(
  schema: ReadSchema,
  start: Omit<GivenParams, 'values'>,
  values: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  try {
    return completed(compileSchema(schema), start, values);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new EngineError('bad_request', TOO_DEEP, { cause: error });
  }
}

const TOO_DEEP =
  '`params` cannot be checked: their values, or the references of their `schema`, are nested too deep. Make them flatter.';

function completed(
  validate: ValidateFunction,
  start: Omit<GivenParams, 'values'>,
  values: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const given = new Map<string, unknown>([...values, ...jsonMembers(start)]);
  const checked = validated(validate, given, new Set([...ofWebhooks, ...(start.shared ?? [])]));
  const complete = new Map(values);
  for (const [name, value] of Object.entries(checked)) {
    // Only what defaults were added to differs: numbers keep the digits with which they were written.
    if (values.has(name) && JSON.stringify(value) === JSON.stringify(given.get(name))) continue;
    if (values.has(name) && (typeof value !== 'object' || value === null)) continue;
    complete.set(name, jsonValueText(value));
  }
  return complete;
}

/** What was given as JSON, in its types. */
function jsonMembers({
  rawJson,
}: Pick<GivenParams, 'rawJson'>): readonly (readonly [string, unknown])[] {
  const json: unknown = rawJson === null ? null : JSON.parse(rawJson);
  return typeof json === 'object' && json !== null && !Array.isArray(json)
    ? Object.entries(json)
    : [];
}

const isUnknown = ({ keyword }: ErrorObject): boolean =>
  ['additionalProperties', 'unevaluatedProperties', 'propertyNames'].includes(keyword);

function validated(
  validate: ValidateFunction,
  given: Map<string, unknown>,
  unasked: ReadonlySet<string>,
): Readonly<Record<string, unknown>> {
  for (;;) {
    // A copy, to which the defaults are added.
    const data = structuredClone(Object.fromEntries(given));
    if (validate(data)) return data;
    const errors = validate.errors ?? [];
    // A webhook and base.yaml give them to each DAG, and a schema that wants no other parameters does not mean them.
    const foreign = errors
      .filter(isUnknown)
      .map(nameOf)
      .filter((name) => unasked.has(name));
    if (foreign.some((name) => given.delete(name))) continue;
    const texts = errors.flatMap((error) => textOf(error, given));
    if (texts.length === 0) throw refusal(errors);
    for (const [name, value] of texts) given.set(name, value);
  }
}

/** The JSON that a text reads as, where its being a text is what is wrong. */
function textOf(
  error: ErrorObject,
  given: ReadonlyMap<string, unknown>,
): readonly (readonly [string, unknown])[] {
  const name = partsOf(error)[0] ?? '';
  const text = given.get(name);
  const { allowedValues = [], allowedValue } = error.params as {
    readonly allowedValues?: readonly unknown[];
    readonly allowedValue?: unknown;
  };
  const isOfType =
    error.keyword === 'type' ||
    [...allowedValues, allowedValue ?? ''].some((value) => typeof value !== 'string');
  if (typeof text !== 'string' || !isOfType || partsOf(error).length !== 1) return [];
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? [] : [[name, value]];
  } catch {
    // No JSON: it is a text, and refused as one.
    return [];
  }
}

/** Nobody reads more, and a list may break a rule as many times as it has items. */
const MAX_TOLD = 50;

function refusal(errors: readonly ErrorObject[]): EngineError {
  const all = new Map(errors.map((error) => [shortened(nameOf(error)), error]));
  const found = [...all]
    .slice(0, MAX_TOLD)
    .map(([name, error]) => [name, reasonOf(error)] as const);
  const words = found.map(([name, reason]) => `${name} ${reason}`);
  if (all.size > MAX_TOLD) words.push(`and ${all.size - MAX_TOLD} more`);
  return new EngineError('bad_request', `\`params\`: ${words.join('; ')}.`, {
    details: { params: Object.fromEntries(found) },
  });
}

function nameOf(error: ErrorObject): string {
  const { missingProperty, additionalProperty, unevaluatedProperty, propertyName } =
    error.params as Readonly<Record<string, string | undefined>>;
  const last = missingProperty ?? additionalProperty ?? unevaluatedProperty ?? propertyName;
  const parts = [...partsOf(error), ...(last === undefined ? [] : [last])];
  return parts.length === 0 ? 'together they' : parts.join('/');
}

function reasonOf({ keyword, params, message = 'is not allowed' }: ErrorObject): string {
  switch (keyword) {
    case 'required':
    case 'dependentRequired':
      return 'is required';
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return 'is not a parameter of the schema';
    case 'enum':
      return `must be one of ${shortened(JSON.stringify(params['allowedValues']).slice(1, -1))}`;
    case 'const':
      return `must be ${shortened(JSON.stringify(params['allowedValue']))}`;
    default:
      return shortened(message);
  }
}

function partsOf({ instancePath }: ErrorObject): readonly string[] {
  const parts = instancePath.split('/').slice(1);
  return parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}
