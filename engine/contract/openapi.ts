import { z } from 'zod';
import { errorCodes, errorStatus, wireError } from './errors.ts';
import { engineEvent, eventFilter } from './events.ts';
import { componentSchemas, jsonSchema, type JsonSchema } from './json-schema.ts';
import type { Access, Operation } from './operation.ts';
import { operationNames, operations, type OperationName } from './operations.ts';
import { API_PREFIX, EVENTS_PATH, pathFields, QUERY_FIELD, takesBody } from './rest.ts';

type Field = readonly [name: string, schema: z.core.$ZodType];
type Json = Record<string, unknown>;

let known: { readonly version: string; readonly document: Json } | undefined;

/** The OpenAPI 3.1 document of the REST interface, made from the operations; made once for a version. */
export function openApiDocument(version: string): Json {
  if (known?.version !== version) known = { version, document: describeInterface(version) };
  return known.document;
}

function describeInterface(version: string): Json {
  return {
    openapi: '3.1.0',
    info: { title: 'Dagwright', version, description: 'The REST interface of a Dagwright engine.' },
    servers: [{ url: API_PREFIX }],
    paths: { ...operationPaths(), [EVENTS_PATH]: { get: eventStream() } },
    components: { schemas: componentSchemas() },
  };
}

function operationPaths(): Record<string, Json> {
  const paths: Record<string, Json> = {};
  for (const name of operationNames) {
    const operation: Operation = operations[name];
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method]: describeOperation(name, operation),
    };
  }
  return paths;
}

function describeOperation(name: OperationName, operation: Operation): Json {
  const inPath = pathFields(operation);
  const fields: readonly Field[] = Object.entries(operation.input.shape);
  const sent = fields.filter(([field]) => !inPath.includes(field));
  const inBody = takesBody(operation) ? sent.filter(([field]) => field !== QUERY_FIELD) : [];
  const inQuery = sent.filter((field) => !inBody.includes(field));
  const named = ([field, schema]: Field): Field => [operation.bodyNames?.[field] ?? field, schema];
  return {
    operationId: name,
    summary: operation.summary,
    description: whoMayCall(operation.access),
    tags: [name.slice(0, name.indexOf('.'))],
    parameters: [
      ...fields.filter(([field]) => inPath.includes(field)).map(parameter('path')),
      ...inQuery.map(parameter('query')),
    ],
    ...(inBody.length === 0 ? {} : { requestBody: requestBody(inBody.map(named)) }),
    responses: { ...success(operation), ...failures() },
  };
}

function whoMayCall(access: Access): string {
  return access === 'public'
    ? 'Needs no credentials.'
    : `Needs the role ${access} or a higher one.`;
}

function parameter(place: 'path' | 'query'): (field: Field) => Json {
  return ([name, schema]) => {
    const { description, ...type } = jsonSchema(schema);
    const required = place === 'path' || isRequired(schema);
    return { name, in: place, required, ...(description ? { description } : {}), schema: type };
  };
}

function requestBody(fields: readonly Field[]): Json {
  const required = fields.filter(([, schema]) => isRequired(schema)).map(([name]) => name);
  const properties = Object.fromEntries(fields.map(([name, schema]) => [name, jsonSchema(schema)]));
  const schema = { type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
  return { required: required.length > 0, content: { 'application/json': { schema } } };
}

function isRequired(schema: z.core.$ZodType): boolean {
  return !z.safeParse(schema, undefined).success;
}

function success({ status = 200, output, contentType }: Operation): Json {
  // Such an output is "nothing", which has no JSON form.
  if (output instanceof z.ZodUndefined) return { [status]: { description: 'Done; no body.' } };
  const [type = JSON_TYPE] = contentType?.split(';') ?? [];
  return { [status]: { description: 'Success.', ...content(type, jsonSchema(output)) } };
}

/** Every answer that reports an error has the same body; its code says which of these it is. */
function failures(): Json {
  const codes = errorCodes.map((code) => `${errorStatus[code]} \`${code}\``).join(', ');
  return {
    default: { description: `An error: ${codes}.`, ...content(JSON_TYPE, jsonSchema(wireError)) },
  };
}

const JSON_TYPE = 'application/json';

function content(type: string, schema: JsonSchema): Json {
  return { content: { [type]: { schema } } };
}

function eventStream(): Json {
  const fields: readonly Field[] = Object.entries(eventFilter.shape);
  return {
    operationId: 'events',
    summary: 'What happens in the engine, as server-sent events.',
    description: `${whoMayCall('viewer')} The data of each message is one event as JSON; the schema is that of the data.`,
    tags: ['events'],
    parameters: fields.map(parameter('query')),
    responses: {
      200: {
        description: 'A stream that stays open.',
        content: { 'text/event-stream': { schema: jsonSchema(engineEvent) } },
      },
      ...failures(),
    },
  };
}
