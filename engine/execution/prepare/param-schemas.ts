import { EngineError } from '../../contract/errors.ts';
import type { ParamDefinition } from '../../dag/definition.ts';
import { isJsonObject } from '../../dag/json-text.ts';
import { MAX_PARAMS } from '../../dag/limits.ts';
import { PARAM_NAME, TOO_MANY_PARAMS } from '../../dag/param-text.ts';
import { paramsOfSchema, readParamSchema, type ReadSchema } from '../../dag/param-schema.ts';
import type { GivenParams } from './check-params.ts';

/** The text of a schema, and the file that it came from; null: it stands in the definition. */
export interface SchemaText {
  readonly text: string;
  readonly path: string | null;
}

/** Parameters that are to be held against a schema. */
export interface ParamsToCheck extends GivenParams {
  readonly schema: SchemaText;
}

/** What is done with schemas of parameters, beside the event loop where it may take long. */
export interface ParamSchemas {
  /** @throws EngineError `bad_request` for what is no schema, or takes too long. */
  readonly paramsOf: (schema: SchemaText) => Promise<readonly ParamDefinition[]>;
  /**
   * The parameters, with the defaults that stand within lists and maps.
   *
   * @throws EngineError of `checkParams`, and `bad_request` for what takes too long.
   */
  readonly check: (asked: ParamsToCheck) => Promise<ReadonlyMap<string, string>>;
}

/** Both here and now. */
export const schemasHere: ParamSchemas = {
  paramsOf: async (schema) => paramsOfSchema(readSchema(schema)),
  check: async ({ schema, values, ...start }) => {
    // The library that knows schemas is large; most engines never need it.
    const { checkParams } = await import('./check-params.ts');
    return checkParams(readSchema(schema), start, values);
  },
};

function readSchema({ text, path }: SchemaText): ReadSchema {
  const schema = readParamSchema(text);
  if (schema === undefined) throw schemaRefusal(`${fileOf(path)} is not a JSON object`);
  const { properties = {} } = schema;
  const names = isJsonObject(properties) ? Object.keys(properties) : [];
  if (names.length > MAX_PARAMS) throw schemaRefusal(`in ${fileOf(path)}, ${TOO_MANY_PARAMS}`);
  const wrong = names.find((name) => !PARAM_NAME.test(name));
  if (wrong !== undefined) {
    throw schemaRefusal(
      `${JSON.stringify(wrong)} in ${fileOf(path)} is not a valid parameter name`,
    );
  }
  return schema;
}

const fileOf = (path: string | null): string =>
  path === null ? 'the definition' : `the file "${path}"`;

/** Refuses what cannot be read as a schema; `reason` is the end of a sentence. */
export function schemaRefusal(reason: string): EngineError {
  return new EngineError('bad_request', `Cannot read the \`schema\` of \`params\`: ${reason}.`);
}

// Measured: to compile and ask the worst of these takes less than 100 ms. Each level of a schema is a level of the program
// that it becomes, which takes more for each character than anything else.
const MAX_SCHEMA = 2048;
const MAX_VALUES = 4096;
const MAX_DEPTH = 20;

/**
 * Whether a schema may be asked on the event loop: it and the values are small, and it never refers to a part of itself,
 * which is how a short one has no end.
 */
export function isHarmless({ schema, rawJson, values }: ParamsToCheck): boolean {
  if (schema.text.length > MAX_SCHEMA) return false;
  let length = rawJson?.length ?? 0;
  for (const value of values.values()) length += value.length;
  return length <= MAX_VALUES && isPlain(readParamSchema(schema.text), 0);
}

const referring = new Set(['$ref', '$dynamicRef', '$recursiveRef']);

function isPlain(part: unknown, depth: number): boolean {
  if (typeof part !== 'object' || part === null) return true;
  if (depth > MAX_DEPTH) return false;
  return Object.entries(part).every(
    ([key, inner]) => !referring.has(key) && isPlain(inner, depth + 1),
  );
}
