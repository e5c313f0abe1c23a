import { componentSchemas } from './json-schema.ts';
import type { Operation } from './operation.ts';
import { operationNames, operations } from './operations.ts';
import { describeOperation, type Json } from './openapi/describe-operation.ts';
import { eventStreamPaths } from './openapi/event-streams.ts';
import { Examples } from './openapi/example.ts';
import { failureComponents } from './openapi/failures.ts';
import { securitySchemes } from './openapi/security.ts';
import { tags } from './openapi/tags.ts';
import { API_PREFIX } from './rest.ts';

let known: { readonly version: string; readonly document: Json } | undefined;

/** The OpenAPI 3.1 document of the REST interface, made from the operations; made once for a version. */
export function openApiDocument(version: string): Json {
  const making = describeInterface(version);
  for (;;) {
    const { done, value } = making.next();
    if (done === true) return value;
  }
}

/** The same for an engine, which has others to answer meanwhile: the first time takes as long as a hundred requests. */
export async function openApiInTurns(
  version: string,
  nextTurn: () => Promise<void>,
): Promise<Json> {
  const making = describeInterface(version);
  for (;;) {
    const { done, value } = making.next();
    if (done === true) return value;
    await nextTurn();
  }
}

const description = `The REST API of a Dagwright engine.

With \`auth.mode: none\` (the default) no credentials are required, and only programs on this machine can reach the engine. With
\`auth.mode: builtin\` each operation requires the role that it names, or a higher one: viewer, operator, manager, admin.

Bodies are JSON. Timestamps are ISO 8601 in UTC, and empty where they do not apply. All errors have the same shape: its
\`code\` is for programs, its \`message\` for people. In addition to the errors that an operation lists, any request can be refused
before it is read: 405 for a method that is not allowed, 408 when it arrives too slowly, 431 for headers that
are too large.`;

/** Stops after each part. */
function* describeInterface(version: string): Generator<void, Json> {
  if (known?.version === version) return known.document;
  const schemas = componentSchemas();
  yield;
  const examples = new Examples(schemas);
  const paths = yield* operationPaths(examples);
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Dagwright',
      version,
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: API_PREFIX }],
    tags,
    paths: { ...paths, ...eventStreamPaths(examples) },
    components: { schemas, responses: failureComponents(), securitySchemes },
  };
  // Others may have asked meanwhile: all get the same.
  if (known?.version !== version) known = { version, document };
  return known.document;
}

function* operationPaths(examples: Examples): Generator<void, Record<string, Json>> {
  const paths: Record<string, Json> = {};
  for (const name of operationNames) {
    const { path, method }: Operation = operations[name];
    paths[path] = { ...paths[path], [method]: describeOperation(name, examples) };
    yield;
  }
  return paths;
}
