import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { openApiDocument, openApiInTurns } from '../../../engine/contract/openapi.ts';
import type { Operation } from '../../../engine/contract/operation.ts';
import { operationNames, operations } from '../../../engine/contract/operations.ts';
import { eventHeaders, signatureHeaders } from '../../../engine/contract/webhook.ts';
import { document, type Described, type Schema } from '../../support/contract/document.ts';

function described(method: string, path: string): Described {
  const found = document.paths[path]?.[method];
  if (found === undefined) throw new Error(`${method} ${path} is not described`);
  return found;
}

function describedAs(name: string): Described {
  const all = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const found = all.find(({ operationId }) => operationId === name);
  if (found === undefined) throw new Error(`${name} is not described`);
  return found;
}

/** Every value below a key, anywhere in the document. */
function all(key: string, value: unknown = document): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === key ? [inner, ...all(key, inner)] : all(key, inner),
  );
}

/** The schemas that name their properties. */
function objectsIn(schema: unknown): readonly Schema[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const inner = Object.values(schema).flatMap(objectsIn);
  return 'properties' in schema ? [schema as Schema, ...inner] : inner;
}

const fileOfTheSpecification = join(
  import.meta.dirname,
  '../../support/contract/openapi-3.1.schema.json',
);

describe('the OpenAPI document', () => {
  it('is version 3.1 JSON with the version of the engine, and made once', () => {
    const made = openApiDocument('1.2.3');

    expect(made).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Dagwright', version: '1.2.3' },
      servers: [{ url: '/api/v1' }],
    });
    expect(JSON.parse(JSON.stringify(made))).toEqual(made);
    expect(openApiDocument('1.2.3')).toBe(made);
  });

  it('closes each body, and each object of a fixed shape in it, where the engine refuses other fields', () => {
    const bodies = Object.values(document.paths)
      .flatMap((methods) => Object.values(methods))
      .filter(({ operationId }) => !['webhooks.trigger', 'sync.setConfig'].includes(operationId))
      .flatMap(({ requestBody }) => requestBody?.content['application/json'].schema ?? []);

    const open = bodies.flatMap(objectsIn).filter((each) => each['additionalProperties'] !== false);

    expect(bodies.length).toBeGreaterThan(20);
    expect(open).toEqual([]);
    expect(all('$ref', bodies)).toEqual([]);
  });

  it('is made in turns for an engine, and is the same', async () => {
    let turns = 0;
    const nextTurn = () => {
      turns += 1;
      return Promise.resolve();
    };

    const [one, other] = await Promise.all([
      openApiInTurns('3.2.1', nextTurn),
      openApiInTurns('3.2.1', nextTurn),
    ]);

    expect(other).toBe(one);
    expect(openApiDocument('3.2.1')).toBe(one);
    // Each operation has one of its own.
    expect(turns).toBeGreaterThan(2 * operationNames.length);
  });

  it('is valid by the schema of the OpenAPI specification, and each schema by that of JSON Schema', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const validate = ajv.compile(JSON.parse(readFileSync(fileOfTheSpecification, 'utf8')));

    validate(document);
    expect(validate.errors).toBeNull();
    for (const schema of all('schema')) {
      expect(ajv.validateSchema(schema as object), JSON.stringify(schema)).toBe(true);
    }
  });

  it.each(operationNames)('describes %s with each of its fields in one place', (name) => {
    const operation: Operation = operations[name];
    const { headers = {}, bodyNames = {}, wholeBody } = operation;

    const { operationId, parameters, requestBody, responses } = described(
      operation.method,
      operation.path,
    );

    const body = requestBody?.content['application/json'].schema.properties ?? {};
    const fields = [...parameters.map((parameter) => parameter.name), ...Object.keys(body)];
    expect(operationId).toBe(name);
    const own = Object.keys(operation.input().shape)
      .filter((field) => field !== wholeBody?.field)
      .filter((field) => !['authorization', 'content-type'].includes(headers[field] ?? ''))
      .map((field) => headers[field] ?? bodyNames[field] ?? field);
    const documented = Object.keys(wholeBody?.documented().shape ?? {});
    expect(fields.toSorted()).toEqual([...own, ...documented].toSorted());
    expect(responses).toHaveProperty(String(operation.status ?? 200));
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

  it('refers only to what it holds', () => {
    const references = all('$ref');

    expect(references).not.toEqual([]);
    for (const reference of references) {
      const [, kind = '', name = ''] =
        /^#\/components\/(\w+)\/(\w+)$/.exec(String(reference)) ?? [];
      expect(document.components, String(reference)).toHaveProperty([kind, name]);
    }
  });

  it('leaves no shape empty and no dialect marker behind', () => {
    expect(all('$schema').filter((value) => !String(value).startsWith('https:'))).toEqual([]);
    expect(all('$defs')).toEqual([]);
    for (const schema of Object.values(document.components.schemas)) {
      expect(Object.keys(schema)).not.toEqual([]);
    }
  });

  it('gives every operation an id of its own and a tag that it explains', () => {
    const ids = all('operationId');
    const known = document.tags.map(({ name }) => name);

    expect(new Set(ids).size).toBe(ids.length);
    expect(
      new Set(
        all('tags')
          .flat()
          .filter((tag) => typeof tag === 'string'),
      ),
    ).toEqual(
      new Set([
        ...known,
        ...(all('example')
          .flatMap((one) => all('tags', one))
          .flat() as string[]),
      ]),
    );
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

  it('describes a body that is read as a whole by its shape, and takes any other JSON', () => {
    const trigger = describedAs('webhooks.trigger');
    const schema = trigger.requestBody?.content['application/json'].schema ?? {};

    expect(trigger.requestBody?.required).toBe(false);
    expect(schema).toMatchObject({ properties: { dagRunId: {}, payload: {} } });
    const validate = new Ajv2020({ strict: false }).compile(schema);
    expect([[1], 'text', { other: 1 }, null].map((body) => validate(body))).not.toContain(false);
    expect(validate({ dagRunId: 'not an id' })).toBe(false);
    expect(Object.keys(trigger.requestBody?.content ?? {})).toEqual([
      'application/json',
      'application/x-www-form-urlencoded',
    ]);
  });

  it('describes fields that travel in headers, but for the credentials', () => {
    const inHeaders = describedAs('webhooks.trigger').parameters.filter(
      (parameter) => parameter.in === 'header',
    );

    expect(inHeaders.map(({ name }) => name)).toEqual(
      Object.values({ ...signatureHeaders, ...eventHeaders }),
    );
  });

  it('describes answers without a body, of text, of a file and of events', () => {
    expect(described('delete', '/dags/{fileName}').responses['204']).not.toHaveProperty('content');
    const types = (name: string) => Object.keys(describedAs(name).responses['200']?.content ?? {});
    expect(types('system.metrics')).toEqual(['text/plain']);
    expect(types('runs.downloadLog')).toEqual(['text/plain']);
    expect(types('events')).toEqual(['text/event-stream']);
    expect(types('runEvents')).toEqual(['text/event-stream']);
    expect(described('get', '/events').responses['200']?.content).toMatchObject({
      'text/event-stream': { schema: { $ref: '#/components/schemas/Event' } },
    });
  });
});

describe('the OpenAPI document says of access', () => {
  const users = [{ bearer: [] }, { basic: [] }];

  it.each([
    { name: 'system.health', security: [], role: 'public' },
    { name: 'auth.login', security: [], role: 'public' },
    { name: 'system.metrics', security: [{}, ...users], role: 'public' },
    { name: 'webhooks.trigger', security: [{ webhookToken: [] }, {}], role: 'public' },
    { name: 'dags.list', security: users, role: 'viewer' },
    { name: 'dags.start', security: users, role: 'operator' },
    { name: 'dags.create', security: users, role: 'manager' },
    { name: 'users.list', security: users, role: 'admin' },
    { name: 'events', security: users, role: 'viewer' },
  ])('$name: which credentials, and which role', ({ name, security, role }) => {
    const operation = describedAs(name);

    expect(operation.security).toEqual(security);
    expect(operation['x-dagwright-role']).toBe(role);
    if (role !== 'public') expect(operation.description).toContain(role);
  });

  it('only schemes that it has', () => {
    const schemes = Object.keys(document.components.securitySchemes);

    const named = all('security').flatMap((list) => (list as object[]).flatMap(Object.keys));
    expect(new Set(named)).toEqual(new Set(schemes));
  });
});

describe('the OpenAPI document says of errors', () => {
  it.each([
    { name: 'system.health', statuses: '200 400 403 500 503' },
    { name: 'dags.list', statuses: '200 400 401 403 429 500 503' },
    { name: 'dags.get', statuses: '200 400 401 403 404 429 500 503' },
    { name: 'dags.startSync', statuses: '200 400 401 403 404 408 409 413 415 429 500 503' },
    { name: 'webhooks.trigger', statuses: '200 400 401 403 404 409 413 415 429 500 503' },
  ])('$name: all statuses that it can give', ({ name, statuses }) => {
    expect(Object.keys(describedAs(name).responses).join(' ')).toBe(statuses);
  });

  it('where an operation has a status of its own for a code', () => {
    const { responses } = describedAs('runs.retry');

    expect(responses).not.toHaveProperty('409');
    expect(responses['400']?.description).toBe('An error: `bad_request` or `already_running`.');
  });
});
