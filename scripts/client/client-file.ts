import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { openApiDocument } from '../../engine/contract/openapi.ts';
import { comment, fieldsText, key, typeName, typeText, type Schema } from './type-text.ts';

export const clientFile = join(import.meta.dirname, '../../resources/client/dagwright-client.ts');
const runtimeFile = join(import.meta.dirname, 'runtime.ts');

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface Called {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

/** What the file holds when it is up to date. */
export async function clientText(): Promise<string> {
  // It is made from the contract, and its tests hold it against the schema of OpenAPI.
  const { paths, components } = openApiDocument('0') as unknown as Document;
  const called = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  // Event streams have no single answer: `events` follows them.
  const operations = called.filter(({ operation }) => answerOf(operation)[0] !== EVENT_STREAM);
  const text = [
    HEAD,
    ...Object.entries(components.schemas).map(shapeText),
    operationTypes(operations),
    routeTable(operations),
    CREATE,
    readFileSync(runtimeFile, 'utf8'),
  ].join('\n\n');
  return format(text, { ...(await resolveConfig(clientFile)), filepath: clientFile });
}

const EVENT_STREAM = 'text/event-stream';

const HEAD = `/**
 * A client for the REST interface of Dagwright, in one file to copy: it needs \`fetch\` and nothing else.
 *
 *     const dagwright = createClient({ baseUrl: 'http://127.0.0.1:8080', token });
 *     const { dagRunId } = await dagwright.call('dags.start', {
 *       path: { fileName: 'nightly-report' },
 *       body: { params: '{"DAY":"today"}' },
 *     });
 *
 * Generated from the OpenAPI document by \`node scripts/client.ts\`; do not edit.
 */`;

const CREATE = `/** The operations of one engine. Answers that report an error are thrown as \`DagwrightError\`. */
export function createClient(options: ClientOptions) {
  return {
    call: createCall<Operations>(routes, options),
    /** What happens in the engine, or in the runs of one DAG, or in one run. */
    events: (
      filter: { readonly name?: string; readonly dagRunId?: string; readonly remoteNode?: string } = {},
      signal?: AbortSignal,
    ) => followEvents<EngineEvent>(options, filter, signal),
  };
}`;

function shapeText([name, schema]: readonly [string, Schema]): string {
  return `${comment(schema.description)}export type ${typeName(name)} = ${typeText(schema)};`;
}

function operationTypes(operations: readonly Called[]): string {
  const entries = operations.map(({ operation }) => {
    const { operationId, summary, description } = operation;
    return `${comment(`${summary} ${description}`)}readonly ${key(operationId)}: {
      readonly input: ${inputText(operation)};
      readonly output: ${outputText(operation)};
    };`;
  });
  return `/** Every operation by its name. */\nexport interface Operations {\n${entries.join('\n')}\n}`;
}

function inputText({ parameters, requestBody }: Operation): string {
  const sections = (['path', 'query', 'header'] as const).flatMap((place) => {
    const fields = parameters.filter((parameter) => parameter.in === place);
    if (fields.length === 0) return [];
    const required = fields.filter((field) => field.required).map(({ name }) => name);
    const schemas = fields.map(({ name, description, schema }) => [
      name,
      { ...schema, description },
    ]);
    const mark = required.length === 0 ? '?' : '';
    const section = place === 'header' ? 'headers' : place;
    return [`readonly ${section}${mark}: ${fieldsText(Object.fromEntries(schemas), required)};`];
  });
  const body = requestBody?.content['application/json'];
  if (body !== undefined) {
    sections.push(`readonly body${requestBody?.required ? '' : '?'}: ${typeText(body.schema)};`);
  }
  return sections.length === 0 ? 'Record<never, never>' : `{\n${sections.join('\n')}\n}`;
}

function answerOf({ responses }: Operation): readonly [type: string, schema: Schema] | readonly [] {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'));
  const [answer] = Object.entries(success?.[1].content ?? {});
  return answer === undefined ? [] : [answer[0], answer[1].schema];
}

function outputText(operation: Operation): string {
  const [, schema] = answerOf(operation);
  return schema === undefined ? 'undefined' : typeText(schema);
}

function routeTable(operations: readonly Called[]): string {
  const entries = operations.map(({ method, path, operation }) => {
    const [type] = answerOf(operation);
    const answer = type === undefined ? 'nothing' : type === 'application/json' ? 'json' : 'text';
    const route = { method: method.toUpperCase(), path, answer };
    return `${key(operation.operationId)}: ${JSON.stringify(route)},`;
  });
  return `const routes = {\n${entries.join('\n')}\n} as const;`;
}
