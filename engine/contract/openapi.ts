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
  if (known?.version !== version) known = { version, document: describeInterface(version) };
  return known.document;
}

const description = `The REST API of a Dagwright engine.

With \`auth.mode: none\` (the default) no credentials are required, and only programs on this machine can reach the engine. With
\`auth.mode: builtin\` each operation requires the role that it names, or a higher one: viewer, operator, manager, admin.

Bodies are JSON. Timestamps are ISO 8601 in UTC, and empty where they do not apply. All errors have the same shape: its
\`code\` is for programs, its \`message\` for people. In addition to the errors that an operation lists, any request can be refused
before it is read: 405 for a method that is not allowed, 408 when it arrives too slowly, 431 for headers that
are too large.`;

function describeInterface(version: string): Json {
  const schemas = componentSchemas();
  const examples = new Examples(schemas);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Dagwright',
      version,
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: API_PREFIX }],
    tags,
    paths: { ...operationPaths(examples), ...eventStreamPaths(examples) },
    components: { schemas, responses: failureComponents(), securitySchemes },
  };
}

function operationPaths(examples: Examples): Record<string, Json> {
  const paths: Record<string, Json> = {};
  for (const name of operationNames) {
    const { path, method }: Operation = operations[name];
    paths[path] = { ...paths[path], [method]: describeOperation(name, examples) };
  }
  return paths;
}
