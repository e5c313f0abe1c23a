import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../../../engine/contract/openapi.ts';
import type { Operation } from '../../../engine/contract/operation.ts';
import { operationNames, operations } from '../../../engine/contract/operations.ts';

interface Described {
  readonly operationId: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: Record<string, unknown>;
  }[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: { readonly 'application/json': { readonly schema: Record<string, unknown> } };
  };
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: object }>
  >;
}

interface Document {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

const document = openApiDocument('1.2.3') as unknown as Document;

function described(method: string, path: string): Described {
  const found = document.paths[path]?.[method];
  if (found === undefined) throw new Error(`${method} ${path} is not described`);
  return found;
}

/** Every value below a key, anywhere in the document. */
function all(key: string, value: unknown = document): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === key ? [inner, ...all(key, inner)] : all(key, inner),
  );
}

describe('the OpenAPI document', () => {
  it('is version 3.1 JSON with the version of the engine, and made once', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(document.info).toMatchObject({ title: 'Dagwright', version: '1.2.3' });
    expect(document.servers).toEqual([{ url: '/api/v1' }]);
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
    expect(openApiDocument('1.2.3')).toBe(document);
  });

  it.each(operationNames)('describes %s with each of its fields in one place', (name) => {
    const operation: Operation = operations[name];

    const { operationId, parameters, requestBody, responses } = described(
      operation.method,
      operation.path,
    );

    const inBody = Object.keys(
      (requestBody?.content['application/json'].schema.properties ?? {}) as object,
    );
    const fields = [...parameters.map((parameter) => parameter.name), ...inBody];
    expect(operationId).toBe(name);
    const { bodyNames = {} } = operation;
    const expected = Object.keys(operation.input.shape).map((field) => bodyNames[field] ?? field);
    expect(fields.toSorted()).toEqual(expected.toSorted());
    expect(responses).toHaveProperty(String(operation.status ?? 200));
    expect(responses).toHaveProperty('default');
  });

  it('names every parameter of a path as a required path parameter', () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const { parameters } of Object.values(methods)) {
        const inPath = parameters.filter((parameter) => parameter.in === 'path');
        const names = inPath.map(({ name }) => `{${name}}`);
        expect(names.toSorted()).toEqual((path.match(/\{\w+\}/g) ?? []).toSorted());
        expect(inPath.every(({ required }) => required)).toBe(true);
      }
    }
  });

  it('refers only to shapes that it holds', () => {
    const references = all('$ref');

    expect(references).not.toEqual([]);
    for (const reference of references) {
      const name = String(reference).replace('#/components/schemas/', '');
      expect(document.components.schemas).toHaveProperty(name);
    }
  });

  it('leaves no shape empty and no dialect marker behind', () => {
    expect(all('$schema')).toEqual([]);
    expect(all('$defs')).toEqual([]);
    for (const schema of Object.values(document.components.schemas)) {
      expect(Object.keys(schema)).not.toEqual([]);
    }
  });

  it('gives every operation an id of its own', () => {
    const ids = all('operationId');

    expect(new Set(ids).size).toBe(ids.length);
  });

  it('describes query integers as integers with their bounds and defaults', () => {
    const { parameters } = described('get', '/dags');

    expect(parameters.find(({ name }) => name === 'perPage')).toMatchObject({
      in: 'query',
      required: false,
      schema: { type: 'integer', minimum: 1, maximum: 1000, default: 50 },
    });
  });

  it('tells required body fields from optional ones', () => {
    const validate = described('post', '/dags/validate').requestBody;
    const start = described('post', '/dags/{fileName}/start').requestBody;

    expect(validate?.required).toBe(true);
    expect(validate?.content['application/json'].schema.required).toEqual(['spec']);
    expect(start?.required).toBe(false);
    expect(start?.content['application/json'].schema).not.toHaveProperty('required');
  });

  it('describes an answer without a body as such, and errors by the error shape', () => {
    const { responses } = described('delete', '/dags/{fileName}');

    expect(responses['204']).not.toHaveProperty('content');
    expect(responses.default?.content).toEqual({
      'application/json': { schema: { $ref: '#/components/schemas/Error' } },
    });
  });

  it('describes an answer of text by its media type', () => {
    expect(described('get', '/metrics').responses['200']?.content).toEqual({
      'text/plain': { schema: { type: 'string' } },
    });
  });

  it('describes the event stream', () => {
    expect(described('get', '/events').responses['200']?.content).toEqual({
      'text/event-stream': { schema: { $ref: '#/components/schemas/Event' } },
    });
  });
});
