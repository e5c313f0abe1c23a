import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { openApiDocument } from '../../../engine/contract/openapi.ts';
import { version } from '../../../engine/lib/version.ts';

/** An operation of the OpenAPI document, as far as tests look at it. */
export interface Described {
  readonly operationId: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly 'x-dagwright-role': string;
  readonly parameters: readonly DescribedParameter[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: {
      readonly 'application/json': { readonly schema: Schema; readonly example: unknown };
    };
  };
  readonly responses: Readonly<Record<string, DescribedResponse>>;
}

export interface DescribedParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: Schema;
  readonly example?: unknown;
}

export interface DescribedResponse {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Readonly<Record<string, MediaType>>;
}

interface MediaType {
  readonly schema: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

export type Schema = Readonly<Record<string, unknown>>;

export interface ApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, DescribedResponse>>;
    readonly securitySchemes: Readonly<Record<string, object>>;
  };
}

/** The OpenAPI document of the interface, read as such a document and not as what we made. */
export const document = openApiDocument(version) as unknown as ApiDocument;

/** A response itself, where another one stands for it. */
export function resolved(response: DescribedResponse): DescribedResponse {
  const name = response.$ref?.split('/').at(-1);
  return name === undefined ? response : (document.components.responses[name] ?? {});
}

const ID = 'dagwright:openapi';
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
// Clients must bear new fields; an answer of this version has none that its document does not name.
ajv.addSchema({ $id: ID, ...(closed(document) as object) });

/** A document in which objects with named fields have no others. */
function closed(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(closed);
  if (typeof part !== 'object' || part === null) return part;
  const all = Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, closed(inner)]));
  const isObject = 'properties' in part && 'type' in part && part.type === 'object';
  return isObject ? { additionalProperties: false, ...all } : all;
}

/** A validator for what a JSON pointer of the document points at; each is compiled once. */
export function validatorAt(...path: readonly (string | number)[]): ValidateFunction {
  const pointer = path
    .map((part) => String(part).replaceAll('~', '~0').replaceAll('/', '~1'))
    .map((part) => `/${encodeURIComponent(part)}`)
    .join('');
  const known = ajv.getSchema(`${ID}#${pointer}`);
  if (known === undefined) throw new Error(`The document has nothing at ${pointer}.`);
  return known;
}

/** What is wrong with a value, in words; empty when it fits. */
export function misfit(validate: ValidateFunction, value: unknown): string {
  return validate(value) ? '' : ajv.errorsText(validate.errors, { dataVar: 'body' });
}
