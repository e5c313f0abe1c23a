import { z } from 'zod';
import { wireError } from '../errors.ts';
import { jsonSchema, requestSchema, type JsonSchema } from '../json-schema.ts';
import { FORM_TYPE } from '../form-type.ts';
import type { Operation } from '../operation.ts';
import { operations, type OperationName } from '../operations.ts';
import { pathFields, QUERY_FIELD, takesBody } from '../rest.ts';
import type { Examples } from './example.ts';
import { codesOf, failures } from './failures.ts';
import { securityOf, whoMayCall } from './security.ts';
import { tagOf } from './tags.ts';

export type Json = Record<string, unknown>;
type ParameterIn = 'path' | 'query' | 'header';

interface Field {
  /** As it is called over REST. */
  readonly name: string;
  readonly place: ParameterIn | 'body';
  readonly isRequired: boolean;
  readonly schema: JsonSchema;
}

/** The operation object of OpenAPI 3.1 for one operation of the contract. */
export function describeOperation(name: OperationName, examples: Examples): Json {
  const operation: Operation = operations[name];
  const fields = fieldsOf(operation);
  const inBody = fields.filter(({ place }) => place === 'body');
  const example = (field: Field): unknown =>
    examples.of(field.schema, { operation: name, shape: '', field: field.name });
  return {
    operationId: name,
    summary: operation.summary,
    description: descriptionOf(operation),
    tags: [tagOf(name)],
    security: securityOf(operation),
    'x-dagwright-role': operation.access,
    parameters: fields
      .filter(({ place }) => place !== 'body')
      .map((field) => parameter(field, example(field))),
    ...(inBody.length === 0 ? {} : { requestBody: requestBody(operation, inBody, example) }),
    responses: {
      ...success(name, operation, examples),
      ...failures(codesOf(name, operation), operation.errorStatus),
      ...unhealthy(name, operation),
    },
  };
}

const elsewhere = new Set(['authorization', 'content-type']);

/** Each field of the input that travels by itself, and where. */
function fieldsOf(operation: Operation): readonly Field[] {
  const { input, wholeBody, headers = {}, bodyNames = {} } = operation;
  const inPath = pathFields(operation);
  const toField = ([name, schema]: [string, z.core.$ZodType]): Field => {
    const place = placeOf(operation, name, inPath);
    const isRequired = place === 'path' || !z.safeParse(schema, undefined).success;
    const shown = headers[name] ?? bodyNames[name] ?? name;
    return { name: shown, place, isRequired, schema: requestSchema(schema) };
  };
  const own: [string, z.core.$ZodType][] = Object.entries(input().shape).filter(
    // OpenAPI leaves these headers to the security schemes and to the types of the body.
    ([name]) => name !== wholeBody?.field && !elsewhere.has(headers[name] ?? ''),
  );
  const documented = Object.entries(wholeBody?.documented().shape ?? {}).map((entry) => ({
    ...toField(entry),
    place: 'body' as const,
  }));
  return [...own.map(toField), ...documented];
}

function placeOf(
  operation: Operation,
  name: string,
  inPath: readonly string[],
): ParameterIn | 'body' {
  if (inPath.includes(name)) return 'path';
  if (operation.headers?.[name] !== undefined) return 'header';
  return takesBody(operation) && name !== QUERY_FIELD ? 'body' : 'query';
}

function descriptionOf(operation: Operation): string {
  const { permission, builtinOnly } = operation;
  return [
    whoMayCall(operation),
    ...whoMayBring(operation),
    ...(permission ? [`Disabled for everyone by \`permissions.${permission}: false\`.`] : []),
    ...(builtinOnly ? ['Needs `auth.mode: builtin`.'] : []),
  ].join(' ');
}

/** Who may have commands of their own run by it, as sentences. */
function whoMayBring({ ownCommands }: Operation): readonly string[] {
  if (ownCommands === undefined) return [];
  const setting = 'where `permissions.inline_runs` is `operator`';
  if (ownCommands === 'always') return [`Operators can call it too ${setting}.`];
  const fields = ownCommands.map((field) => `\`${field}\``).join(', ');
  return [`With ${fields} it requires the role manager, or operator ${setting}.`];
}

/** A parameter object. Optional ones of a query have no example: a reader would take it for advice. */
export function parameter({ name, place, isRequired, schema }: Field, example: unknown): Json {
  const { description, ...type } = schema;
  return {
    name,
    in: place,
    required: isRequired,
    ...(description ? { description } : {}),
    schema: type,
    ...(isRequired ? { example } : {}),
  };
}

/** Optional fields that an example shows because calls are seldom made without them. */
const telling = new Set(['params', 'inputs', 'reason', 'role', 'payload', 'description', 'start']);

function requestBody(
  { wholeBody, input }: Operation,
  fields: readonly Field[],
  example: (field: Field) => unknown,
): Json {
  // The fields of some are those of another list, and checked there.
  const isOpen = wholeBody !== undefined || input().def.catchall !== undefined;
  const required = fields.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  const shown = fields.filter(({ name, isRequired }) => isRequired || telling.has(name));
  const schema = {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, field.schema])),
    ...(required.length > 0 ? { required } : {}),
    ...(isOpen ? {} : { additionalProperties: false }),
  };
  const value = Object.fromEntries(shown.map((field) => [field.name, example(field)]));
  return {
    required: required.length > 0,
    ...(wholeBody === undefined ? {} : { description: bodyWords(wholeBody) }),
    content: {
      [JSON_TYPE]: { schema: wholeBody ? anything(schema) : schema, example: value },
      ...(wholeBody?.mayBeForm ? { [FORM_TYPE]: { schema: { type: 'object' } } } : {}),
    },
  };
}

function bodyWords({ mayBeForm }: NonNullable<Operation['wholeBody']>): string {
  const json = 'Other fields are allowed; any JSON is accepted.';
  return mayBeForm
    ? `${json} A form is accepted where \`formBodies\` of the webhook is true: its field \`payload\` is JSON.`
    : json;
}

function success(name: OperationName, operation: Operation, examples: Examples): Json {
  const { status = 200, contentType } = operation;
  const output = operation.output();
  // Such an output is "nothing", which has no JSON form.
  if (output instanceof z.ZodUndefined) return { [status]: { description: 'Done; no body.' } };
  const [type = JSON_TYPE] = contentType?.split(';') ?? [];
  const schema = jsonSchema(output);
  const example = examples.of(schema, { operation: name, shape: '', field: '' });
  const answer = { description: 'Success.', content: { [type]: { schema, example } } };
  return { [status]: answer };
}

/** An engine that is unwell answers with its report, and not with an error. */
function unhealthy(name: OperationName, { output }: Operation): Json {
  if (name !== 'system.health') return {};
  const schema = { anyOf: [jsonSchema(output()), jsonSchema(wireError())] };
  const example = {
    status: 'unhealthy',
    version: '0.1.0',
    uptime: 4711,
    timestamp: '2026-11-21T12:00:00.000Z',
    error: 'The disk of /home/ada/.local/share/dagwright is full.',
  };
  const description = 'The engine is unhealthy; see `error`.';
  return { 503: { description, content: { [JSON_TYPE]: { schema, example } } } };
}

/** The schema of a body that may be any JSON, with what it may be as an object. */
function anything(schema: JsonSchema): JsonSchema {
  return { ...schema, type: ['object', 'array', 'string', 'number', 'boolean', 'null'] };
}

const JSON_TYPE = 'application/json';
